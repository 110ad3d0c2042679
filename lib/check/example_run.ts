/** Runs a guideline on its examples, with the same code as the hook. */
import type { Example } from "../guideline/example.ts";
import type { Guideline, Pattern } from "../guideline/guideline.ts";
import { languagesOfText } from "../language/language.ts";
import { patternsOf } from "../guideline/matcher.ts";
import { type ScopedFile, whyNotApplicable } from "../guideline/scope.ts";
import type { PatternsPort } from "../search/ports.ts";
import { describeInapplicable, describeMismatch } from "../search/reason.ts";
import { type Evidence, judge, judgeWithin } from "../search/verdict.ts";

/** What a guideline does with one of its examples. */
export interface ExampleRun {
  example: Example;
  /** `cut-off`: a pattern backtracked too long for an answer. */
  outcome: "right" | "noisy" | "missing" | "cut-off";
  /** Why it did not match; undefined where it did. */
  reason: string | undefined;
  /** Patterns that this example exercises. */
  exercised: Pattern[];
}

/** Milliseconds that one pattern may take on one example. */
const LIMIT = 300;
/** Milliseconds for all examples of one guideline; the others count as cut off. */
const TOTAL_LIMIT = 5000;

/** Runs the examples of `guideline` in their order, for at most `limit` milliseconds. */
export async function runExamples(
  guideline: Guideline,
  examples: readonly Example[],
  patterns: PatternsPort,
  limit = TOTAL_LIMIT,
): Promise<ExampleRun[]> {
  const end = performance.now() + limit;
  const ports: RunPorts = { patterns, remaining: () => end - performance.now() };
  const runs: ExampleRun[] = [];
  for (const example of examples) runs.push(await runExample(guideline, example, ports));
  return runs;
}

/** The patterns that are found in none of `runs`. */
export function findUnexercised(guideline: Guideline, runs: readonly ExampleRun[]): Pattern[] {
  const exercised = new Set(runs.flatMap((run) => run.exercised));
  return patternsOf(guideline.match).filter((pattern) => !exercised.has(pattern));
}

interface RunPorts {
  patterns: PatternsPort;
  remaining(): number;
}

async function runExample(
  guideline: Guideline,
  example: Example,
  ports: RunPorts,
): Promise<ExampleRun> {
  if (ports.remaining() <= 0) {
    const reason = "the examples before it took too long";
    return { example, outcome: "cut-off", reason, exercised: [] };
  }
  const wanted = example.list === "matches";
  const outside = example.path === undefined
    ? undefined
    : await whyOutside(guideline, example.path, example.source);
  if (outside !== undefined) {
    return { example, outcome: wanted ? "missing" : "right", reason: outside, exercised: [] };
  }
  const texts = { file: example.source.replaceAll("\r\n", "\n"), added: undefined };
  const evidence: Evidence = { texts, held: new Map() };
  const holds = judge(guideline, evidence, ports) ??
    await judgeWithin(guideline, evidence, ports, LIMIT);
  const exercised = await findExercised(guideline, evidence, ports);
  const reason = holds ? undefined : describeMismatch(guideline, evidence);
  if (holds === undefined) return { example, outcome: "cut-off", reason, exercised };
  return {
    example,
    outcome: holds === wanted ? "right" : wanted ? "missing" : "noisy",
    reason,
    exercised,
  };
}

/** Why a path is outside of the scope; repositories do not count, since an example has none. */
async function whyOutside(
  guideline: Guideline,
  path: string,
  source: string,
): Promise<string | undefined> {
  const { repositories: _, ...scope } = guideline.scope;
  const file: ScopedFile = {
    relativePath: path,
    languages: await languagesOfText(path, source),
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
  { patterns, remaining }: RunPorts,
): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for (const pattern of patternsOf(match)) {
    if (remaining() <= 0) break;
    const regex = new RegExp(pattern.pattern, pattern.flags);
    const holds = held.get(pattern) ??
      (patterns.isLinear(regex)
        ? regex.test(texts.file)
        : await patterns.test(regex, texts.file, LIMIT));
    if (holds) found.push(pattern);
  }
  return found;
}
