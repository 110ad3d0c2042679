import assert from "node:assert/strict";
import { guidelineJsonSchema, ID_PATTERN } from "../../lib/guideline_file/schema.ts";
import { isFresh } from "../../tools/generate_json_schema.ts";

Deno.test("guidebook/schema/guideline.schema.json is what deno task generate writes", () => {
  assert.ok(isFresh(), "it is stale: run deno task generate");
});

Deno.test("guidelineJsonSchema() requires what a guideline must have, and knows no other key", () => {
  const schema = guidelineJsonSchema();
  assert.deepEqual(schema["required"], ["id", "when", "content"]);
  assert.equal(schema["additionalProperties"], false);
  assert.match(String(schema["$schema"]), /draft-07/);
});

Deno.test("ID_PATTERN takes lower-case words with single hyphens", () => {
  const ids = ["a", "a1", "1", "service-depends-on-port", "a-1-b"];
  const others = ["", "A", "a--b", "-a", "a-", "a_b", "a.b", "a b", "ä", "a\n", "a/b"];
  for (const id of ids) assert.match(id, ID_PATTERN);
  for (const id of others) assert.doesNotMatch(id, ID_PATTERN);
});
