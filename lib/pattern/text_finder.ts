/** Which of many words does a text hold? Pure. */

/** Whether the text holds `word`. */
export type TextFinder = (word: string) => boolean;

/**
 * Lengths of the prefixes that are searched for before a word. Guidelines are about the same packages,
 * classes and calls, so many words share a prefix, and where that is missing they all are.
 */
const PREFIXES = [6, 12];

/** A finder for one text. */
export function createTextFinder(text: string): TextFinder {
  const prefixes = new Map<string, boolean>();
  return (word) => PREFIXES.every((length) => holdsPrefix(word, length)) && text.includes(word);

  function holdsPrefix(word: string, length: number): boolean {
    if (word.length <= length) return true;
    const prefix = word.slice(0, length);
    let held = prefixes.get(prefix);
    if (held === undefined) prefixes.set(prefix, held = text.includes(prefix));
    return held;
  }
}
