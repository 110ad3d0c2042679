/**
 * Splits a regular expression into tokens, by the syntax of ECMAScript 2025. Whether they make sense
 * together is for V8 to decide. Pure.
 */
export type TokenKind =
  | "open" // `(`, `(?:`, `(?=`, `(?<name>`, …
  | "close"
  | "class" // all of `[…]`
  | "start" // `^`
  | "end" // `$`
  | "quantifier"
  | "escape" // all of `\u{1f600}`, `\p{L}`, `\k<name>`, `\1`
  | "or"
  | "literal";

/** A piece of a pattern; offsets are in the pattern. */
export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
}

// The lengths are bounded: a search for an end that is missing would take quadratic time.
const OPEN = /\((?:\?(?:<[=!]|P?<[^>]{0,200}>|[=!:>#|]|[a-zA-Z-]+:|[a-zA-Z-]*))?/y;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;
const ESCAPE = /\\(?:[pPu]\{[^}]{0,200}\}|u[\da-f]{4}|x[\da-f]{2}|k<[^>]{0,200}>|c[a-z]|\d+|[^])/yi;

/** The tokens of `pattern`; joined, they are the pattern. */
export function tokenize(pattern: string, flags: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    const [kind, text] = readToken(pattern, at, flags.includes("v"));
    tokens.push({ kind, text, start: at, end: at + text.length });
    at += text.length;
  }
  return tokens;
}

function readToken(pattern: string, at: number, nested: boolean): [TokenKind, string] {
  const character = pattern[at]!;
  switch (character) {
    case "^":
      return ["start", character];
    case "$":
      return ["end", character];
    case "|":
      return ["or", character];
    case ")":
      return ["close", character];
    case "(":
      return ["open", matchAt(OPEN, pattern, at) ?? character];
    case "[":
      return ["class", pattern.slice(at, classEnd(pattern, at, nested))];
    case "\\":
      return ["escape", matchAt(ESCAPE, pattern, at) ?? character];
  }
  const quantifier = matchAt(QUANTIFIER, pattern, at);
  return quantifier === undefined ? ["literal", character] : ["quantifier", quantifier];
}

/** Where the class that begins at `start` ends; only with the v flag one holds others. */
function classEnd(pattern: string, start: number, nested: boolean): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "[" && (nested || depth === 0)) depth++;
    else if (character === "]" && --depth === 0) return at + 1;
  }
  return pattern.length;
}

function matchAt(regex: RegExp, text: string, at: number): string | undefined {
  regex.lastIndex = at;
  return regex.exec(text)?.[0];
}
