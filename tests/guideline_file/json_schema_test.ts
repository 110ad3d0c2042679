/** The JSON Schema that editors complete and check guidelines with. */
import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { findGuidelineFiles } from "../../lib/guidebook/files.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { renderNewGuideline, SCHEMA_FILE } from "../../lib/guideline_file/template.ts";
import { isFresh } from "../../tools/generate_json_schema.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const schema = JSON.parse(Deno.readTextFileSync(`${ROOT}/guidebook/${SCHEMA_FILE}`));
const validate = new Ajv({ allErrors: true }).compile(schema);

Deno.test("guideline.schema.json is generated from the schema", () => {
  assert(isFresh(), "run deno task generate");
});

Deno.test("guideline.schema.json takes every guideline of this project", async (t) => {
  for (const root of ["guidebook", "fixtures/hook"]) {
    for (const { path } of findGuidelineFiles(`${ROOT}/${root}`).guidelines) {
      const text = Deno.readTextFileSync(`${ROOT}/${root}/${path}`);
      // Fixtures hold broken ones, too.
      if (root !== "guidebook" && parseGuideline(text).problems.length > 0) continue;
      await t.step(`${root}/${path}`, () => {
        assert(validate(parse(text)), JSON.stringify(validate.errors, null, 2));
      });
    }
  }
  await t.step("a new one", () => {
    assert(validate(parse(renderNewGuideline("a", undefined))), JSON.stringify(validate.errors));
  });
});

Deno.test("guideline.schema.json refuses what the hook refuses", async (t) => {
  const good = { id: "a", when: ["file_changed"], content: "x" };
  const bad: Record<string, unknown> = {
    "an unknown key": { ...good, pattern: "x" },
    "no id": { when: ["file_changed"], content: "x" },
    "an id with capitals": { ...good, id: "A" },
    "an empty match": { ...good, match: {} },
    "an empty list": { ...good, match: { any: [] } },
    "flags that are none": { ...good, match: { any: [{ regex: { pattern: "x", flags: "g" } }] } },
    "a target that is none": { ...good, match: { any: [{ regex: { pattern: "x", on: "y" } }] } },
    "an example without source": { ...good, examples: { matches: [{ path: "x" }] } },
    "an event that is none": { ...good, when: ["on_save"] },
  };
  assert(validate(good));
  for (const [name, value] of Object.entries(bad)) {
    await t.step(name, () => assert(!validate(value)));
  }
});

Deno.test("guideline.schema.json describes every key, and each with an example or its values", () => {
  const visit = (node: Record<string, unknown>, place: string) => {
    for (const [name, value] of Object.entries(node["properties"] ?? {})) {
      const key = value as Record<string, unknown>;
      assert(key["description"], `${place}.${name} has no description`);
      visit(key, `${place}.${name}`);
      if (key["items"]) visit(key["items"] as Record<string, unknown>, `${place}.${name}[]`);
    }
  };
  visit(schema, "");
  assert.deepEqual(schema.properties.priority.enum, ["high", "normal", "low"]);
  assert.equal(schema.properties.priority.default, "normal");
  const names = schema.properties.scope.properties.languages.items.anyOf[0].enum;
  assert(names.includes("Kotlin") && names.length > 600);
});

Deno.test("guidelines of this project name their schema relative to themselves", () => {
  for (const { path } of findGuidelineFiles(`${ROOT}/guidebook`).guidelines) {
    const text = Deno.readTextFileSync(`${ROOT}/guidebook/${path}`);
    const [, relative] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    assert(relative, `${path} names no schema`);
    const named = new URL(relative, `file://${ROOT}guidebook/${path}`).pathname;
    assert.equal(Deno.realPathSync(named), Deno.realPathSync(`${ROOT}/guidebook/${SCHEMA_FILE}`));
  }
});
