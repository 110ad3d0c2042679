/**
 * Which lines an edit has added, from the response of Claude Code's edit tools: the hunks of a diff
 * that is meant for display. Pure.
 */
import { fieldsOf, isRecord } from "../../json.ts";

/** A file that is longer is not looked at anyway, and a text of any length cannot be built. */
const TEXT_LIMIT = 1024 * 1024;

/**
 * The runs of lines that the edit added to its file, each joined by LF; undefined where `response`
 * does not say. A run is unbroken in the file as it is now: a line that was only taken out does
 * not end it, a line that stayed does.
 */
export function parseAddedRuns(response: unknown): string[] | undefined {
  if (!isRecord(response)) return undefined;
  const { structuredPatch: hunks, type, originalFile } = response;
  if (!Array.isArray(hunks)) return undefined;
  const text = currentText(response);
  // A file that was made has no hunks.
  if (type === "create") return text === undefined ? undefined : joinRun(splitLines(text));
  if (hunks.length === 0) return text !== undefined && text === originalFile ? [] : undefined;
  if (!hunks.every(isHunk)) return undefined;
  const lines = text?.split("\n") ?? [];
  return hunks.flatMap((hunk) => runsOf(hunk, lines));
}

/**
 * The runs of lines that a shell command added to the file at `path`, where its response says it
 * (`bashEditDiff`); its lists are cut, and left out in some modes.
 */
export function parseCommandRuns(response: unknown, path: string): string[] | undefined {
  const { files } = fieldsOf(fieldsOf(response)["bashEditDiff"]);
  if (!Array.isArray(files)) return undefined;
  const file = files.find((file) => fieldsOf(file)["filePath"] === path);
  const { hunks } = fieldsOf(file);
  return Array.isArray(hunks) && hunks.length > 0 && hunks.every(isHunk)
    ? hunks.flatMap((hunk) => runsOf(hunk, []))
    : undefined;
}

interface Hunk {
  newStart: number;
  lines: string[];
}

/** `lines` are those of the file as it is now, where they are known. */
function runsOf(hunk: Hunk, lines: readonly string[]): string[] {
  const runs: string[] = [];
  let run: string[] = [];
  let at = hunk.newStart - 1;
  for (const line of hunk.lines) {
    // "\" marks a missing newline, not a line.
    if (line.startsWith("-") || line.startsWith("\\")) continue;
    if (line.startsWith("+")) run.push(undoDisplay(line.slice(1), lines[at]));
    else {
      runs.push(...joinRun(run));
      run = [];
    }
    at++;
  }
  return [...runs, ...joinRun(run)];
}

/** In a hunk each tab at the start of a line has become two spaces: the file has the real line. */
function undoDisplay(shown: string, real: string | undefined): string {
  const display = real?.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length));
  return real !== undefined && display === shown ? real : shown;
}

/** The text that the tool has left in the file, where the response says enough. */
function currentText(response: Record<string, unknown>): string | undefined {
  const { content, originalFile, oldString, newString, replaceAll } = response;
  if (typeof content === "string") return content;
  if (
    typeof originalFile !== "string" || typeof oldString !== "string" ||
    typeof newString !== "string"
  ) return undefined;
  if (replaceAll !== true) return originalFile.replace(oldString, () => newString);
  const growth = newString.length - oldString.length;
  const length = originalFile.length + countIn(originalFile, oldString) * growth;
  return length > TEXT_LIMIT ? undefined : originalFile.replaceAll(oldString, () => newString);
}

/** How often `replaceAll` finds `part` in `text`. */
function countIn(text: string, part: string): number {
  if (part === "") return text.length + 1;
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** At most one run; CRLF becomes LF. */
function joinRun(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [lines.map((line) => line.endsWith("\r") ? line.slice(0, -1) : line).join("\n")];
}

function isHunk(value: unknown): value is Hunk {
  return isRecord(value) && typeof value["newStart"] === "number" &&
    Array.isArray(value["lines"]) && value["lines"].every((line) => typeof line === "string");
}
