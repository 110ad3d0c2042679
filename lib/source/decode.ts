/** Bytes of a source file to the text that patterns see. Pure. */

/** One for all, since it costs more to make than to use. */
const UTF_8 = new TextDecoder();

/**
 * The text in `bytes`, without a byte order mark and with LF for CRLF. UTF-16 is known by its mark;
 * what is not UTF-8 is decoded leniently. Undefined for binary content: a NUL in what is not UTF-16.
 */
export function decodeSource(bytes: Uint8Array): string | undefined {
  const encoding = utf16Encoding(bytes);
  // TextDecoder drops the mark of its own encoding.
  const text = (encoding ? new TextDecoder(encoding) : UTF_8).decode(bytes);
  // In the text, where it is found ten times as fast as in the bytes.
  if (!encoding && text.includes("\0")) return undefined;
  return text.replaceAll("\r\n", "\n");
}

function utf16Encoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}
