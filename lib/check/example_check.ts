/** Reports examples that a guideline takes otherwise than it should. */
import type { Findings } from "../guideline_file/findings.ts";
import type { ParsedGuideline } from "../guideline_file/parse.ts";
import type { ExampleRun } from "./example_run.ts";

/** What came of each example; `runs` are those of the guideline in `parsed`. */
export function reportExamples(
  { content: { found } }: ParsedGuideline,
  runs: readonly ExampleRun[],
): void {
  for (const run of runs) reportExample(run, found);
}

/** Whether a guideline has patterns and nothing that proves them. */
export function reportNoExamples({ guideline, examples, content, idAt }: ParsedGuideline): void {
  if (!guideline?.match || examples.length > 0) return;
  content.found.add("no-examples", "Cannot prove the patterns: the guideline has no examples", {
    ...idAt,
    severity: "hint",
    help: "Put a source that must match under examples.matches, and one that must not under " +
      "examples.ignores",
  });
}

function reportExample({ example, outcome, reason }: ExampleRun, found: Findings): void {
  const { list, index } = example;
  const at = { ...found.valueAt(["examples", list, index]), blocks: false };
  switch (outcome) {
    case "missing":
      return found.add("missing", `Cannot match this example: ${reason}`, {
        ...at,
        help: "Change the guideline so that it matches, or move the example to ignores",
      });
    case "noisy":
      return found.add("noisy", "Cannot ignore this example: the guideline matches it", {
        ...at,
        help: "Make the patterns narrower, or move the example to matches",
      });
    case "cut-off":
      return found.add("slow-pattern", `Cannot evaluate this example in time: ${reason}`, {
        ...at,
        help: "Say the pattern without a repeat inside a repeat",
      });
  }
}
