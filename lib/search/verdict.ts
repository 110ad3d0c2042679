/**
 * Decides about one guideline and one subject, for the hook and for `explain`. The evidence of a
 * verdict is kept, so that `explain` gives its reason without deciding again.
 */
import type { Guideline, Pattern } from "../guideline/guideline.ts";
import {
  evaluateMatch,
  judgeByWords,
  patternsOf,
  type Texts,
  textsFor,
} from "../guideline/matcher.ts";
import { expandedSize } from "../pattern/build_cost.ts";
import { createTextFinder, type TextFinder } from "../pattern/text_finder.ts";
import type { Inapplicable } from "../guideline/scope.ts";
import type { PatternsPort } from "./ports.ts";

/** The decision about a guideline and a subject. */
export type Verdict =
  | { kind: "not-applicable"; part: Inapplicable }
  /** Its texts cannot be read. */
  | { kind: "unreadable"; reason: string }
  | { kind: "matched" | "no-match" | "cut-off"; evidence: Evidence };

/** The results of a guideline's patterns on a subject. */
export interface Evidence {
  texts: Texts;
  /** Only of the patterns that were evaluated. */
  held: Map<Pattern, boolean>;
}

/** What deciding needs. */
export interface JudgePorts {
  patterns: PatternsPort;
  /** Milliseconds left for matching. */
  remaining(): number;
  /** UTF-16 units that were searched for words since the clock was last read. */
  searched?: number;
}

/** UTF-16 units that are searched between two looks at the clock; a millisecond at most. */
const CLOCK_INTERVAL = 1_000_000;

/**
 * Linear is not always fast: what a pattern costs grows with its length and the text's. Above this
 * product it runs under a time limit as well; below it takes a fifth of a second at most.
 */
const UNGUARDED = 2_000_000;

/** Whether `guideline` matches; undefined where that depends on patterns that may run away. */
export function judge(
  { match }: Guideline,
  { texts, held }: Evidence,
  ports: JudgePorts,
): boolean | undefined {
  const { patterns, remaining } = ports;
  return evaluateMatch(match, (pattern) => {
    const known = held.get(pattern);
    if (known !== undefined) return known;
    const words = pattern.on ? 0 : pattern.needs?.length ?? 0;
    if (words > 0 && isTimeOver(ports, words * texts.file.length)) return undefined;
    const byWords = words > 0 ? judgeByWords(pattern, finderOf(texts)) : undefined;
    if (byWords !== undefined) {
      held.set(pattern, byWords);
      return byWords;
    }
    if (remaining() <= 0) return undefined;
    const { regex, linear, size } = compile(pattern, patterns);
    const candidates = textsFor(pattern, texts);
    const length = candidates.reduce((sum, text) => sum + text.length, 0);
    if (!linear || length * size > UNGUARDED) return undefined;
    const holds = findIn(candidates, regex);
    if (holds !== undefined) held.set(pattern, holds);
    return holds;
  });
}

/** Reads the clock only now and then: a short text is searched faster than the clock is read. */
function isTimeOver(ports: JudgePorts, units: number): boolean {
  ports.searched = (ports.searched ?? 0) + units;
  if (ports.searched < CLOCK_INTERVAL) return false;
  if (ports.remaining() <= 0) return true;
  ports.searched = 0;
  return false;
}

/** Many guidelines look for words in the same text. */
const finders = new WeakMap<Texts, TextFinder>();

function finderOf(texts: Texts): TextFinder {
  let finder = finders.get(texts);
  if (!finder) finders.set(texts, finder = createTextFinder(texts.file));
  return finder;
}

/** Undefined for a pattern that compiles but cannot be run, such as one that is too large. */
function findIn(texts: readonly string[], regex: RegExp): boolean | undefined {
  try {
    return texts.some((text) => regex.test(text));
  } catch {
    return undefined;
  }
}

/** The same, and tries each pattern that may run away for at most `limit` milliseconds. */
export async function judgeWithin(
  guideline: Guideline,
  evidence: Evidence,
  { patterns, remaining }: JudgePorts,
  limit: number,
): Promise<boolean | undefined> {
  const { texts, held } = evidence;
  for (const pattern of patternsOf(guideline.match)) {
    const left = remaining();
    if (held.has(pattern) || left <= 0) continue;
    const { regex } = compile(pattern, patterns);
    const holds = await testAll(regex, textsFor(pattern, texts), Math.min(limit, left), patterns);
    if (holds === undefined) continue;
    held.set(pattern, holds);
    const verdict = evaluateMatch(guideline.match, (pattern) => held.get(pattern));
    if (verdict !== undefined) return verdict;
  }
  return evaluateMatch(guideline.match, (pattern) => held.get(pattern));
}

/** Whether `regex` is found in one of `texts`, in `ms` milliseconds for all of them. */
async function testAll(
  regex: RegExp,
  texts: readonly string[],
  ms: number,
  patterns: PatternsPort,
): Promise<boolean | undefined> {
  const end = performance.now() + ms;
  for (const text of texts) {
    const left = end - performance.now();
    if (left <= 0) return undefined;
    const holds = await patterns.test(regex, text, left);
    if (holds !== false) return holds;
  }
  return false;
}

interface Compiled {
  regex: RegExp;
  linear: boolean;
  /** In UTF-16 units, with all that counted repeats write out. */
  size: number;
}

/** An edit of many files evaluates the same patterns again and again. */
const compiledPatterns = new WeakMap<Pattern, Compiled>();

function compile(pattern: Pattern, { isLinear }: PatternsPort): Compiled {
  let compiled = compiledPatterns.get(pattern);
  if (!compiled) {
    const regex = new RegExp(pattern.pattern, pattern.flags);
    const size = expandedSize(pattern.pattern, pattern.flags);
    compiledPatterns.set(pattern, compiled = { regex, linear: isLinear(regex), size });
  }
  return compiled;
}
