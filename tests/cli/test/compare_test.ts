import assert from "node:assert/strict";
import { diffOutcomes } from "../../../lib/cli/test/compare.ts";

const outcome = (text: string) => ({
  exitCode: 0,
  stdout: { hookSpecificOutput: { additionalContext: text } },
  stderr: [],
});

Deno.test("diffOutcomes() shows the lines of a text that differ", () => {
  const before = outcome("Header:\n\n[a]\nOne.\n\n[b]\nTwo.");
  assert.equal(
    diffOutcomes(before, outcome("Header:\n\n[a]\nOne.")),
    [
      "",
      "          [a]",
      "-         One.",
      "-",
      "-         [b]",
      '-         Two."',
      '+         One."',
      "      }",
      "    },",
    ].join("\n"),
  );
});

Deno.test("diffOutcomes() is undefined where nothing differs", () => {
  assert.equal(diffOutcomes(outcome("a\nb"), outcome("a\nb")), undefined);
});

Deno.test("diffOutcomes() leaves out what is far from a difference", () => {
  const text = (last: string) => [..."abcdefghij", last].join("\n");
  const difference = diffOutcomes(outcome(text("x")), outcome(text("y")))!;
  assert.match(difference, /-\s+x"\n\+\s+y"/);
  assert.doesNotMatch(difference, /"a|exitCode/);
});
