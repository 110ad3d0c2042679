import assert from "node:assert/strict";
import { longestTimeout, timeoutOf } from "../../../lib/agent/codex/timeout.ts";

Deno.test("timeoutOf() knows the short events", () => {
  assert.deepEqual(
    [["PostToolUse", undefined], ["PostToolUse", 0], ["Interrupt", undefined], ["Interrupt", 10]]
      .map(([event, timeout]) => timeoutOf(String(event), timeout)),
    [600, 1, 1, 3],
  );
});

Deno.test("longestTimeout() is for the short events alone", () => {
  assert.deepEqual(["Interrupt", "SessionEnd", "Stop"].map(longestTimeout), [3, 3, undefined]);
});
