/** Holds a guideline against its examples, with the very code that the hook runs. */
import { NO_DEADLINE } from "../deadline.ts";
import type { Example } from "../guideline/example.ts";
import type { Guideline, Pattern } from "../guideline/guideline.ts";
import { languagesOf } from "../language/language.ts";
import { patternsOf } from "../guideline/matcher.ts";
import { type ScopedFile, whyNotApplicable } from "../guideline/scope.ts";
import { fileName } from "../path.ts";
import type { PatternsPort } from "../search/ports.ts";
import { describeInapplicable, describeMismatch } from "../search/reason.ts";
import { type Evidence, judge, judgePatiently } from "../search/verdict.ts";

/** What a guideline does with one of its examples. */
export interface ExampleRun {
  example: Example;
  /** `cut-off`: a pattern backtracked too long for an answer. */
  outcome: "right" | "noisy" | "missing" | "cut-off";
  /** What kept it from matching; undefined where it matched. */
  reason: string | undefined;
  /** Patterns whose say this example shows. */
  exercised: Pattern[];
}

/** Milliseconds that one pattern may take on one example. */
const LIMIT = 300;

/** Runs every example of `guideline`, in their order. */
export async function runExamples(
  guideline: Guideline,
  examples: readonly Example[],
  patterns: PatternsPort,
): Promise<ExampleRun[]> {
  const runs: ExampleRun[] = [];
  for (const example of examples) runs.push(await runExample(guideline, example, patterns));
  return runs;
}

/** The patterns that decide nothing in any of `runs`. */
export function findUnexercised(guideline: Guideline, runs: readonly ExampleRun[]): Pattern[] {
  const exercised = new Set(runs.flatMap((run) => run.exercised));
  return patternsOf(guideline.match).filter((pattern) => !exercised.has(pattern));
}

async function runExample(
  guideline: Guideline,
  example: Example,
  patterns: PatternsPort,
): Promise<ExampleRun> {
  const wanted = example.list === "matches";
  const outside = example.path === undefined ? undefined : whyOutside(guideline, example.path);
  if (outside !== undefined) {
    return { example, outcome: wanted ? "missing" : "right", reason: outside, exercised: [] };
  }
  const texts = { file: example.source.replaceAll("\r\n", "\n"), added: undefined };
  const evidence: Evidence = { texts, held: new Map() };
  const ports = { patterns, remaining: NO_DEADLINE.begin("match").remaining };
  const holds = judge(guideline, evidence, ports) ??
    await judgePatiently(guideline, evidence, ports, LIMIT);
  const exercised = await findExercised(guideline, evidence, patterns);
  const reason = holds ? undefined : describeMismatch(guideline, evidence);
  if (holds === undefined) return { example, outcome: "cut-off", reason, exercised };
  return {
    example,
    outcome: holds === wanted ? "right" : wanted ? "missing" : "noisy",
    reason,
    exercised,
  };
}

/** What a path says about the scope; repositories are left out, since an example has none. */
function whyOutside(guideline: Guideline, path: string): string | undefined {
  const { repositories: _, ...scope } = guideline.scope;
  const file: ScopedFile = {
    relativePath: path,
    languages: languagesOf(fileName(path)),
    identity: undefined,
  };
  const local = { ...guideline, scope };
  const [event = "file_changed"] = guideline.when;
  const part = whyNotApplicable(local, event, file);
  return part === undefined ? undefined : describeInapplicable(part, local, file);
}

/** The patterns that are found in the example, also those that the verdict did not need. */
async function findExercised(
  { match }: Guideline,
  { texts, held }: Evidence,
  patterns: PatternsPort,
): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for (const pattern of patternsOf(match)) {
    const regex = new RegExp(pattern.pattern, pattern.flags);
    const holds = held.get(pattern) ??
      (patterns.isLinear(regex)
        ? regex.test(texts.file)
        : await patterns.test(regex, texts.file, LIMIT));
    if (holds) found.push(pattern);
  }
  return found;
}
