import assert from "node:assert/strict";
import { runExamples } from "../../lib/check/example_run.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { regexEngine } from "../../lib/pattern/regex_engine.ts";

const { guideline, examples } = parseGuideline(`id: a
when: [file_changed]
match: { any: [{ regex: { pattern: console } }] }
content: Use the logger.
examples: { matches: [console], ignores: [logger, console] }
`);

Deno.test("runExamples() compares each example with its list", async () => {
  const runs = await runExamples(guideline!, examples, regexEngine);
  assert.deepEqual(runs.map(({ outcome }) => outcome), ["right", "right", "noisy"]);
});

Deno.test("runExamples() cuts off the examples for which there is no time", async () => {
  const runs = await runExamples(guideline!, examples, regexEngine, 0);
  assert.deepEqual(runs.map(({ outcome }) => outcome), ["cut-off", "cut-off", "cut-off"]);
  assert.match(runs[0]?.reason ?? "", /took too long/);
});
