/** Globs to regular expressions. Loads picomatch, so it stays off the hook's path where it can. */
import picomatch from "picomatch";
import { createAutomaton } from "../guideline/glob_automaton.ts";
import type { Glob } from "../guideline/guideline.ts";

/** The longest glob, in characters; V8 rejects one of 40,000, and one of 1,000 is unreadable. */
export const GLOB_LIMIT = 1000;

/**
 * Compiles one entry of a list of globs: `*` stays inside a segment, `**` does not, dotfiles count,
 * `\` escapes, no extglobs (so `app/(shop)/page.tsx` means these very parentheses).
 * @throws {SyntaxError} when it is not a glob; the message says why.
 */
export function compileGlob(glob: string): Glob {
  const negated = glob.startsWith("!");
  const body = (negated ? glob.slice(1) : glob).normalize("NFC");
  if (body.trim() === "") throw new SyntaxError("it is empty");
  if (body.startsWith("/")) throw new SyntaxError('it begins with "/", but paths are relative');
  if (/(?:^|\/)\.\.(?:\/|$)/.test(body)) throw new SyntaxError('it has a ".." segment');
  if (body.length > GLOB_LIMIT) {
    throw new SyntaxError(`it is longer than ${GLOB_LIMIT} characters`);
  }
  const regex = [...new Set(expandGlobstars(body).map(toRegex))].join("|");
  if (!createAutomaton(regex)) throw new SyntaxError("it is too complex to be matched quickly");
  return { glob, negated, regex };
}

/** @throws {SyntaxError} when it is not a glob; the message says why. */
function toRegex(glob: string): string {
  const { source } = picomatch.makeRe(escapeRegexSyntax(glob), {
    dot: true,
    noextglob: true,
    nonegate: true,
    posix: true,
    strictBrackets: true,
    windows: false,
  });
  // What picomatch answers where its output does not compile.
  if (source === "$^") throw new SyntaxError("it ends in the middle of an escape or a bracket");
  return LOOKAHEADS.reduce(
    (text, part) => text.replaceAll(part, ""),
    source.replaceAll(DEAD_END, ")"),
  );
}

/**
 * The same for a repository: compared in lower case, since V8's linear engine does not take
 * the flag i.
 * @throws {SyntaxError} when it is not a glob; the message says why.
 */
export function compileRepositoryGlob(glob: string): Glob {
  return { ...compileGlob(glob.toLowerCase()), glob };
}

/**
 * What picomatch puts before a star: no `.` or `..` segment, and not nothing. Our paths are
 * normalised and have neither, and no lookahead can be matched in linear time.
 */
const LOOKAHEADS = [
  "(?!(?:^|\\/)\\.{1,2}(?:\\/|$))",
  "(?!\\.{1,2}(?:\\/|$))",
  "(?!\\.{0,1}(?:\\/|$))",
  "(?=.)",
];

/** The end of the path, where picomatch wants a character to follow: `a/**\/*` does not match `a`. */
const DEAD_END = "|$)(?!\\.{1,2}(?:\\/|$))(?=.)";

/** A globstar in braces or beside them, where picomatch does not let it match no folder at all. */
const GLOBSTAR_AT_BRACES = /\{[^]*\*\*[^]*\}|\*\*\{|\}\*\*/;

/** The most characters that the globs have together to which one is expanded. */
const EXPANSION_LIMIT = 3 * GLOB_LIMIT;

/** The globs that `glob` means together, where picomatch cannot be given its braces. */
function expandGlobstars(glob: string): string[] {
  if (!GLOBSTAR_AT_BRACES.test(glob)) return [glob];
  // No path is empty.
  const globs = expandBraces(glob).filter((each) => each !== "");
  return globs.length > 0 ? globs : [glob];
}

const TOKEN = /\\.|\[[!^]?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]|[^]/gs;

/** Expands `{a,b}` as a shell does; `{a}` and `{1..3}` are left to picomatch. */
function expandBraces(glob: string): string[] {
  const tokens = glob.match(TOKEN) ?? [];
  let depth = 0;
  let start = -1;
  let commas: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token === "{" && depth++ === 0) [start, commas] = [at, []];
    else if (token === "," && depth === 1) commas.push(at);
    else if (token === "}" && depth > 0 && --depth === 0 && commas.length > 0) {
      const text = (from: number, to?: number) => tokens.slice(from, to).join("");
      const ends = [...commas, at];
      const alternatives = ends.flatMap((end, i) =>
        expandBraces(text((ends[i - 1] ?? start) + 1, end))
      );
      const rests = expandBraces(text(at + 1));
      const before = text(0, start);
      const length = lengthOf(alternatives) * rests.length + lengthOf(rests) * alternatives.length +
        before.length * alternatives.length * rests.length;
      if (length > EXPANSION_LIMIT) throw new SyntaxError("it has too many alternatives");
      return alternatives.flatMap((each) => rests.map((rest) => `${before}${each}${rest}`));
    }
  }
  return [glob];
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** These mean something to a regular expression, and picomatch lets them through. */
function escapeRegexSyntax(glob: string): string {
  return glob.replace(/\\.|[()|+"]/gs, (token) => {
    if (token.length === 1) return `\\${token}`;
    // An escaped letter is that letter, and not a class such as \w.
    return /\w/.test(token[1]!) ? token[1]! : token;
  });
}
