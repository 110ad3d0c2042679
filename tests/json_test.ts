import assert from "node:assert/strict";
import fc from "fast-check";
import { stringifyJson } from "../lib/json.ts";
import { assertVisible, HIDDEN } from "./support/hidden.ts";

Deno.test("stringifyJson() escapes what a terminal obeys or a reader does not see", () => {
  const text = `${HIDDEN}\u2028\u2029\u200b\ufeff한국어 😀`;
  const json = stringifyJson([text], 2);
  assert.equal(
    json,
    '[\n  "\\u001b[31m\\u009b\\u0007\\u202e\\u2066\\udb40\\udc41\\u2028\\u2029\\u200b\\ufeff한국어 😀"\n]',
  );
  assertVisible(json);
  assert.deepEqual(JSON.parse(json), [text]);
});

Deno.test("stringifyJson() loses nothing", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assert.equal(JSON.stringify(JSON.parse(stringifyJson(value))), JSON.stringify(value));
  }));
});
