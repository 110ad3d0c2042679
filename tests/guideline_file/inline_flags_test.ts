import assert from "node:assert/strict";
import { mergeInlineFlags } from "../../lib/guideline_file/inline_flags.ts";

Deno.test("mergeInlineFlags() treats leading inline flags as flags", async (t) => {
  const cases: [pattern: string, flags: string, merged: [string, string]][] = [
    ["(?i)todo", "", ["todo", "i"]],
    ["(?im)^todo", "", ["^todo", "im"]],
    ["(?i)(?s)a.b", "m", ["a.b", "mis"]],
    ["(?i)todo", "i", ["todo", "i"]],
    ["(?i:to)do", "", ["(?i:to)do", ""]],
    ["(?-i:to)do", "i", ["(?-i:to)do", "i"]],
    ["(?x)todo", "", ["(?x)todo", ""]],
    ["to(?i)do", "", ["to(?i)do", ""]],
    ["(?i)", "", ["", "i"]],
  ];
  for (const [pattern, flags, [body, all]] of cases) {
    await t.step(`${pattern} with "${flags}"`, () => {
      const merged = mergeInlineFlags(pattern, flags);
      assert.deepEqual([merged.pattern, merged.flags], [body, all]);
      assert.equal(merged.offset, pattern.length - body.length);
    });
  }
});
