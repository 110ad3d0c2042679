/**
 * How long the hook may take. One clock runs from the complete payload to the last byte of the
 * answer. Each phase has its own share; once something hangs, each also ends by its point of the
 * whole, so that what still has to come has its time (docs/decisions/deadline.md).
 */
export interface Deadline {
  /** Begins `phase`. */
  begin(phase: PhaseName): Phase;
}

/** A part of the time that has begun. */
export interface Phase {
  /** Milliseconds left, never below 0. */
  remaining(): number;
  /** Called when a wait has timed out. */
  expire?(): void;
}

/** What a phase that begins late gets at least, as a part of the whole. */
const FLOOR = 0.05;

/** When a phase ends, each as a part of the whole. */
interface Share {
  /** How long it may take. */
  share: number;
  /** By when it ends where something hangs. */
  end: number;
  /** What it gets at least, from its first beginning, where nothing hangs; else {@linkcode FLOOR}. */
  floor?: number;
  /** Whether it ends by then in any case: it waits for others by itself. */
  isStrict?: true;
}

/**
 * In the order of the phases. git runs beside `load`; `claim` is the queue for the database;
 * `write` is for stdout and stderr.
 */
const PHASES = {
  git: { share: 0.5, end: 0.55 },
  load: { share: 0.4, end: 0.5 },
  read: { share: 0.1, end: 0.65 },
  match: { share: 0.2, end: 0.75 },
  claim: { share: 0.5, end: 0.85, floor: 0.25, isStrict: true },
  transcript: { share: 0.1, end: 0.9 },
  write: { share: 0.25, end: 1, floor: 0.1, isStrict: true },
} satisfies Record<string, Share>;

/** The name of a phase. */
export type PhaseName = keyof typeof PHASES;

/** A deadline of `ms` milliseconds as a whole, which begin now. */
export function createDeadline(
  ms: number,
  now: () => number = () => performance.now(),
): Deadline {
  const start = now();
  const begins: Partial<Record<PhaseName, number>> = {};
  let hangs = false;
  return {
    begin: (phase) => {
      const { share, end, floor = FLOOR, isStrict }: Share = PHASES[phase];
      const begun = now();
      const first = begins[phase] ??= begun;
      const own = begun + ms * share;
      return {
        remaining: () => {
          // Being late although no wait has timed out means that the machine is busy.
          const least = first + ms * (hangs ? FLOOR : floor);
          const over = hangs || isStrict ? Math.max(Math.min(own, start + ms * end), least) : own;
          return Math.max(0, over - now());
        },
        expire: () => {
          hangs = true;
        },
      };
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

/** Milliseconds by which a wait of {@linkcode GRACE} takes longer where we get no CPU time. */
const STARVED = 20;
/** How often such a wait is repeated. */
const ROUNDS = 20;

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
    // On a busy machine the result may be there, and merely not be noticed yet: what takes longer than
    // was asked for is time in which we did not run.
    for (let rounds = 0; rounds < ROUNDS; rounds++) {
      const begun = performance.now();
      await pass(bell, GRACE);
      if (performance.now() - begun < GRACE + STARVED) break;
    }
    if (Atomics.load(bell, 0) === 0) phase.expire?.();
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
