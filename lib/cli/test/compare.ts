/** Compares an outcome with the expected one. Pure. */
import { renderLineDiff } from "../../line_diff.ts";
import type { Outcome } from "./fixture.ts";

/** An outcome as the text of an `expected.json`. */
export function renderOutcome(outcome: Outcome): string {
  return `${JSON.stringify(outcome, null, 2)}\n`;
}

/** The lines that differ, `-` for expected and `+` for actual; undefined where none does. */
export function diffOutcomes(expected: Outcome, actual: Outcome): string | undefined {
  if (renderOutcome(expected) === renderOutcome(actual)) return undefined;
  return renderLineDiff(linesOf(expected), linesOf(actual));
}

/** Lines for a reader: line breaks inside JSON strings are real ones. */
function linesOf(outcome: Outcome): string[] {
  return renderOutcome(outcome).trimEnd().split("\n").flatMap((line) => {
    const indent = " ".repeat(line.search(/\S|$/) + 2);
    return line.replace(/\\(.)/g, (escape, next) => next === "n" ? `\n${indent}` : escape)
      .split("\n");
  });
}
