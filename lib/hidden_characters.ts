/**
 * Characters that a reader does not see but that a terminal or a model obeys. Pure.
 *
 * Hidden: C0 and C1 controls and DEL, bidirectional embeddings, overrides and isolates
 * (Unicode Standard Annex #9), the Unicode tag characters, and halves of surrogate pairs, which no
 * UTF-8 can hold.
 */
const HIDDEN =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff\u{e0000}-\u{e007f}]/gu;
const LINE_BREAKS = /[\u2028\u2029]/g;

/** `text` for a model: hidden characters are taken out, tab and LF stay, CRLF becomes LF. */
export function removeHidden(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(
    HIDDEN,
    (character) => character === "\n" || character === "\t" ? character : "",
  );
}

/** `text` for a person, on one line: hidden characters and line breaks become visible escapes. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, escapeCharacter).replace(LINE_BREAKS, escapeCharacter);
}

/** The hidden characters in `text` that {@linkcode removeHidden} would take out, with their places. */
export function findHidden(text: string): { index: number; escape: string }[] {
  return [...text.matchAll(HIDDEN)]
    .filter(([character]) => character !== "\n" && character !== "\t")
    .filter((match) => !(match[0] === "\r" && text[match.index + 1] === "\n"))
    .map((match) => ({ index: match.index, escape: escapeCharacter(match[0]) }));
}

function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
