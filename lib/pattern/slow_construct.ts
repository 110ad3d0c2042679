/** Finds what keeps V8 from evaluating a pattern in linear time, and rates the risk. Pure. */
import { type Token, tokenize } from "./token.ts";

/** A part of a pattern that V8 does not take in linear time; offsets are in the pattern. */
export interface SlowConstruct {
  /** For a sentence: `the lookahead "(?="`. */
  name: string;
  start: number;
  end: number;
}

/** The highest count that V8's linear engine repeats. */
const MOST_REPEATS = 16;

/** The constructs of `pattern` that V8's linear engine does not take, in their order. */
export function findSlowConstructs(pattern: string, flags: string): SlowConstruct[] {
  const tokens = tokenize(pattern, flags);
  const capturing = findCapturing(tokens);
  const constructs = tokens.flatMap((token) => {
    const name = nameSlow(token, capturing);
    return name === undefined ? [] : [{ name, start: token.start, end: token.end }];
  });
  const slowFlags = [...flags].filter((flag) => "iuv".includes(flag));
  return [
    ...constructs,
    ...slowFlags.map((flag) => ({ name: `the flag ${flag}`, start: 0, end: pattern.length })),
  ];
}

function nameSlow(token: Token, capturing: ReadonlySet<Token>): string | undefined {
  const { kind, text } = token;
  if (kind === "open") {
    if (text === "(?=" || text === "(?!") return `the lookahead "${text}"`;
    if ((text === "(?<=" || text === "(?<!") && capturing.has(token)) {
      return `the lookbehind "${text}" with a capture in it`;
    }
    if (/^\(\?[a-z-]+:$/.test(text)) return `the modifiers "${text}"`;
  }
  if (kind === "escape" && /^\\(?:k<|[1-9])/.test(text)) return `the backreference "${text}"`;
  if (kind === "quantifier" && repeats(text).most > MOST_REPEATS && text.startsWith("{")) {
    return Number.isFinite(repeats(text).most) || repeats(text).least > MOST_REPEATS
      ? `the counted repeat "${text}"`
      : undefined;
  }
  return undefined;
}

/** The tokens that open a group with a capture in it. */
function findCapturing(tokens: readonly Token[]): Set<Token> {
  const capturing = new Set<Token>();
  const open: { token: Token; before: number }[] = [];
  let captures = 0;
  for (const token of tokens) {
    if (token.kind === "close") close();
    if (token.kind !== "open") continue;
    if (token.text === "(" || /^\(\?<[^=!]/.test(token.text)) captures++;
    open.push({ token, before: captures });
  }
  while (open.length > 0) close();
  return capturing;

  function close(): void {
    const group = open.pop();
    if (group && captures > group.before) capturing.add(group.token);
  }
}

/** How long evaluation may take: not worth mentioning, more than linear, or for ever. */
export type Risk = "none" | "some" | "runaway";

/**
 * What backtracking through `pattern` can cost. A repeat of what itself repeats or has alternatives
 * can split one text in very many ways; without any open repeat there is nothing to go back to.
 */
export function riskOf(pattern: string, flags: string): Risk {
  const tokens = tokenize(pattern, flags);
  const isOpenRepeat = (token: Token | undefined) =>
    token?.kind === "quantifier" && repeats(token.text).most > MOST_REPEATS &&
    repeats(token.text).least < repeats(token.text).most;
  if (!tokens.some(isOpenRepeat)) return "none";
  /** Of each open group, whether something in it repeats or has alternatives. */
  const branches = [false];
  const nested = tokens.some((token, i) => {
    if (token.kind === "open") branches.push(false);
    else if (token.kind === "close" && branches.length > 1) {
      const isBranched = branches.pop()!;
      branches[branches.length - 1] ||= isBranched;
      return isBranched && isOpenRepeat(tokens[i + 1]);
    } else if (token.kind === "or" || isBranching(token)) branches[branches.length - 1] = true;
    return false;
  });
  return nested ? "runaway" : "some";
}

function isBranching({ kind, text }: Token): boolean {
  return kind === "quantifier" && repeats(text).least < repeats(text).most && text !== "?";
}

function repeats(quantifier: string): { least: number; most: number } {
  if (quantifier.startsWith("*")) return { least: 0, most: Infinity };
  if (quantifier.startsWith("+")) return { least: 1, most: Infinity };
  if (quantifier.startsWith("?")) return { least: 0, most: 1 };
  const [, least = "0", comma, most = ""] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  return {
    least: Number(least),
    most: !comma ? Number(least) : most === "" ? Infinity : Number(most),
  };
}
