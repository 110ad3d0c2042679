/** Does a guideline's `match` hold on a text? Pure. */
import type { Match, Pattern } from "./guideline.ts";
import type { TextFinder } from "./text_finder.ts";

/** Whether one pattern holds; undefined where it is not known. */
export type PatternVerdict = (pattern: Pattern) => boolean | undefined;

/** Whether `match` holds, given its patterns' verdicts; undefined where that is not known. */
export function evaluateMatch(
  match: Match | undefined,
  verdict: PatternVerdict,
): boolean | undefined {
  if (!match) return true;
  return anyOf(match.any, verdict);
}

function anyOf(patterns: readonly Pattern[], verdict: PatternVerdict): boolean | undefined {
  let unknown = false;
  for (const pattern of patterns) {
    const holds = verdict(pattern);
    if (holds) return true;
    if (holds === undefined) unknown = true;
  }
  return unknown ? undefined : false;
}

/**
 * Whether `pattern` matches a text, as far as the words in it tell; undefined where the pattern has
 * to be compiled.
 */
export function judgeByWords({ pattern, needs }: Pattern, holds: TextFinder): boolean | undefined {
  if (!needs) return undefined;
  if (!needs.some(holds)) return false;
  // A pattern all of whose characters stand for themselves is the word.
  return needs.length === 1 && needs[0] === pattern ? true : undefined;
}
