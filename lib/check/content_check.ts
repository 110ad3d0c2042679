/** Checks the text that an agent reads. */
import { isUnfilled } from "../guideline_file/template.ts";
import { findHidden, removeHidden } from "../hidden_characters.ts";
import { fieldsOf } from "../json.ts";
import { quote, type TextRange } from "../guideline_file/findings.ts";
import type { ParsedGuideline } from "../guideline_file/parse.ts";
import type { AgentLimit } from "../agent/agents.ts";
import { DEFERRAL, HEADER, renderPresentation } from "../presentation/text.ts";
import { joinWords } from "../words.ts";

/** Reports content that is longer than what agents read in one piece, even presented alone. */
export function checkLength(
  { guideline, content: { found } }: ParsedGuideline,
  limits: readonly AgentLimit[],
): void {
  if (!guideline) return;
  const text = renderPresentation([guideline]);
  const cuts = limits.filter(({ max, measure }) => max > 0 && measure(text) > max)
    .map(({ title, max, unit, measure }) => `${title} cuts at ${max} of ${measure(text)} ${unit}`);
  if (cuts.length === 0) return;
  found.add(
    "content-too-long",
    `Content with its heading is too long: ${joinWords(cuts, "and")}`,
    {
      ...found.keyAt([], "content"),
      severity: "warning",
      help: "Shorten it, or split the guideline by what its patterns find",
    },
  );
}

/** Reports a title that is still the template's; such content is not even loaded. */
export function checkTitle({ content: { value, found } }: ParsedGuideline): void {
  const { title } = fieldsOf(value);
  if (typeof title !== "string" || !isUnfilled("title", title)) return;
  found.add("unfilled-template", "Title is still the template's example", {
    ...found.valueAt(["title"]),
    severity: "warning",
    help: "Write what people call the guideline, or take the title out",
  });
}

/** Reports lines that the agent could take for another guideline, or for our own words. */
export function checkImitation({ content: { value, found } }: ParsedGuideline): void {
  const { content } = fieldsOf(value);
  if (typeof content !== "string") return;
  const at = found.valueAt(["content"]);
  const source = found.source(at);
  let offset = 0;
  for (const line of findImitations(removeHidden(content))) {
    const index = source.indexOf(line, offset);
    const range = index < 0 ? at : rangeOf(at.start + index, line);
    if (index >= 0) offset = index + line.length;
    found.add(
      "imitates-presentation",
      `Line ${quote(line)} looks like a part of the presentation text`,
      {
        ...range,
        severity: "warning",
        help: "Indent the line, or make it part of a sentence",
      },
    );
  }
}

const HEADING = /^\[[a-z0-9]+(?:-[a-z0-9]+)*\]\s*$/i;

const FENCE = /^\s*(?:```|~~~)/;

/**
 * Headings of guidelines, after a blank line or right above a text, and the lines that are ours wherever
 * they are. In fenced code only a blank line makes TOML's `[dependencies]` look like a heading.
 */
function findImitations(content: string): string[] {
  const lines = content.split(/[\n\u2028\u2029]/);
  let inFence = false;
  return lines.filter((line, i) => {
    if (FENCE.test(line)) inFence = !inFence;
    return line.startsWith(DEFERRAL.trimEnd()) || line.startsWith(HEADER) ||
      HEADING.test(line) && (isBlank(lines[i - 1]) || !inFence && !isBlank(lines[i + 1]));
  }).map((line) => line.trimEnd());
}

function isBlank(line = ""): boolean {
  return line.trim() === "";
}

function rangeOf(start: number, line: string): TextRange {
  return { start, end: start + line.length };
}

/**
 * Reports the hidden characters of the file, and those that escapes put into the content; the hook
 * removes them from what it presents.
 */
export function checkHidden(
  { content: { value, found } }: ParsedGuideline,
  text: string,
): void {
  // A byte order mark at the start of a file is an encoding's, and no part of the text.
  const written = findHidden(text).filter(({ index }) => index > 0 || text[0] !== "\ufeff");
  const details = { severity: "warning", help: "Take it out; the agent never reads it" } as const;
  for (const { start, end, escapes } of joinNeighbors(written)) {
    found.add("hidden-characters", describeHidden(escapes), { start, end, ...details });
  }
  if (written.length > 0) return;
  const { content } = fieldsOf(value);
  const escaped = findHidden(typeof content === "string" ? content : "");
  for (const { escapes } of joinNeighbors(escaped)) {
    const at = found.valueAt(["content"]);
    found.add("hidden-characters", describeHidden(escapes), { ...at, ...details });
  }
}

interface HiddenRun extends TextRange {
  escapes: string[];
}

/** Hidden characters side by side are one finding: hundreds of them may carry one text. */
function joinNeighbors(hidden: readonly { index: number; escape: string }[]): HiddenRun[] {
  const runs: HiddenRun[] = [];
  for (const { index, escape } of hidden) {
    const end = index + (escape.length > "\\u{ffff}".length ? 2 : 1);
    const last = runs.at(-1);
    if (last?.end === index) {
      last.end = end;
      last.escapes.push(escape);
    } else runs.push({ start: index, end, escapes: [escape] });
  }
  return runs;
}

function describeHidden([first = "", ...rest]: string[]): string {
  return rest.length === 0
    ? `Hidden character ${first}`
    : `${rest.length + 1} hidden characters, beginning with ${first}`;
}
