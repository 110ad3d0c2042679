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
  const { source } = picomatch.makeRe(escapeRegexSyntax(freeLeadingGlobstars(body)), {
    dot: true,
    noextglob: true,
    nonegate: true,
    posix: true,
    strictBrackets: true,
    windows: false,
  });
  // What picomatch answers where its output does not compile.
  if (source === "$^") throw new SyntaxError("it ends in the middle of an escape or a bracket");
  const regex = LOOKAHEADS.reduce((text, part) => text.replaceAll(part, ""), source);
  if (!createAutomaton(regex)) throw new SyntaxError("it is too complex to be matched quickly");
  return { glob, negated, regex };
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

/**
 * Rewrites an alternative in braces that begins with a globstar, so that it also matches no folder
 * at all: picomatch lets it match only below one.
 */
function freeLeadingGlobstars(glob: string): string {
  /** Of each open brace, whether a segment begins with it. */
  const open: boolean[] = [];
  let beginsSegment = true;
  let beginsAlternative = false;
  return glob.replace(/\\.|\*\*\/|[^]/gs, (token) => {
    const isLeading = token === "**/" && beginsAlternative && beginsSegment;
    if (token === "{") open.push(beginsSegment);
    else if (token === "," && open.length > 0) beginsSegment = open.at(-1)!;
    else {
      if (token === "}") open.pop();
      beginsSegment = token.endsWith("/");
    }
    beginsAlternative = token === "{" || (token === "," && open.length > 0);
    return isLeading ? "{,**/}" : token;
  });
}

/** These mean something to a regular expression, and picomatch lets them through. */
function escapeRegexSyntax(glob: string): string {
  return glob.replace(/\\.|[()|+"]/gs, (token) => {
    if (token.length === 1) return `\\${token}`;
    // An escaped letter is that letter, and not a class such as \w.
    return /\w/.test(token[1]!) ? token[1]! : token;
  });
}
