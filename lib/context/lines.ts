/** Reads the lines of a file that grows, from an offset on. */
import type { LongLine } from "../agent/protocol.ts";

const CHUNK = 256 * 1024;
/**
 * The longest line that is handed out whole, in bytes: to parse 1 MiB of nested JSON takes a tenth
 * of a second, and nothing can interrupt it.
 */
const LINE_LIMIT = 1024 * 1024;
/** A line of this many bytes is given up. */
const GIVEN_UP = 64 * 1024 * 1024;
/** How much of each end of a longer line is handed out, in characters. */
const KEPT = 4096;

/** A complete line of a file. */
export type Line =
  & {
    /** Where the next line begins, in bytes. */
    end: number;
  }
  & ({ line: string } | { long: LongLine });

/**
 * The complete lines of `path` from the byte `offset` on; what follows the last line break is left
 * for the next time. Of a long line only its ends are kept, and whether it has one of `markers`.
 * @throws {RangeError} for a line without end.
 */
export async function* readLines(
  path: string,
  offset: number,
  markers: readonly string[] = [],
): AsyncGenerator<Line> {
  using file = await Deno.open(path);
  if (offset > 0) await file.seek(offset, Deno.SeekMode.Start);
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(CHUNK);
  let parts: Uint8Array[] = [];
  let pending = 0;
  let long: LongLine | undefined;
  let end = offset;

  /** What is pending is too long to be kept. */
  const shorten = () => {
    const text = decoder.decode(join(parts));
    // A marker may lie across two parts.
    const seen = `${long?.tail ?? ""}${text}`;
    long = {
      head: long?.head ?? text.slice(0, KEPT),
      tail: seen.slice(-KEPT),
      mentions: (long?.mentions ?? false) || markers.some((marker) => seen.includes(marker)),
    };
    parts = [];
  };

  for (let count = await file.read(chunk); count !== null; count = await file.read(chunk)) {
    let from = 0;
    for (let at = chunk.indexOf(10, from); at >= 0 && at < count; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at));
      end += pending + at - from + 1;
      if (long || pending + at - from > LINE_LIMIT) shorten();
      yield long ? { long, end } : { line: decoder.decode(join(parts)), end };
      [parts, pending, long] = [[], 0, undefined];
      from = at + 1;
    }
    parts.push(chunk.slice(from, count));
    pending += count - from;
    if (pending > GIVEN_UP) throw new RangeError("line too long");
    if (long || pending > LINE_LIMIT) shorten();
  }
}

function join(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
