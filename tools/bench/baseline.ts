/**
 * The ratios of the last stored baseline. Only ratios: absolute times depend more on the machine than
 * on the program.
 */
import type { Measured } from "./table.ts";

const FILE = new URL("baseline.json", import.meta.url);

/** Ratios by name; empty without a baseline. */
export function readBaseline(): Record<string, number> {
  try {
    return JSON.parse(Deno.readTextFileSync(FILE));
  } catch {
    return {};
  }
}

/** Stores the measured ratios. */
export function writeBaseline(measured: Record<string, Measured>): void {
  const ratios = Object.entries(measured).map(([name, { ratio }]) => [name, ratio]);
  Deno.writeTextFileSync(FILE, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
}
