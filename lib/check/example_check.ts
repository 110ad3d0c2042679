/** Reports examples that a guideline does not treat as it should. */
import type { Findings } from "../guideline_file/findings.ts";
import type { ParsedGuideline } from "../guideline_file/parse.ts";
import type { ExampleRun } from "./example_run.ts";

/** Reports the examples that failed; `runs` are those of the guideline in `parsed`. */
export function reportExamples(
  { content: { found } }: ParsedGuideline,
  runs: readonly ExampleRun[],
): void {
  for (const run of runs) reportExample(run, found);
}

/** Reports a guideline that has patterns and no example. */
export function reportNoExamples({ guideline, examples, content, idAt }: ParsedGuideline): void {
  if (!guideline?.match || examples.length > 0) return;
  content.found.add("no-examples", "No examples for the patterns", {
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
      return found.add("missing", `Example is not matched: ${reason}`, {
        ...at,
        help: "Change the guideline so that it matches, or move the example to ignores",
      });
    case "noisy":
      return found.add("noisy", "Example is matched, but should be ignored", {
        ...at,
        help: "Make the patterns narrower, or move the example to matches",
      });
    case "cut-off":
      return found.add("slow-pattern", `Example times out: ${reason}`, {
        ...at,
        help: "Rewrite the pattern without a repeat inside a repeat",
      });
  }
}
