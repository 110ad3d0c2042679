/**
 * The parts of a cache in one file, each at a multiple of eight, so that numbers can be read in place:
 *
 *     mark       checksum of preamble and index; identifies this file
 *     preamble   32-bit words: format, length of each part
 *     index      the first three parts, which each hook reads
 *     texts      of which a hook reads what it needs; the index has their checksums
 *     hashes
 *
 * What follows them was appended later, and has checksums of its own. Numbers are in the machine's
 * byte order: a cache is not carried to another machine. Pure.
 */
import { checksumOf } from "../../cache/checksum.ts";
import { MARK_LENGTH } from "../../cache/file.ts";

/** To be raised when the layout or the meaning of a part changes. */
const FORMAT = 0x41474304;
const PARTS = 5;
const INDEX_PARTS = 3;
const PREAMBLE_WORDS = 1 + PARTS;

/** The parts in their order; `columns.ts` says what they are. */
export type Parts = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** Where the parts of a cache lie, in bytes. */
export interface Layout {
  parts: { start: number; end: number }[];
  indexEnd: number;
  end: number;
}

/** The bytes of a cache file with these parts. */
export async function packParts(parts: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const lengths = parts.map(({ length }) => length);
  const layout = layOut(lengths);
  const bytes = new Uint8Array(layout.end);
  parts.forEach((part, i) => bytes.set(part, layout.parts[i]!.start));
  preambleOf(bytes).set([FORMAT, ...lengths]);
  bytes.set(Uint8Array.fromHex(await markOf(bytes, layout)));
  return bytes;
}

/** The mark that belongs to the preamble and index at the beginning of `bytes`. */
export function markOf(
  bytes: Uint8Array<ArrayBuffer>,
  { indexEnd }: Pick<Layout, "indexEnd">,
): Promise<string> {
  return checksumOf(bytes.subarray(MARK_LENGTH, indexEnd));
}

/** Where the parts are, according to the first bytes of a cache; undefined for another format. */
export function readLayout(head: Uint8Array<ArrayBuffer>): Layout | undefined {
  if (head.length < MARK_LENGTH + PREAMBLE_WORDS * 4) return undefined;
  const [format, ...lengths] = preambleOf(head);
  return format === FORMAT ? layOut(lengths) : undefined;
}

function preambleOf({ buffer, byteOffset }: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(buffer, byteOffset + MARK_LENGTH, PREAMBLE_WORDS);
}

function layOut(lengths: readonly number[]): Layout {
  const align = (offset: number) => Math.ceil(offset / 8) * 8;
  let end = align(MARK_LENGTH + PREAMBLE_WORDS * 4);
  const parts = lengths.map((length) => {
    const start = end;
    end = align(start + length);
    return { start, end: start + length };
  });
  return { parts, indexEnd: parts[INDEX_PARTS]!.start, end };
}
