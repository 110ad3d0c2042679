/** Which of many words stand in a text? Guidelines ask for the same words in one text after another. */
import { createWordSearch, type WordSearch } from "./word_search.ts";

/** Says whether `needed` stands in the text. */
export type TextFinder = (needed: string) => boolean;

/** So many are searched for one by one before an index of 20 KB pays. */
const WITHOUT_INDEX = 200;
/** Slots of the index; a text of 20 KB has two thousand different runs of three characters. */
const SLOTS = 1 << 16;
/** To search for all words at once pays from so many texts on, where there are so many words. */
const FEW_TEXTS = 2;
const FEW_WORDS = 32;
/** More of them take too long to compile. */
const MANY_WORDS = 1000;

/**
 * Characters of a word's beginnings that are searched for before it. Guidelines are about the same
 * packages, classes and calls, so many words begin alike; where the beginning is missing they are all.
 */
const BEGINNINGS = [6, 12];

const asked = new Set<string>();
let texts = 0;
let wordSearch: WordSearch | undefined;

/** A finder for one text. */
export function createTextFinder(text: string): TextFinder {
  texts++;
  if (texts === FEW_TEXTS + 1 && asked.size >= FEW_WORDS && asked.size <= MANY_WORDS) {
    wordSearch = createWordSearch(asked);
  }
  const found = wordSearch?.find(text);
  const beginnings = new Map<string, boolean>();
  let searched = 0;
  let runs: Uint8Array | undefined;
  return (needed) => BEGINNINGS.every((length) => holdsBeginning(needed, length)) && holds(needed);

  function holdsBeginning(needed: string, length: number): boolean {
    if (needed.length <= length) return true;
    const beginning = needed.slice(0, length);
    let held = beginnings.get(beginning);
    if (held === undefined) beginnings.set(beginning, held = holds(beginning));
    return held;
  }

  function holds(needed: string): boolean {
    if (found && wordSearch!.knows(needed)) return found.has(needed);
    const isHeld = searched++ < WITHOUT_INDEX ? text.includes(needed) : mayHold(needed) &&
      text.includes(needed);
    // What stands in one text stands in many places of others, where it is found at once.
    if (!isHeld && texts <= FEW_TEXTS) asked.add(needed);
    return isHeld;
  }

  function mayHold(needed: string): boolean {
    runs ??= indexRuns(text);
    for (let i = 2; i < needed.length; i++) if (runs[slotOf(needed, i)] === 0) return false;
    return true;
  }
}

/** Marks the slot of each run of three characters. */
function indexRuns(text: string): Uint8Array {
  const runs = new Uint8Array(SLOTS);
  for (let i = 2; i < text.length; i++) runs[slotOf(text, i)] = 1;
  return runs;
}

function slotOf(text: string, last: number): number {
  const a = text.charCodeAt(last - 2);
  return (a * 961 + text.charCodeAt(last - 1) * 31 + text.charCodeAt(last)) & (SLOTS - 1);
}
