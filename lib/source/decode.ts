/** Decodes the bytes of a source file into the text that patterns see. Pure. */

/** Shared, since creating one costs more than using it. */
const UTF_8 = new TextDecoder();

/** What replaces bytes that are not UTF-8. */
export const REPLACEMENT = "\ufffd";

/**
 * The text in `bytes`, without a byte order mark and with LF for CRLF. UTF-16 is recognized by its
 * mark; what is not UTF-8 is decoded leniently, with {@linkcode REPLACEMENT} (and may be in a
 * legacy encoding, see `legacy_encoding.ts`). Undefined for binary content: a NUL in what is not UTF-16.
 */
export function decodeSource(bytes: Uint8Array): string | undefined {
  const encoding = utf16Encoding(bytes);
  // TextDecoder drops the mark of its own encoding.
  const text = (encoding ? new TextDecoder(encoding) : UTF_8).decode(bytes);
  // In the text, where the search is ten times as fast as in the bytes.
  if (!encoding && text.includes("\0")) return undefined;
  return text.replaceAll("\r\n", "\n");
}

function utf16Encoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}
