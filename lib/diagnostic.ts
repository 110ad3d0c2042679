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
  /** The place in the file; absent where the finding is about the file as a whole. */
  at?: Span;
  /** The source may hold a secret: it is not to be printed. */
  concealed?: true;
  /** Another place that it is about. */
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
  const from = placeOf(text, start);
  const to = placeOf(text, Math.max(start, end));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf("\n");
  let line = 1;
  for (let i = before.indexOf("\n"); i >= 0; i = before.indexOf("\n", i + 1)) line++;
  return { line, column: offset - lastBreak };
}

/** A diagnostic as text for a person, with the lines that it is about; no final newline. */
export function renderDiagnostic(
  { severity, code, message, help, file, at, concealed, related }: Diagnostic,
  textOf: (file: string) => string | undefined,
): string {
  const place = at ? `:${at.line}:${at.column}` : "";
  const lines = [
    `${severity}[${code}]: ${escapeHidden(message)}`,
    `  --> ${escapeHidden(file)}${place}`,
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
  const line = text.split("\n")[at.line - 1];
  if (line === undefined) return [];
  const shown = escapeHidden(line.replaceAll("\t", " ").replace(/\r$/, ""));
  const lead = escapeHidden(line.slice(0, at.column - 1).replaceAll("\t", " "));
  const marked = at.endLine === at.line
    ? line.slice(at.column - 1, at.endColumn - 1)
    : line.slice(at.column - 1).trimEnd();
  const carets = "^".repeat(Math.max(1, width(escapeHidden(marked.replaceAll("\t", " ")))));
  return [
    ` ${gutter(at)} |`,
    ` ${at.line} | ${shown}`,
    ` ${gutter(at)} | ${" ".repeat(width(lead))}${carets}`,
  ];
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
