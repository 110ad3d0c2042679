/** Reads a hook's payload from stdin, until it is whole; never waits for ever. */
import { beginPhase, type Phase, within } from "../deadline.ts";
import type { Io } from "./io.ts";
import { ObjectScanner } from "./object_scanner.ts";

/** What came of reading stdin. */
export type ReadPayload =
  | { kind: "payload"; text: string }
  /** The beginning and the end of what was read and dropped. */
  | { kind: "too-large"; head: string; tail: string }
  /** For a person. */
  | { kind: "unfinished"; reason: string };

/** What a payload may cost. */
export interface PayloadLimits {
  /** In bytes. */
  size: number;
  /** Milliseconds without a byte. */
  idle: number;
  /** Milliseconds in all. */
  whole: number;
}

/**
 * A payload has up to six copies of a changed file, of at most 1 MiB that is looked at, each with
 * up to five bytes more for what JSON escapes (docs/decisions/payload-limit.md).
 */
export const PAYLOAD_LIMITS: PayloadLimits = { size: 32 * 1024 * 1024, idle: 2000, whole: 5000 };

/** How much is kept of each end of a payload that is too large, in characters. */
const KEPT = 64 * 1024;

const LATE = Symbol();

/**
 * Reads until the JSON object is whole, or to the end of stdin. What is over the limit is read
 * too, so that the writer is not cut off, and dropped.
 */
export async function readPayload(
  stdin: Io["stdin"],
  { size: limit, idle, whole }: PayloadLimits = PAYLOAD_LIMITS,
): Promise<ReadPayload> {
  const buffer = new Uint8Array(64 * 1024);
  const scanner = new ObjectScanner();
  const decoder = new TextDecoder();
  const all = beginPhase(whole);
  let text = "";
  let tail: string | undefined;
  let size = 0;
  for (let isWhole = false; !isWhole;) {
    const count = all.remaining() > 0
      ? await within(shorter(beginPhase(idle), all), stdin.read(buffer), LATE)
      : LATE;
    if (count === LATE) {
      const reason = all.remaining() > 0
        ? `stdin sent nothing for ${idle} ms`
        : `stdin did not end within ${whole} ms`;
      return { kind: "unfinished", reason };
    }
    if (count === null) {
      text += decoder.decode();
      break;
    }
    const bytes = buffer.subarray(0, count);
    size += count;
    isWhole = scanner.add(bytes);
    const part = decoder.decode(bytes, { stream: !isWhole });
    if (size <= limit) text += part;
    else {
      text = text.slice(0, KEPT);
      tail = `${tail ?? ""}${part}`.slice(-KEPT);
    }
  }
  return tail === undefined ? { kind: "payload", text } : { kind: "too-large", head: text, tail };
}

function shorter(one: Phase, other: Phase): Phase {
  return one.remaining() < other.remaining() ? one : other;
}
