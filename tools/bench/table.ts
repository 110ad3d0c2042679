/** Renders the measurements. Pure. */

/** The measurement of one kind of work. */
export interface Measured {
  /** Median, in milliseconds. */
  median: number;
  /** Median of the ratios to the reference in the same rounds. */
  ratio: number;
}

/** The figures of each run, relative to `reference`, or to its own one of `references`. */
export function summarize(
  times: Record<string, number[]>,
  reference: string,
  references: ReadonlyMap<string, string> = new Map(),
): Record<string, Measured> {
  return Object.fromEntries(
    Object.entries(times).map(([name, values]) => {
      const base = times[references.get(name) ?? reference]!;
      const ratio = round(median(values.map((value, i) => value / base[i]!)));
      return [name, { median: round(median(values)), ratio }];
    }),
  );
}

/** One line per run: median, ratio, goal, baseline. */
export function renderTable(
  measured: Record<string, Measured>,
  goals: ReadonlyMap<string, number | undefined>,
  baseline: Record<string, number>,
): string {
  const rows = Object.entries(measured).map(([name, { median, ratio }]) => [
    ...[name, `${median.toFixed(1)} ms`, ratio.toFixed(2)],
    goals.get(name)?.toFixed(2) ?? "",
    baseline[name]?.toFixed(2) ?? "",
  ]);
  return [["", "median", "ratio", "goal", "baseline"], ...rows]
    .map(([name, ...cells]) => name!.padEnd(36) + cells.map((cell) => cell.padStart(10)).join(""))
    .join("\n");
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
