/** Decides whether a guideline's `match` holds for a file. Pure. */
import type { Match, Pattern } from "./guideline.ts";
import type { TextFinder } from "../pattern/text_finder.ts";

/** Whether one pattern holds; undefined where it is not known. */
export type PatternVerdict = (pattern: Pattern) => boolean | undefined;

/** The texts that patterns look at. */
export interface Texts {
  /** The whole source. */
  file: string;
  /** The runs of lines that the edit added; undefined where they are unknown: then the file is used. */
  added: readonly string[] | undefined;
  /** Absent for UTF-8 and UTF-16; `unknown` where the source is in none that could be recognized. */
  encoding?: string;
}

/**
 * Whether `match` holds, given its patterns' verdicts; undefined where that depends on an unknown
 * verdict. Asks for no more verdicts than it needs.
 */
export function evaluateMatch(
  match: Match | undefined,
  verdict: PatternVerdict,
): boolean | undefined {
  const { any, all, none } = match ?? {};
  const anyHolds = any ? anyOf(any, verdict) : true;
  if (anyHolds === false) return false;
  const allHold = all ? not(anyOf(all, (pattern) => not(verdict(pattern)))) : true;
  if (allHold === false) return false;
  const noneHolds = none ? not(anyOf(none, verdict)) : true;
  return noneHolds && anyHolds && allHold;
}

/** Every pattern of `match`, in the order in which they are asked for. */
export function patternsOf(match: Match | undefined): Pattern[] {
  return match ? [...match.any ?? [], ...match.all ?? [], ...match.none ?? []] : [];
}

/** The texts that `pattern` looks at; it holds where it is found in one of them. */
export function textsFor({ on }: Pattern, { file, added }: Texts): readonly string[] {
  return on === "added" && added ? added : [file];
}

/**
 * Whether `pattern` matches a text, judged by the words in it; undefined where the pattern has to run.
 */
export function judgeByWords({ pattern, needs }: Pattern, holds: TextFinder): boolean | undefined {
  if (!needs) return undefined;
  if (!needs.some(holds)) return false;
  // A pattern of literal characters only is the word.
  return needs.length === 1 && needs[0] === pattern ? true : undefined;
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

function not(holds: boolean | undefined): boolean | undefined {
  return holds === undefined ? undefined : !holds;
}
