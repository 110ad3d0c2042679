/**
 * Runs things by turns. On a machine that does other things too the times drift together, so
 * that ratios within one round can be compared where times cannot.
 */

/** A name and what is timed under it. */
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
