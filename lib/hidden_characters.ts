/**
 * Characters that a reader does not see but that a terminal or a model obeys. Pure.
 *
 * Hidden: controls; what Unicode calls Default_Ignorable_Code_Point (bidirectional controls, tags,
 * variation selectors, zero-width characters, fillers, …); the marks of interlinear annotations and
 * the controls of Egyptian hieroglyphs; noncharacters; and halves of surrogate pairs, which no UTF-8
 * can hold. The ranges are written out, since the hook would pay for Unicode's own tables.
 * Not hidden is what a writing system or an emoji needs; see {@linkcode isNeeded}.
 */
const HIDDEN =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}\u{3ffff}\u{4fffe}\u{4ffff}\u{5fffe}\u{5ffff}\u{6fffe}\u{6ffff}\u{7fffe}\u{7ffff}\u{8fffe}\u{8ffff}\u{9fffe}\u{9ffff}\u{afffe}\u{affff}\u{bfffe}\u{bffff}\u{cfffe}\u{cffff}\u{dfffe}\u{dffff}\u{efffe}\u{effff}\u{ffffe}\u{fffff}\u{10fffe}\u{10ffff}]/gu;
const LINE_BREAKS = /[\u2028\u2029]/g;

/** `text` for a model: hidden characters are removed, tab and LF stay, CRLF becomes LF. */
export function removeHidden(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(
    HIDDEN,
    (character, index, whole) =>
      character === "\n" || character === "\t" || isNeeded(character, index, whole)
        ? character
        : "",
  );
}

/** `text` for a person, on one line: hidden characters and line breaks become visible escapes. */
export function escapeHidden(text: string): string {
  return replaceHidden(text, escapeCharacter).replace(LINE_BREAKS, escapeCharacter);
}

/** `text` with `replacement` for each hidden character, tab and LF included. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  return text.replace(
    HIDDEN,
    (character, index, whole) =>
      isNeeded(character, index, whole) ? character : replacement(character),
  );
}

/** The hidden characters in `text` that {@linkcode removeHidden} would remove, with their offsets. */
export function findHidden(text: string): { index: number; escape: string }[] {
  return [...text.matchAll(HIDDEN)]
    .filter(({ 0: character, index }) =>
      character !== "\n" && character !== "\t" &&
      !(character === "\r" && text[index + 1] === "\n") && !isNeeded(character, index, text)
    )
    .map((match) => ({ index: match.index, escape: escapeCharacter(match[0]) }));
}

/**
 * Whether the character at `index` changes how its visible neighbor is written, so that it is not
 * hidden there: joiners after a letter of a script that joins letters, and in emoji; the variation
 * selectors of emoji; those of Mongolian letters. One at a time, so that they carry no text.
 */
function isNeeded(character: string, index: number, text: string): boolean {
  switch (character) {
    case "\u200c":
      return JOINING_LETTER.test(before(index, text));
    case "\u200d":
      return JOINING_LETTER.test(before(index, text)) ||
        EMOJI.test(before(index, text)) && NEXT_EMOJI.test(text.slice(index + 1, index + 3));
    case "\ufe0e":
    case "\ufe0f":
      return PICTOGRAPH.test(before(index, text)) ||
        text[index + 1] === "\u20e3" && /[0-9#*]/.test(text.charAt(index - 1));
    case "\u180b":
    case "\u180c":
    case "\u180d":
    case "\u180e":
    case "\u180f":
      return /[\u1820-\u1878\u1880-\u18aa]/.test(text.charAt(index - 1));
    default:
      return false;
  }
}

/** Enough for an emoji with a variation selector. */
function before(index: number, text: string): string {
  return text.slice(Math.max(0, index - 3), index);
}

/**
 * The blocks of the scripts that join letters, from Arabic to Adlam, without what is hidden in them.
 * In a lookbehind, since V8 15.0 does not find a class of astral characters right before `$`.
 */
const JOINING_LETTER =
  /(?<=[\u0610-\u061a\u0620-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u17ff\u1807\u1820-\u18aa\u1a20-\u1aaf\u1b00-\u1b7f\ua840-\ua877\ua8e0-\ua8ff\ua980-\ua9df\ua9e0-\ua9ff\uaa60-\uaa7f\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\u{10d00}-\u{10d3f}\u{11000}-\u{1147f}\u{1e900}-\u{1e95f}])$/u;
/** The blocks that hold all of Unicode's Extended_Pictographic, and the skin tones. */
const PICTOGRAPHS =
  "[\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2194-\\u21aa\\u231a-\\u23ff\\u24c2\\u25aa-\\u27bf" +
  "\\u2934\\u2935\\u2b05-\\u2b55\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}\\u{1fc00}-\\u{1fffd}]";
const PICTOGRAPH = new RegExp(`(?<=${PICTOGRAPHS})$`, "u");
const EMOJI = new RegExp(`(?<=${PICTOGRAPHS}\\ufe0f?)$`, "u");
const NEXT_EMOJI = new RegExp(`^${PICTOGRAPHS}`, "u");

function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
