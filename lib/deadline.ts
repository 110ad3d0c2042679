/** How long the hook may still take. */
export interface Deadline {
  /** Milliseconds left, never below 0. */
  remaining(): number;
}

/** A deadline `ms` milliseconds after `startedAt`, on the clock of `performance.now()`. */
export function startDeadline(ms: number, startedAt = performance.now()): Deadline {
  return { remaining: () => Math.max(0, startedAt + ms - performance.now()) };
}

/** No limit: for the commands that a person types and can interrupt. */
export const NO_DEADLINE: Deadline = { remaining: () => 2 ** 31 - 1 };

/**
 * What `promise` yields, or `late` after `ms` milliseconds; a rejection passes through. The
 * promise itself goes on: nothing can stop a read from a disk that hangs, only the wait for it.
 * `AbortSignal.timeout` is taken since `setTimeout` brings Node's timers, 5 to 10 ms of start-up.
 */
export async function within<T, L>(ms: number, promise: Promise<T>, late: L): Promise<T | L> {
  const timeout = AbortSignal.timeout(Math.ceil(ms));
  const { promise: expired, resolve } = Promise.withResolvers<L>();
  const expire = () => resolve(late);
  timeout.addEventListener("abort", expire);
  try {
    return await Promise.race([promise, expired]);
  } finally {
    timeout.removeEventListener("abort", expire);
  }
}
