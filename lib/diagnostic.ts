/** One finding of the linter, in terms of a file. Types and rendering; pure. */
import { escapeHidden } from "./hidden_characters.ts";

/** How bad a finding is. */
export type Severity = "error" | "warning" | "hint";

/** A finding in a file. */
export interface Diagnostic {
  /** Kebab-case name of the kind of finding. */
  code: string;
  severity: Severity;
  /** Sentence case, no final period. */
  message: string;
  /** What to do about it. */
  help?: string;
  /** As it should be printed. */
  file: string;
  /** The location in the file; absent where the finding is about the file as a whole. */
  at?: Span;
  /** The source may hold a secret: it is not printed. */
  concealed?: true;
  /** Another location that it is about. */
  related?: { message: string; file: string; at: Span };
}

/** 1-based; the end is exclusive. Columns count UTF-16 units. */
export interface Span {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** The span between two offsets of `text`. */
export function spanOf(text: string, start: number, end: number): Span {
  const starts = lineStartsOf(text);
  const from = locate(starts, start);
  const to = locate(starts, Math.max(start, end));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** Binary search, so that many findings in a long file take no quadratic time. */
function locate(starts: readonly number[], offset: number): { line: number; column: number } {
  let [line, end] = [0, starts.length];
  while (end - line > 1) {
    const middle = (line + end) >> 1;
    if (starts[middle]! <= offset) line = middle;
    else end = middle;
  }
  return { line: line + 1, column: offset - starts[line]! + 1 };
}

/** The text whose lines were indexed last: findings come file by file. */
let indexed: { text: string; starts: readonly number[] } = { text: "", starts: [0] };

/** The offset of each line of `text`. */
function lineStartsOf(text: string): readonly number[] {
  if (indexed.text !== text) {
    const starts = [0];
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
    indexed = { text, starts };
  }
  return indexed.starts;
}

/** A diagnostic as text for a person, with the lines that it is about; no final newline. */
export function renderDiagnostic(
  { severity, code, message, help, file, at, concealed, related }: Diagnostic,
  textOf: (file: string) => string | undefined,
): string {
  const position = at ? `:${at.line}:${at.column}` : "";
  const lines = [
    `${severity}[${code}]: ${escapeHidden(message)}`,
    `  --> ${escapeHidden(file)}${position}`,
  ];
  lines.push(...renderFrame(concealed ? undefined : textOf(file), at));
  if (related) {
    lines.push(
      `  ::: ${escapeHidden(related.file)}:${related.at.line}:${related.at.column}: ` +
        escapeHidden(related.message),
      ...renderFrame(textOf(related.file), related.at),
    );
  }
  if (help !== undefined) {
    const [first = "", ...rest] = help.split("\n").map(escapeHidden);
    lines.push(
      ` ${gutter(at)} = help: ${first}`,
      ...rest.map((line) => ` ${gutter(at)}   ${line}`),
    );
  }
  return lines.map((line) => line.trimEnd()).join("\n");
}

function renderFrame(text: string | undefined, at: Span | undefined): string[] {
  if (text === undefined || !at) return [];
  const starts = lineStartsOf(text);
  const start = starts[at.line - 1];
  if (start === undefined) return [];
  const line = text.slice(start, (starts[at.line] ?? text.length + 1) - 1).replace(/\r$/, "");
  const end = at.endLine === at.line ? at.endColumn - 1 : line.trimEnd().length;
  const { lead, marked, rest } = cutAround(line, at.column - 1, end);
  const [before, below] = [show(lead), show(marked)];
  return [
    ` ${gutter(at)} |`,
    ` ${at.line} | ${before}${below}${show(rest)}`,
    ` ${gutter(at)} | ${" ".repeat(width(before))}${"^".repeat(Math.max(1, width(below)))}`,
  ];
}

/** Longest line that is shown whole, and what is shown before the span of a longer one. */
const LINE_LIMIT = 160;
const LEAD_LIMIT = 40;

/** A line in three parts, the second between the offsets; the ends of a long line are left out. */
function cutAround(line: string, start: number, end: number) {
  const from = line.length <= LINE_LIMIT
    ? 0
    : wholeCharacter(line, Math.max(0, start - LEAD_LIMIT));
  const to = Math.max(from, wholeCharacter(line, Math.min(line.length, from + LINE_LIMIT)));
  const stop = Math.max(start, Math.min(end, to));
  return {
    lead: (from > 0 ? "…" : "") + line.slice(from, start),
    marked: line.slice(start, stop),
    rest: line.slice(stop, to) + (to < line.length ? "…" : ""),
  };
}

/** `offset`, or the one before it where it is inside a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  return /^[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}

function show(text: string): string {
  return escapeHidden(text.replaceAll("\t", " "));
}

function gutter(at: Span | undefined): string {
  return " ".repeat(at ? String(at.line).length : 1);
}

/** Columns that `text` takes in a terminal: East Asian wide characters take two. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
