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

/** Whether a text lacks what every match of `pattern` holds; then nothing has to be compiled. */
export function cannotMatch({ needs }: Pattern, mayHold: TextFinder): boolean {
  return needs !== undefined && !needs.some(mayHold);
}
