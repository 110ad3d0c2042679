/** Checks docs/writing-guidelines.md against the program. */
import assert from "node:assert/strict";
import { PROJECT } from "../support/command.ts";
import { CODES } from "../../lib/check/codes.ts";
import { runExamples } from "../../lib/check/example_run.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { regexEngine } from "../../lib/pattern/regex_engine.ts";
import { GuidelineSchema } from "../../lib/guideline_file/schema.ts";
import { type Decision, DECISIONS } from "../../lib/search/explain.ts";

const TEXT = Deno.readTextFileSync(
  `${PROJECT}/docs/writing-guidelines.md`,
);

Deno.test("The reference lists every code of check, with its severity and summary", () => {
  const [, table = ""] = /<!-- codes -->([^]*)<!-- \/codes -->/.exec(TEXT) ?? [];
  const rows = [...table.matchAll(/^\| `([\w-]+)` +\| (\w+) +\| (.*?) +\|$/gm)]
    .map(([, ...cells]) => cells);
  assert.deepEqual(
    rows,
    Object.entries(CODES).map(([code, { severity, summary }]) => [code, severity, summary]),
  );
});

Deno.test("The reference's guideline is valid, and its examples are right", async () => {
  const [, yaml = ""] = /```yaml\n([^]*?)```/.exec(TEXT) ?? [];
  const { guideline, examples, problems } = parseGuideline(yaml);
  assert.deepEqual(problems, []);
  const runs = await runExamples(guideline!, examples, regexEngine);
  assert.deepEqual(runs.map(({ outcome }) => outcome), runs.map(() => "right"));
  for (const key of Object.keys(GuidelineSchema.shape)) assert(yaml.includes(`\n${key}:`), key);
});

Deno.test("The reference names every verdict of explain", () => {
  const names: Record<Decision, string> = {
    "would-be-presented": "would be presented",
    "deferred": "deferred",
    "presented": "already presented",
    "cut-off": "cut off",
    "unreadable": "not looked at",
    "no-match": "no match",
    "not-applicable": "not applicable",
  };
  for (const decision of DECISIONS) {
    assert.match(TEXT, new RegExp(`^\\| ${names[decision]} +\\|`, "m"));
  }
});
