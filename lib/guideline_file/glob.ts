/** Globs to regular expressions. Loads picomatch, so it stays off the hook's path where it can. */
import picomatch from "picomatch";
import type { Glob } from "../guideline/guideline.ts";

/**
 * Compiles one entry of a list of globs: `*` stays inside a segment, `**` does not, dotfiles count,
 * `\` escapes, no extglobs (so `app/(shop)/page.tsx` means these very parentheses).
 * @throws {SyntaxError} when it is not a glob; the message says why.
 */
export function compileGlob(glob: string): Glob {
  const negated = glob.startsWith("!");
  const body = negated ? glob.slice(1) : glob;
  if (body.trim() === "") throw new SyntaxError("it is empty");
  if (body.startsWith("/")) throw new SyntaxError('it begins with "/", but paths are relative');
  if (/(?:^|\/)\.\.(?:\/|$)/.test(body)) throw new SyntaxError('it has a ".." segment');
  const { source } = picomatch.makeRe(escapeRegexSyntax(body), {
    dot: true,
    noextglob: true,
    nonegate: true,
    posix: true,
    strictBrackets: true,
    windows: false,
  });
  // What picomatch answers where its output does not compile.
  if (source === "$^") throw new SyntaxError("it ends in the middle of an escape or a bracket");
  return {
    glob,
    negated,
    regex: LOOKAHEADS.reduce((text, part) => text.replaceAll(part, ""), source),
  };
}

/**
 * The same for a repository: compared in lower case, since with the flag i V8 could not take the
 * glob in linear time.
 * @throws {SyntaxError} when it is not a glob; the message says why.
 */
export function compileRepositoryGlob(glob: string): Glob {
  return { ...compileGlob(glob.toLowerCase()), glob };
}

/**
 * What picomatch puts before a star: no `.` or `..` segment, and not nothing. Our paths are
 * normalised and have neither; and with a lookahead V8 could not take the glob in linear time.
 */
const LOOKAHEADS = [
  "(?!(?:^|\\/)\\.{1,2}(?:\\/|$))",
  "(?!\\.{1,2}(?:\\/|$))",
  "(?=.)",
];

/** These mean something to a regular expression, and picomatch lets them through. */
function escapeRegexSyntax(glob: string): string {
  return glob.replace(/\\.|[()|+"]/gs, (token) => {
    if (token.length === 1) return `\\${token}`;
    // An escaped letter is that letter, and not a class such as \w.
    return /\w/.test(token[1]!) ? token[1]! : token;
  });
}
