/**
 * Writes the hook's answer, and what a person should know, within the deadline. A pipe that is full and
 * is not read blocks whoever writes to it at once, so both are written asynchronously: what blocks
 * then is a thread that ends with the process (docs/decisions/deadline.md).
 */
import { beginPhase, type Phase, within } from "../deadline.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { type Io, writeAll } from "./io.ts";

/** The longest line for stderr, in characters. */
const COMPLAINT_LIMIT = 500;

/** Whether every byte of `response` was written before `phase` is over; rejects where nobody reads. */
export async function deliver(response: string, io: Io, phase: Phase): Promise<boolean> {
  if (response === "") return true;
  return await within(phase, writeAll(io.stdout, new TextEncoder().encode(response)), false);
}

/** Says on stderr what went wrong, on one line; never throws. */
export async function complain(
  complaint: string,
  io: Io,
  phase: Phase = beginPhase(500),
): Promise<void> {
  await sayLines(
    [`adaptive-guidebook: ${escapeHidden(complaint).slice(0, COMPLAINT_LIMIT)}`],
    io,
    phase,
  );
}

/** Writes lines to stderr; never throws. */
export async function sayLines(lines: string[], io: Io, phase: Phase): Promise<void> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  await within(phase, writeAll(io.stderr, bytes).catch(() => false), false);
}
