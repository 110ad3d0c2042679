/** Holds what happened against what a fixture expects. Pure. */
import type { Outcome } from "./fixture.ts";

/** An outcome as it stands in an `expected.json`. */
export function renderOutcome(outcome: Outcome): string {
  return `${JSON.stringify(outcome, null, 2)}\n`;
}

/** The lines that differ, `-` for expected and `+` for what happened; undefined where none does. */
export function diffOutcomes(expected: Outcome, actual: Outcome): string | undefined {
  const before = renderOutcome(expected).trimEnd().split("\n");
  const after = renderOutcome(actual).trimEnd().split("\n");
  if (before.join("\n") === after.join("\n")) return undefined;
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - head &&
    before.at(-1 - tail) === after.at(-1 - tail)
  ) tail++;
  return [
    ...before.slice(Math.max(0, head - 2), head).map((line) => `  ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `- ${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+ ${line}`),
    ...after.slice(after.length - tail, after.length - tail + 2).map((line) => `  ${line}`),
  ].join("\n");
}
