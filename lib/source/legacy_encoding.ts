/**
 * The text of a source that is not UTF-8, where its encoding is sure: declared in the text, or the only
 * one in which the bytes are plausible. Loaded when such a file is read. Pure.
 */
import { COMMON_HANGUL, COMMON_HANZI } from "./common_characters.ts";

/** A decoded text. */
export interface LegacyText {
  text: string;
  /** The name of its encoding, `unknown` where none is sure; absent for UTF-8 and UTF-16. */
  encoding?: string;
}

/** A declaration is looked for in this many bytes, a plausible encoding in that many. */
const HEAD = 1024;
const SAMPLE = 64 * 1024;

/** The text of `bytes`, with LF for CRLF; `lenient` where they are UTF-8, or no encoding is sure. */
export function decodeLegacy(bytes: Uint8Array, lenient: string): LegacyText {
  if (hasMark(bytes) || decode(bytes, "utf-8") !== undefined) return { text: lenient };
  const declared = findDeclared(bytes.subarray(0, HEAD));
  const encoding = declared ?? findPlausible(bytes.subarray(0, SAMPLE));
  const text = encoding === undefined ? undefined : decode(bytes, encoding);
  if (text === undefined) return { text: lenient, encoding: "unknown" };
  return { text: text.replaceAll("\r\n", "\n"), encoding: new TextDecoder(encoding).encoding };
}

function hasMark([first, second]: Uint8Array): boolean {
  return first === 0xff && second === 0xfe || first === 0xfe && second === 0xff;
}

/** Undefined where the bytes are not in this encoding, or there is none of this name. */
function decode(bytes: Uint8Array, encoding: string, stream = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** Declarations of editors and of Python (in the first two lines), XML, CSS and HTML. */
const DECLARATIONS = [
  /^(?:[^\n]*\n)?[^\n]*?coding[:=][ \t]*([-\w.]+)/,
  /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([-\w.]+)/,
  /^@charset "([-\w.]+)"/,
  /<meta\b[^>]*?\bcharset\s*=\s*["']?([-\w.]+)/i,
];

/** Names that are not among the web's, in lower case with `-` for `_`. */
const ALIASES: Readonly<Record<string, string>> = {
  "cp949": "euc-kr",
  "ms949": "euc-kr",
  "uhc": "euc-kr",
  "euckr": "euc-kr",
  "cp932": "shift_jis",
  "shift-jis": "shift_jis",
  "eucjp": "euc-jp",
  "cp936": "gbk",
  "latin-1": "latin1",
  "iso-latin-1": "latin1",
};

function findDeclared(head: Uint8Array): string | undefined {
  const text = new TextDecoder("latin1").decode(head);
  for (const declaration of DECLARATIONS) {
    const name = declaration.exec(text)?.[1]?.toLowerCase().replaceAll("_", "-")
      .replace(/-(?:unix|dos|mac)$/, "");
    if (name !== undefined) return Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  }
  return undefined;
}

/** Whether the characters beyond ASCII in a text are what such a text is made of. */
type Plausibility = (characters: string, text: string) => boolean;

const CANDIDATES: Readonly<Record<string, Plausibility>> = {
  "euc-kr": (characters) =>
    share(characters, /[\uac00-\ud7a3]/g) > 0.7 && isCommon(characters, COMMON_HANGUL),
  "gb18030": (characters) =>
    share(characters, /[\u4e00-\u9fff\u3000-\u3002\uff01-\uff5e“”‘’…—·]/g) > 0.95 &&
    isCommon(characters, COMMON_HANZI),
  "shift_jis": isJapanese,
  "windows-1252": isWestern,
};

function findPlausible(sample: Uint8Array): string | undefined {
  const plausible = Object.keys(CANDIDATES).filter((encoding) => {
    const text = decode(sample, encoding, true);
    const characters = text?.replace(/[\0-\x7f]+/g, "") ?? "";
    return text !== undefined && characters !== "" && CANDIDATES[encoding]!(characters, text);
  });
  return plausible.length === 1 ? plausible[0] : undefined;
}

/** Hiragana and katakana of full width: those of half width are single bytes, as in any text. */
function isJapanese(characters: string): boolean {
  return characters.length > 1 && share(characters, /[\u3041-\u3096\u30a1-\u30fc]/g) > 0.25 &&
    share(characters, /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]/g) > 0.95;
}

/** Random characters of these languages are common ones in 7 % of cases, written ones in half. */
function isCommon(characters: string, common: string): boolean {
  let hits = 0;
  for (const character of characters) if (common.includes(character)) hits++;
  const least = characters.length < 8 ? 0.5 : 0.3;
  return characters.length > 1 && hits / characters.length >= least;
}

/**
 * Letters of the languages of western Europe among those of ASCII, and typographic punctuation.
 * In the encodings of eastern Europe the same bytes are letters that are rare here, such as `ø` and
 * `è` in one text.
 */
function isWestern(characters: string, text: string): boolean {
  const letters = characters.replace(/[‘’“”…–—€§©®°´«»·ªº¿¡\u00a0]/g, "");
  if (
    letters.length < 2 ||
    /[^ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœŒ]/.test(letters)
  ) {
    return false;
  }
  const isNordic = /[åæøÅÆØ]/.test(letters);
  if (isNordic && /[èìùçãõñûîêÈÌÙÇÃÕÑ]/.test(letters)) return false;
  // Those of other alphabets, and the bytes of larger ones, are side by side.
  const isolated = text.match(/(?<![^\0-\x7f])[À-ÿœŒ](?![^\0-\x7f])/g) ?? [];
  const attached = text.match(/(?<=[a-z])[À-ÿœŒ]|[À-ÿœŒ](?=[a-z])/gi) ?? [];
  return isolated.length / letters.length >= 0.5 && attached.length / letters.length > 0.5;
}

function share(characters: string, pattern: RegExp): number {
  return (characters.match(pattern)?.length ?? 0) / characters.length;
}
