/**
 * The patch language of Codex's `apply_patch` tool, as far as it says which lines were added: the
 * patch was applied already, so nothing in it is checked. Pure.
 */
import { resolvePath } from "../../path.ts";

// The rest of the line is trimmed afterwards: a pattern for that takes quadratic time.
const BEGIN = /^\s*\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\s*\*\*\* Move to: (.+)$/;

/**
 * For each file that `patch` adds or updates, by its absolute path, the runs of lines that it adds.
 * A run is unbroken in the file as it is now: a line that was only taken out does not end it, a
 * line that stayed does. A moved file has its runs under its new name.
 */
export function parseAddedRuns(patch: string, cwd: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  let runs: string[] = [];
  let run: string[] = [];
  let path: string | undefined;
  let inUpdate = false;

  const endRun = () => {
    if (run.length > 0) runs.push(run.join("\n"));
    run = [];
  };
  const endFile = () => {
    endRun();
    if (path !== undefined) files.set(resolvePath(cwd, path), runs);
    runs = [];
    path = undefined;
  };

  for (const ended of patch.split("\n")) {
    const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
    // Only an update has lines that stay, and those of them that look like a marker begin with a space.
    const isText: boolean = inUpdate && !line.startsWith("***");
    const marker: RegExpExecArray | null = isText ? null : BEGIN.exec(line);
    const moved: RegExpExecArray | null = isText ? null : MOVE.exec(line);
    if (marker) {
      endFile();
      inUpdate = marker[1] === "Update";
      if (marker[1] !== "Delete") path = marker[2]?.trimEnd();
    } else if (moved && inUpdate) path = moved[1]?.trimEnd();
    else if (line.startsWith("+")) run.push(line.slice(1));
    else if (!line.startsWith("-")) endRun();
  }
  endFile();
  return files;
}
