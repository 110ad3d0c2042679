/**
 * Searches for many words at once, with one regular expression that has the beginnings of all: V8
 * makes a tree of them, and a text costs the same for a hundred words as for one. To compile it takes
 * 6 µs a word.
 *
 * Nobody can interrupt it, so its time has to be bounded. V8 tries each place anew, and where it went
 * back too often in one call it starts all over in an engine that takes minutes for so many words.
 * So beginnings are short, and a call has but a part of the text. Pure.
 */

/** Characters of a word that the regular expression has. */
const BEGINNING = 12;
/** Characters of a text in one call: V8 goes back at each of them twice a character of a beginning. */
const SLICE = 8192;
/** V8 makes no tree of a longer expression. */
const EXPRESSION_LIMIT = 18 * 1024;
/** So many places are looked at: a text that is full of the words is not worth it. */
const PLACES = 200;

/** Finds some words in a text, all at once. */
export interface WordSearch {
  /** Whether `word` is one of the words. */
  knows(word: string): boolean;
  /** Those of the words that stand in `text`; undefined where they stand in too many places. */
  find(text: string): ReadonlySet<string> | undefined;
}

/** Undefined where the words are too much for one expression. */
export function createWordSearch(words: Iterable<string>): WordSearch | undefined {
  const known = new Set(words);
  const groups = groupByBeginning(known);
  const source = [...groups.keys()].map((beginning) => RegExp.escape(beginning)).join("|");
  if (source.length > EXPRESSION_LIMIT) return undefined;
  const regex = new RegExp(source, "g");
  return {
    knows: (word) => known.has(word),
    find: (text) => {
      const found = new Set<string>();
      let places = 0;
      for (let start = 0; start < text.length; start += SLICE) {
        // What begins in this part may end in the next one.
        const part = text.slice(start, start + SLICE + BEGINNING - 1);
        regex.lastIndex = 0;
        for (let match; (match = regex.exec(part)) && match.index < SLICE;) {
          if (places++ === PLACES) return undefined;
          for (const word of groups.get(match[0])!) {
            if (!found.has(word) && text.startsWith(word, start + match.index)) found.add(word);
          }
          // Words may overlap.
          regex.lastIndex = match.index + 1;
        }
      }
      return found;
    },
  };
}

/** The words by their beginnings, no one of which begins another: at a place stands one at most. */
function groupByBeginning(words: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  let beginning: string | undefined;
  let group: string[] = [];
  // Sorted, those that begin with a word come right after it.
  for (const word of [...words].sort()) {
    if (beginning === undefined || !word.startsWith(beginning)) {
      beginning = word.slice(0, BEGINNING);
      groups.set(beginning, group = []);
    }
    group.push(word);
  }
  return groups;
}
