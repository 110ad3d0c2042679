/** The lines that a file has and its committed version has not. Loads the diff. Pure. */
import { diffLines } from "diff";

/** Milliseconds that one diff may take. */
const TIMEOUT = 100;

/**
 * The runs of lines of `text` that are not in `before`, in their order, each joined by LF; undefined
 * where the difference takes too long to find. A run ends at a line that both texts have.
 */
export function findAddedRuns(before: string, text: string): string[] | undefined {
  const changes = diffLines(endLine(before), endLine(text), { timeout: TIMEOUT });
  if (!changes) return undefined;
  const runs: string[] = [];
  let run = "";
  for (const { added, removed, value } of changes) {
    if (added) run += value;
    else if (!removed) {
      if (run !== "") runs.push(run);
      run = "";
    }
  }
  if (run !== "") runs.push(run);
  return runs.map((lines) => lines.slice(0, -1));
}

/** A last line without a line break is the same line. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
