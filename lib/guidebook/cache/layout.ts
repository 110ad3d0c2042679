/**
 * The parts of a cache in one file, each at a multiple of eight, so that numbers can be read where
 * they lie:
 *
 *     mark       SHA-256 of all that follows: tells this file from the one that takes its place
 *     preamble   32-bit words: format, length of each part
 *     index      the first three parts, which each hook reads
 *     texts      of which a hook reads what it needs; each stands there twice
 *     hashes
 *
 * What follows them was appended later, and is checked by itself.
 *
 * Numbers are in the machine's byte order: a cache is not carried to another machine. A hook does not
 * compute the mark, which takes longer than all that it reads: what could mislead it stands there
 * twice. That finds accidents, not forgeries. Pure.
 */
import { MARK_LENGTH } from "../../cache/file.ts";

/** To be raised when the layout or the meaning of a part changes. */
const FORMAT = 0x41474303;
const PARTS = 5;
const INDEX_PARTS = 3;
const PREAMBLE_WORDS = 1 + PARTS;

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
  preambleOf(bytes).set([FORMAT, ...lengths]);
  const mark = await crypto.subtle.digest("SHA-256", bytes.subarray(MARK_LENGTH));
  bytes.set(new Uint8Array(mark));
  return bytes;
}

/** Where the parts are, as the first bytes of a cache tell; undefined where they are of another format. */
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
