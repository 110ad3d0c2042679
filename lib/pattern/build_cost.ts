/**
 * Estimates from the text of a regular expression how long V8 takes to build it: nothing can
 * interrupt V8 meanwhile. Pure.
 */
import { type Token, tokenize } from "./token.ts";

/** The most that the patterns of one guideline may cost together, in milliseconds. */
export const BUILD_LIMIT = 100;

/** Milliseconds, measured with V8 15.0 on the patterns that cost most of their kind. */
const COST = {
  unit: 0.0006,
  class: 0.03,
  /** Of a property in a class, its share of building and of compiling. */
  property: 0.5,
  /** A property of strings: V8 writes out thousands of emoji. */
  strings: 6,
  /** Of properties in a row, to the power of their number. */
  run: 0.3,
  growth: 2.7,
  /** For each two members of one class that V8 compares with each other. */
  pair: 0.00035,
};

const PROPERTY = /\\[pP]\{([^}]*)\}/g;
const OF_STRINGS = /^(?:RGI_|Basic_Emoji|Emoji_Keycap)/;

/** What building `pattern` costs, in milliseconds; an upper bound for what is no cheap pattern. */
export function buildCost(pattern: string, flags: string): number {
  const size = expandedSize(pattern, flags) * COST.unit;
  if (!/[iuv]/.test(flags) && !/\(\?[a-z-]*i/.test(pattern)) return size;
  const tokens = tokenize(pattern, flags);
  return tokens.reduce((sum, token) => sum + costOf(token, flags), size) +
    (/[uv]/.test(flags) ? costOfRuns(tokens) : 0);
}

/**
 * V8 looks ahead over what has a fixed length, and for a property each character may be one unit or
 * two: properties in a row, with no open repeat between them, multiply.
 */
function costOfRuns(tokens: readonly Token[]): number {
  let cost = 0;
  let run = 0;
  /** Of each open group, the run before it and the longest of its alternatives. */
  const groups = [{ before: 0, most: 0 }];
  tokens.forEach(({ kind, text }, i) => {
    const group = groups.at(-1)!;
    if (kind === "open") groups.push({ before: run, most: run });
    else if (kind === "or") {
      group.most = Math.max(group.most, run);
      run = group.before;
    } else if (kind === "close" && groups.length > 1) {
      run = Math.max(groups.pop()!.most, run);
    } else if (kind === "quantifier" && /^(?:[*+]|\{\d+,)/.test(text)) run = 0;
    else if (hasProperty(text)) cost += COST.run * COST.growth ** ++run;
    else if (kind === "quantifier" && text.startsWith("{") && hasProperty(tokens[i - 1]?.text)) {
      // V8 unrolls the first repetitions.
      for (let times = 1; times < 3; times++) cost += COST.run * COST.growth ** ++run;
    }
  });
  return cost;
}

function hasProperty(text = ""): boolean {
  return /\\[pP]\{/.test(text);
}

function costOf({ kind, text }: Token, flags: string): number {
  if (kind !== "class" && kind !== "escape") return 0;
  if (kind === "escape" && !/^\\[pPWDS]/.test(text)) return 0;
  let properties = 0;
  let strings = 0;
  if (/[uv]/.test(flags)) {
    for (const [, name = ""] of text.matchAll(PROPERTY)) {
      properties++;
      if (OF_STRINGS.test(name)) strings++;
    }
  }
  const members = /[uv]/.test(flags) && kind === "class" ? text.length - 7 * properties : 0;
  // Only classes with properties, and those of v, are compared member by member.
  const pairs = properties > 0 || flags.includes("v") ? members ** 2 : 0;
  return COST.class + properties * COST.property + strings * COST.strings +
    pairs * (properties > 0 ? COST.pair / 9 : COST.pair / 20);
}

/** The length of `pattern` if its counted repeats were written out. */
export function expandedSize(pattern: string, flags: string): number {
  if (!/\{\d/.test(pattern)) return pattern.length;
  /** Sizes of the open groups, the whole pattern first. */
  const sizes = [0];
  let last = 0;
  for (const { kind, text } of tokenize(pattern, flags)) {
    if (kind === "open") {
      sizes.push(text.length);
      last = 0;
    } else if (kind === "quantifier" && text.startsWith("{")) {
      const [, least = "1", most] = /^\{(\d+)(?:,(\d*))?\}/.exec(text) ?? [];
      const times = Math.max(1, Number(least), Number(most || 0));
      sizes[sizes.length - 1]! += last * (times - 1);
    } else {
      last = text.length + (kind === "close" && sizes.length > 1 ? sizes.pop()! : 0);
      sizes[sizes.length - 1]! += last;
    }
  }
  return sizes.reduce((sum, size) => sum + size);
}
