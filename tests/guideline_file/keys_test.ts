import assert from "node:assert/strict";
import { SAMPLES } from "../../lib/guideline_file/issue_report.ts";
import { keysAt, meantKey, SYNONYMS } from "../../lib/guideline_file/keys.ts";
import { guidelineJsonSchema } from "../../lib/guideline_file/schema.ts";

type Schema = Record<string, unknown>;

/** Each mapping of the JSON Schema, by its place. */
function* mappings(schema: Schema, place = ""): Generator<[place: string, Schema]> {
  if (schema["properties"]) yield [place, schema];
  for (const [key, inner] of Object.entries(schema["properties"] ?? {})) {
    yield* mappings(inner as Schema, place === "" ? key : `${place}.${key}`);
  }
  if (schema["items"]) yield* mappings(schema["items"] as Schema, `${place}[]`);
  for (const option of (schema["anyOf"] ?? []) as Schema[]) yield* mappings(option, place);
}

const MAPPINGS = [...mappings(guidelineJsonSchema())];

Deno.test("keysAt() has the keys of every mapping of the schema", () => {
  assert.ok(MAPPINGS.some(([place]) => place === "examples.matches[]"));
  for (const [place, { properties }] of MAPPINGS) {
    assert.deepEqual(keysAt(place), Object.keys(properties as Schema), place);
  }
});

Deno.test("each synonym means a key of the schema", () => {
  for (const [word, key] of Object.entries(SYNONYMS)) {
    const dot = key.lastIndexOf(".");
    const [home, name] = [key.slice(0, Math.max(0, dot)), key.slice(dot + 1)];
    assert.ok(keysAt(home).includes(name), `${word}: ${key}`);
    assert.equal(meantKey(word, ""), key);
  }
});

Deno.test("each required key of the schema has a sample", () => {
  const required = MAPPINGS.flatMap(([, { required }]) => (required ?? []) as string[]);
  assert.deepEqual([...new Set(required)].toSorted(), Object.keys(SAMPLES).toSorted());
});
