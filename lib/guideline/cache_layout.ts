/**
 * The parts of a cache in one file, each at a multiple of eight, so that numbers can be read where
 * they lie:
 *
 *     checksum   SHA-256 of all that follows up to the end of the index
 *     preamble   32-bit words: mark, format, length of each part
 *     index      the first three parts, which each hook reads
 *     texts      of which a hook reads what it needs; each stands there twice
 *     hashes
 *
 * What follows them was appended later, and is checked by itself.
 *
 * Numbers are in the machine's byte order: a cache is not carried to another machine. The checksum
 * finds accidents, not forgeries; it is a strong one since only those are computed natively, a
 * hundred times as fast as a loop that runs for the first time. It takes another thread, and comes too
 * late for what is read at the last moment: two copies that are equal tell at once. Pure.
 */
import { CHECKSUM_LENGTH } from "../cache/folder.ts";

const MARK = 0x41474342;
/** To be raised when the layout or the meaning of a part changes. */
const FORMAT = 2;
const PARTS = 5;
const INDEX_PARTS = 3;
const PREAMBLE_WORDS = 2 + PARTS;

/** The parts in their order; `cache_columns.ts` says what they are. */
export type Parts = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** Where the parts of a cache lie, in bytes. */
export interface Layout {
  parts: { start: number; end: number }[];
  indexEnd: number;
  end: number;
}

/** The parts in one, with what finds them again. */
export async function packParts(parts: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const lengths = parts.map(({ length }) => length);
  const layout = layOut(lengths);
  const bytes = new Uint8Array(layout.end);
  parts.forEach((part, i) => bytes.set(part, layout.parts[i]!.start));
  preambleOf(bytes).set([MARK, FORMAT, ...lengths]);
  bytes.set(await checksum(bytes.subarray(0, layout.indexEnd)));
  return bytes;
}

/** Where the parts are, as the first bytes of a cache tell; undefined where they are of another format. */
export function readLayout(head: Uint8Array<ArrayBuffer>): Layout | undefined {
  if (head.length < CHECKSUM_LENGTH + PREAMBLE_WORDS * 4) return undefined;
  const [mark, format, ...lengths] = preambleOf(head);
  return mark === MARK && format === FORMAT ? layOut(lengths) : undefined;
}

/** Whether the index is intact; known only when another thread has told, so look at the disk meanwhile. */
export async function isIntact(index: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return (await checksum(index)).every((byte, i) => byte === index[i]);
}

function preambleOf({ buffer, byteOffset }: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(buffer, byteOffset + CHECKSUM_LENGTH, PREAMBLE_WORDS);
}

function layOut(lengths: readonly number[]): Layout {
  const align = (offset: number) => Math.ceil(offset / 8) * 8;
  let end = align(CHECKSUM_LENGTH + PREAMBLE_WORDS * 4);
  const parts = lengths.map((length) => {
    const start = end;
    end = align(start + length);
    return { start, end: start + length };
  });
  return { parts, indexEnd: parts[INDEX_PARTS]!.start, end };
}

async function checksum(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(
    await crypto.subtle.digest("SHA-256", bytes.subarray(CHECKSUM_LENGTH)),
  );
}
