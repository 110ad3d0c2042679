/** Reads a file that grows, line by line, from a place on. */

const CHUNK = 256 * 1024;
/** Longest line, in bytes. */
const LINE_LIMIT = 64 * 1024 * 1024;

/** A complete line of a file. */
export interface Line {
  /** Without its line break. */
  line: string;
  /** Where the next one begins, in bytes. */
  end: number;
}

/**
 * The complete lines of `path` from the byte `offset` on; what follows the last line break is left
 * for the next time.
 * @throws {RangeError} for a line that is too long.
 */
export async function* readLines(path: string, offset: number): AsyncGenerator<Line> {
  using file = await Deno.open(path);
  if (offset > 0) await file.seek(offset, Deno.SeekMode.Start);
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(CHUNK);
  let parts: Uint8Array[] = [];
  let pending = 0;
  let end = offset;
  for (let count = await file.read(chunk); count !== null; count = await file.read(chunk)) {
    let from = 0;
    for (let at = chunk.indexOf(10, from); at >= 0 && at < count; at = chunk.indexOf(10, from)) {
      const bytes = join([...parts, chunk.subarray(from, at)]);
      end += bytes.length + 1;
      parts = [];
      pending = 0;
      from = at + 1;
      yield { line: decoder.decode(bytes), end };
    }
    parts.push(chunk.slice(from, count));
    pending += count - from;
    if (pending > LINE_LIMIT) throw new RangeError("line too long");
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
