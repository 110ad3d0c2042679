/** Why V8 rejects a pattern: where, and what to write instead. Pure. */
import { type Token, tokenize } from "../pattern/token.ts";

/** Why a pattern does not compile. */
export interface PatternFault {
  /** In sentence case, such as `Unterminated group`. */
  reason: string;
  help: string;
  /** Offsets in the pattern; all of it where the position is not known. */
  start: number;
  end: number;
  /** Whether the flags are the cause. */
  inFlags: boolean;
}

const BACKSLASH_AT_END = "\\ at end of pattern";

/** What is wrong in `pattern`, given the error that `new RegExp` threw for it. */
export function describeFault(pattern: string, flags: string, error: unknown): PatternFault {
  const message = error instanceof Error ? error.message : "unknown";
  const whole = { start: 0, end: pattern.length, inFlags: false };
  if (/^Invalid flags/.test(message)) {
    return {
      ...whole,
      reason: `Flags "${flags}" exclude each other`,
      help: "Write either u or v",
      inFlags: true,
    };
  }
  const reason = message.slice(message.lastIndexOf(": ") + 2);
  const token = findFault(reason, tokenize(pattern, flags));
  return {
    ...whole,
    reason: reason === BACKSLASH_AT_END ? "Backslash at the end" : reason,
    help: helpFor(reason, token?.text ?? ""),
    ...(token && { start: token.start, end: token.end }),
  };
}

/** V8 gives no position, so it is searched for by the reason. */
function findFault(reason: string, tokens: Token[]): Token | undefined {
  switch (reason) {
    case "Unterminated group":
      return unmatchedGroups(tokens).open;
    case "Unmatched ')'":
      return unmatchedGroups(tokens).close;
    case "Unterminated character class":
      return tokens.findLast(({ kind, text }) => kind === "class" && !/[^\\]\]$/.test(text)) ??
        tokens.findLast(({ kind }) => kind === "class");
    case "Nothing to repeat":
      return tokens.find(({ kind }, i) => kind === "quantifier" && !canRepeat(tokens[i - 1]));
    case "Invalid group":
      return tokens.find(({ kind, text }) => kind === "open" && FOREIGN_GROUP.test(text));
    case "Range out of order in character class":
      return tokens.find((token) => token.kind === "class" && !compiles(token.text));
    case "numbers out of order in {} quantifier":
      return tokens.find(({ kind, text }) => {
        const [, least, most] = /^\{(\d+),(\d+)\}/.exec(text) ?? [];
        return kind === "quantifier" && Number(least) > Number(most);
      });
    case BACKSLASH_AT_END:
      return tokens.at(-1);
    case "Invalid property name":
    case "Invalid Unicode escape":
    case "Invalid escape":
      return tokens.find((token) => token.kind === "escape" && !compiles(token.text, "u"));
    case "Lone quantifier brackets":
    case "Incomplete quantifier":
      return tokens.find(({ text }) => /^[{}\]]$/.test(text));
    case "Duplicate capture group name": {
      const names = tokens.filter(({ text }) => /^\(\?<[^=!]/.test(text));
      return names.find(({ text }, i) => names.findIndex((other) => other.text === text) < i);
    }
    case "Invalid named capture referenced":
    case "Invalid named reference":
      return tokens.find(({ text }) => text.startsWith("\\k"));
    default:
      return undefined;
  }
}

const FOREIGN_GROUP = /^\(\?(?!<[^>]*>$|<[=!]$|[=!:]$|[ims]+(?:-[ims]*)?:$|-[ims]+:$)/;

function unmatchedGroups(tokens: Token[]): { open?: Token; close?: Token } {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "open") open.push(token);
    else if (token.kind === "close" && !open.pop()) return { close: token };
  }
  const last = open.at(-1);
  return last ? { open: last } : {};
}

function canRepeat(before: Token | undefined): boolean {
  return before !== undefined &&
    !["open", "or", "quantifier", "start", "end"].includes(before.kind);
}

function compiles(part: string, flags = ""): boolean {
  try {
    new RegExp(part, flags);
    return true;
  } catch {
    return false;
  }
}

function helpFor(reason: string, text: string): string {
  switch (reason) {
    case "Unterminated group":
      return 'Close the group, or write "\\(" to match a parenthesis';
    case "Unmatched ')'":
      return 'Write "\\)" to match a parenthesis';
    case "Unterminated character class":
      return 'Close the class with "]", or write "\\[" to match a bracket';
    case "Nothing to repeat":
      return text.startsWith("*")
        ? 'Write "\\*" to match the character, or ".*" for any text: patterns are not globs'
        : /^[?+]$/.test(text)
        ? `Write "\\${text}" to match the character; possessive quantifiers are not in ECMAScript`
        : "Write what it repeats before it";
    case "Invalid group":
      return groupHelp(text);
    case "Range out of order in character class":
      return 'Put "-" first or last in the class to match it, or swap its ends';
    case BACKSLASH_AT_END:
      return 'Write "\\\\" to match a backslash';
    case "Invalid property name":
      return "Names are those of the Unicode standard, as \\p{L} or \\p{Script=Greek}";
    case "Invalid Unicode escape":
      return "Code points go up to \\u{10FFFF}";
    case "Invalid escape":
      return `With the flags u and v only special characters can be escaped: write "${
        text.slice(1)
      }"`;
    case "Lone quantifier brackets":
    case "Incomplete quantifier":
      return `Write "\\${text}" to match the character`;
    default:
      return "Patterns are ECMAScript regular expressions, as in JavaScript";
  }
}

function groupHelp(text: string): string {
  if (text.startsWith("(?P<")) {
    return `Write "(?<${text.slice(4)}": ECMAScript names groups without P`;
  }
  if (text.startsWith("(?>")) return 'Write "(?:": there are no atomic groups in ECMAScript';
  if (text.startsWith("(?#")) {
    return "Leave it out: there are no comments inside ECMAScript patterns";
  }
  const letters = /^\(\?([a-zA-Z-]+)$/.exec(text)?.[1];
  if (letters !== undefined && /^[ims]+$/.test(letters)) {
    return `Put "(?${letters})" at the very start, or write "(?${letters}:…)" around a part`;
  }
  return letters === undefined
    ? 'Write "\\(" to match a parenthesis'
    : "ECMAScript has the flags i, m and s there: leave the others out";
}
