/**
 * How long the hook may take. One clock runs from the complete payload to the last byte of the
 * answer. Each phase is bounded by its own share and by the point of the whole at which it must
 * end, so that whatever hangs leaves time for what still has to come.
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

/**
 * Of the whole, in the order of the phases: how long one may take, and by when it must end. git runs
 * beside `load`; `claim` is the queue for the database; `write` is for stdout and stderr.
 */
const PHASES = {
  git: { share: 0.5, end: 0.55 },
  load: { share: 0.4, end: 0.5 },
  read: { share: 0.1, end: 0.65 },
  match: { share: 0.2, end: 0.75 },
  claim: { share: 0.5, end: 0.85 },
  look: { share: 0.1, end: 0.9 },
  write: { share: 0.25, end: 1 },
};

/**
 * What a phase gets at least, counted from its first beginning: on a machine that is too busy to run us,
 * nothing hangs, and what would have taken a few milliseconds is not given up merely because it
 * begins late.
 */
const FLOOR = 0.05;

/** What there is a share for. */
export type PhaseName = keyof typeof PHASES;

/** A deadline of `ms` milliseconds as a whole, which begin now. */
export function createDeadline(
  ms: number,
  now: () => number = () => performance.now(),
): Deadline {
  const start = now();
  const floors: Partial<Record<PhaseName, number>> = {};
  return {
    begin: (phase) => {
      const { share, end } = PHASES[phase];
      const begun = now();
      const floor = floors[phase] ??= begun + ms * FLOOR;
      const over = Math.max(Math.min(begun + ms * share, start + ms * end), floor);
      return { remaining: () => Math.max(0, over - now()) };
    },
  };
}

/** A phase by itself, of `ms` milliseconds from now on. */
export function beginPhase(ms: number): Phase {
  const over = performance.now() + ms;
  return { remaining: () => Math.max(0, over - performance.now()) };
}

/** No limit: for the commands that a person types and can interrupt. */
export const NO_DEADLINE: Deadline = { begin: () => ({ remaining: () => 2 ** 31 - 1 }) };

/** Milliseconds at the end of a wait that are counted only when the rest has passed. */
const GRACE = 100;

/**
 * What `promise` yields, or `late` when the phase is over; a rejection passes through. The
 * promise itself goes on: nothing can stop a read from a disk that hangs, only the wait for it.
 * The clock is that of `Atomics`, which is loaded already: `setTimeout` loads Node's timers, 5 to
 * 10 ms of start-up, `AbortSignal.timeout` events, 1 ms. It keeps no program alive by itself.
 */
export async function within<T, L>(phase: Phase, promise: Promise<T>, late: L): Promise<T | L> {
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const expire = async () => {
    await pass(bell, Math.max(0, Math.ceil(phase.remaining() - GRACE)));
    // On a busy machine the result may be there, and merely not be noticed yet.
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
