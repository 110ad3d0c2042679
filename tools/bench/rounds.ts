/**
 * Runs several commands in turn. On a busy machine their times drift together, so ratios within one
 * round are comparable, and absolute times are not.
 */

/** Runs to measure, by name. */
export type Runs = Record<string, { prepare?: () => void; run: () => Promise<void> }>;

/** Milliseconds of each run, by name; the first `warmUp` rounds are not counted. */
export async function runRounds(
  runs: Runs,
  rounds: number,
  warmUp: number,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, { prepare, run }] of Object.entries(runs)) {
      prepare?.();
      const start = performance.now();
      await run();
      const elapsed = performance.now() - start;
      if (round >= 0) (times[name] ??= []).push(elapsed);
    }
  }
  return times;
}
