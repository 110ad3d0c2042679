/**
 * How long the hook may take. Each phase has its own share of the whole, counted from the phase's
 * beginning: one that hangs leaves time for the others, and on a machine that is too busy to run
 * us nothing is given up merely because the phases before it were late.
 */
export interface Deadline {
  /** Begins `phase`. */
  begin(phase: PhaseName): Phase;
}

/** A part of the time that has begun. */
export interface Phase {
  /** Milliseconds left, never below 0. */
  remaining(): number;
}

/** Shares of the whole, in the order of the phases; git runs beside `load`. */
const SHARES = { stdin: 1, git: 0.5, load: 0.4, read: 0.1, match: 0.2, look: 0.1, write: 0.1 };

/** What there is a share for. */
export type PhaseName = keyof typeof SHARES;

/** A deadline of `ms` milliseconds as a whole. */
export function createDeadline(ms: number): Deadline {
  return {
    begin: (phase) => {
      const end = performance.now() + ms * SHARES[phase];
      return { remaining: () => Math.max(0, end - performance.now()) };
    },
  };
}

/** No limit: for the commands that a person types and can interrupt. */
export const NO_DEADLINE: Deadline = { begin: () => ({ remaining: () => 2 ** 31 - 1 }) };

/** Milliseconds at the end of a wait, counted anew when the rest is over. */
const GRACE = 100;

/**
 * What `promise` yields, or `late` when the phase is over; a rejection passes through. The
 * promise itself goes on: nothing can stop a read from a disk that hangs, only the wait for it.
 * The clock is that of `Atomics`, which is there already: `setTimeout` brings Node's timers, 5 to
 * 10 ms of start-up, `AbortSignal.timeout` events, 1 ms. It keeps no program alive by itself.
 */
export async function within<T, L>(phase: Phase, promise: Promise<T>, late: L): Promise<T | L> {
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const expire = async () => {
    await pass(bell, Math.max(0, Math.ceil(phase.remaining() - GRACE)));
    // On a busy machine what we wait for may be done and only not be seen yet.
    await pass(bell, GRACE);
    return late;
  };
  try {
    return await Promise.race([promise, expire()]);
  } finally {
    Atomics.store(bell, 0, 1);
    Atomics.notify(bell, 0);
  }
}

/** Waits for `ms` milliseconds, or until `bell` rings; not at all when it has rung. */
async function pass(bell: Int32Array<SharedArrayBuffer>, ms: number): Promise<void> {
  await Atomics.waitAsync(bell, 0, 0, ms).value;
}
