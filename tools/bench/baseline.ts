/**
 * The ratios that were measured when the baseline was last written. Ratios only: times say more
 * about the machine than about the program.
 */
import type { Measured } from "./table.ts";

const FILE = new URL("baseline.json", import.meta.url);

/** Ratio by name; empty where there is no baseline. */
export function readBaseline(): Record<string, number> {
  try {
    return JSON.parse(Deno.readTextFileSync(FILE));
  } catch {
    return {};
  }
}

/** Keeps the ratios of what was measured. */
export function writeBaseline(measured: Record<string, Measured>): void {
  const ratios = Object.entries(measured).map(([name, { ratio }]) => [name, ratio]);
  Deno.writeTextFileSync(FILE, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
}
