/** Which of many words does a text hold? Pure. */

/** Whether the text holds `word`. */
export type TextFinder = (word: string) => boolean;

/**
 * Lengths of the prefixes that are searched for before a word. Guidelines are about the same packages,
 * classes and calls, so many words share a prefix, and where that is missing they all are.
 */
const PREFIXES = [6, 12];

/** Searches after which an index pays: it takes as long as 20. */
const INDEX_AFTER = 40;

/** A finder for one text. */
export function createTextFinder(text: string): TextFinder {
  const prefixes = new Map<string, boolean>();
  let searches = 0;
  let mayHold: TextFinder | undefined;
  return (word) => PREFIXES.every((length) => holdsPrefix(word, length)) && search(word);

  function holdsPrefix(word: string, length: number): boolean {
    if (word.length <= length) return true;
    const prefix = word.slice(0, length);
    let held = prefixes.get(prefix);
    if (held === undefined) prefixes.set(prefix, held = search(prefix));
    return held;
  }

  function search(word: string): boolean {
    if (searches++ === INDEX_AFTER) mayHold = indexParts(text);
    return (!mayHold || mayHold(word)) && text.includes(word);
  }
}

/** Length of the parts of a text that are indexed; shorter ones are found in nearly every text. */
const PART = 6;
/** Of the polynomial that hashes a part, and its power of the part's length. */
const BASE = 0x01000193;
const LEADING = Array.from({ length: PART }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** Whether all parts of a word may be in `text`: true for some words that are not, false for none that are. */
function indexParts(text: string): TextFinder {
  // Sparse enough that most hashes of other parts are free.
  const bits = Math.min(20, Math.max(12, Math.ceil(Math.log2(2 * text.length + 1))));
  const held = new Uint8Array(2 ** bits);
  everyPart(text, (hash) => (held[hash >>> (32 - bits)] = 1) > 0);
  return (word) => everyPart(word, (hash) => held[hash >>> (32 - bits)] === 1);
}

/** Whether `test` takes the hash of every part of `text`. */
function everyPart(text: string, test: (hash: number) => boolean): boolean {
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
    if (i >= PART) hash = (hash - Math.imul(LEADING, text.charCodeAt(i - PART))) | 0;
    // The lower bits of the polynomial depend on the last characters alone.
    if (i >= PART - 1 && !test(Math.imul(hash ^ (hash >>> 15), 0x85ebca6b))) return false;
  }
  return true;
}
