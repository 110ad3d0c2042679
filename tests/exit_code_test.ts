import assert from "node:assert/strict";
import { EXIT } from "../lib/exit_code.ts";

Deno.test("EXIT has no 2, which agents read as: block the edit", () => {
  assert.deepEqual(EXIT, { done: 0, found: 1, usage: 64, malformed: 65, missing: 66, bug: 70 });
});
