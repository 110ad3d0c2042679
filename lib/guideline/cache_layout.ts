/**
 * Parts of bytes in one, each at a multiple of eight, so that numbers can be read where they lie:
 *
 *     checksum   SHA-256 of all that follows
 *     preamble   32-bit words: mark, format, length of each part
 *     parts
 *
 * What follows them was appended later, and is checked by itself.
 *
 * Numbers are in the machine's byte order: a cache is not carried to another machine. The checksum
 * finds accidents, not forgeries; it is a strong one since only those are computed natively, a
 * hundred times as fast as a loop that runs for the first time. Pure.
 */
const CHECKSUM_LENGTH = 32;
const MARK = 0x41474342;
/** To be raised when the layout or the meaning of a part changes. */
const FORMAT = 1;
const PARTS = 5;
const PREAMBLE_WORDS = 2 + PARTS;

/** The parts in their order; `cache_columns.ts` says what they are. */
export type Parts = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** The parts in one, with what finds them again. */
export async function packParts(parts: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const lengths = parts.map(({ length }) => length);
  const { offsets, end } = layOut(lengths);
  const bytes = new Uint8Array(end);
  parts.forEach((part, i) => bytes.set(part, offsets[i]!));
  preambleOf(bytes).set([MARK, FORMAT, ...lengths]);
  bytes.set(await checksum(bytes));
  return bytes;
}

/**
 * The parts, as views of `bytes`; undefined where these are of another format. Whether they are
 * intact is known only when another thread has told, so that there is time to look at the disk.
 */
export function unpackParts(
  bytes: Uint8Array<ArrayBuffer>,
): { parts: Parts; rest: Uint8Array; intact: Promise<boolean> } | undefined {
  if (bytes.length < CHECKSUM_LENGTH + PREAMBLE_WORDS * 4) return undefined;
  const [mark, format, ...lengths] = preambleOf(bytes);
  const { offsets, end } = layOut(lengths);
  if (mark !== MARK || format !== FORMAT || end > bytes.length) return undefined;
  return {
    parts: lengths.map((length, i) => bytes.subarray(offsets[i], offsets[i]! + length)) as Parts,
    rest: bytes.subarray(end),
    intact: checksum(bytes.subarray(0, end)).then((sum) =>
      sum.every((byte, i) => byte === bytes[i])
    ),
  };
}

function preambleOf({ buffer }: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(buffer, CHECKSUM_LENGTH, PREAMBLE_WORDS);
}

function layOut(lengths: readonly number[]): { offsets: number[]; end: number } {
  const align = (offset: number) => Math.ceil(offset / 8) * 8;
  let end = align(CHECKSUM_LENGTH + PREAMBLE_WORDS * 4);
  const offsets = lengths.map((length) => {
    const offset = end;
    end = align(end + length);
    return offset;
  });
  return { offsets, end };
}

async function checksum(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(
    await crypto.subtle.digest("SHA-256", bytes.subarray(CHECKSUM_LENGTH)),
  );
}
