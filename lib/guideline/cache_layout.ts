/**
 * Parts of bytes in one, each at a multiple of eight, so that numbers can be read where they lie:
 *
 *     preamble   32-bit words: mark, format, checksum of all that follows, length of each part
 *     parts
 *
 * Numbers are in the machine's byte order: a cache is not carried to another machine. Pure.
 */
const MARK = 0x41474342;
/** To be raised when the layout or the meaning of a part changes. */
const FORMAT = 1;
const PARTS = 5;
const PREAMBLE_WORDS = 3 + PARTS;

export type Parts = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

export function packParts(parts: Parts): Uint8Array<ArrayBuffer> {
  const lengths = parts.map(({ length }) => length);
  const { offsets, end } = layOut(lengths);
  const bytes = new Uint8Array(end);
  parts.forEach((part, i) => bytes.set(part, offsets[i]!));
  const preamble = new Uint32Array(bytes.buffer, 0, PREAMBLE_WORDS);
  preamble.set([MARK, FORMAT, 0, ...lengths]);
  preamble[2] = checksum(bytes);
  return bytes;
}

/** The parts, as views of `bytes`; undefined where these are of another format or damaged. */
export function unpackParts(bytes: Uint8Array<ArrayBuffer>): Parts | undefined {
  if (bytes.length < PREAMBLE_WORDS * 4 || bytes.length % 8 !== 0) return undefined;
  const [mark, format, sum, ...lengths] = new Uint32Array(bytes.buffer, 0, PREAMBLE_WORDS);
  const { offsets, end } = layOut(lengths);
  if (mark !== MARK || format !== FORMAT || end !== bytes.length) return undefined;
  if (sum !== checksum(bytes)) return undefined;
  return lengths.map((length, i) => bytes.subarray(offsets[i], offsets[i]! + length)) as Parts;
}

function layOut(lengths: readonly number[]): { offsets: number[]; end: number } {
  const align = (offset: number) => Math.ceil(offset / 8) * 8;
  let end = align(PREAMBLE_WORDS * 4);
  const offsets = lengths.map((length) => {
    const offset = end;
    end = align(end + length);
    return offset;
  });
  return { offsets, end };
}

/** It finds accidents, not forgeries. */
function checksum({ buffer }: Uint8Array<ArrayBuffer>): number {
  const words = new Uint32Array(buffer, 12);
  let sum = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) sum = Math.imul(sum ^ words[i]!, 0x01000193);
  return sum >>> 0;
}
