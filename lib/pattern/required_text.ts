/**
 * Finds the text that a source must contain for a pattern to match it. Most patterns contain a word
 * that most sources do not, and searching for a word costs a fiftieth of a regular expression that
 * V8 has yet to compile. In doubt there is no such text. Pure.
 */

/** Almost every source contains shorter texts. */
const LEAST = 3;
/** V8 takes seconds to find that a text does not contain another one of thousands of characters. */
const MOST = 100;
/** To search for more of them one by one costs more than the pattern. */
const MOST_TEXTS = 50;

/**
 * Texts of which each match of the pattern contains at least one; undefined where none is known. Each
 * alternative at the top level of the pattern gives its longest run of literal characters, or the
 * beginning of it.
 */
export function requiredTexts(pattern: string, flags: string): string[] | undefined {
  // With i other letter cases match too; with v classes contain classes.
  if (/[iv]/.test(flags)) return undefined;
  const texts: string[] = [];
  let longest = "";
  let run = "";
  const endRun = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (let i = 0; i < pattern.length;) {
    const char = pattern[i]!;
    if (char === "|") {
      endRun();
      texts.push(longest);
      longest = "";
      i++;
      continue;
    }
    const atom = readAtom(pattern, i);
    if (!atom) return undefined;
    i = atom.end;
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(i, i + 20))?.[0] ?? "";
    if (quantifier.length >= 20) return undefined;
    i += quantifier.length;
    if (atom.literal === undefined) endRun();
    else if (quantifier === "") run += atom.literal;
    else if (quantifier.startsWith("+")) {
      run += atom.literal;
      endRun();
    } else endRun();
  }
  endRun();
  texts.push(longest);
  return texts.length <= MOST_TEXTS && texts.every(({ length }) => length >= LEAST)
    ? texts.map((text) => text.slice(0, MOST))
    : undefined;
}

/** One unit of a pattern, and the character that it matches, if it is a literal. */
interface Atom {
  end: number;
  literal?: string;
}

/** Undefined for what is not understood here. */
function readAtom(pattern: string, start: number): Atom | undefined {
  const char = pattern[start]!;
  switch (char) {
    case "\\": {
      const escaped = pattern[start + 1];
      if (escaped === undefined) return undefined;
      if (/[dDwWsSbBnrtfv]/.test(escaped)) return { end: start + 2 };
      // \u0041, \x41, \cA, \k<name>, \p{L}, \1: what follows is not literal.
      return /[^A-Za-z0-9\u0080-\uffff]/.test(escaped)
        ? { end: start + 2, literal: escaped }
        : undefined;
    }
    case "[": {
      const end = endOfClass(pattern, start);
      return end === undefined ? undefined : { end };
    }
    case "(": {
      const end = endOfGroup(pattern, start);
      return end === undefined ? undefined : { end };
    }
    case ")":
    case "*":
    case "+":
    case "?":
    case "{":
      return undefined;
    case ".":
    case "^":
    case "$":
      return { end: start + 1 };
  }
  // With u a quantifier takes a whole code point, without it half of it.
  return char > "\u007f" ? { end: start + 1 } : { end: start + 1, literal: char };
}

function endOfClass(pattern: string, start: number): number | undefined {
  for (let i = start + 1; i < pattern.length; i++) {
    if (pattern[i] === "\\") i++;
    else if (pattern[i] === "]") return i + 1;
  }
  return undefined;
}

function endOfGroup(pattern: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < pattern.length; i++) {
    if (pattern[i] === "\\") i++;
    else if (pattern[i] === "[") {
      const end = endOfClass(pattern, i);
      if (end === undefined) return undefined;
      i = end - 1;
    } else if (pattern[i] === "(") depth++;
    else if (pattern[i] === ")" && --depth === 0) return i + 1;
  }
  return undefined;
}
