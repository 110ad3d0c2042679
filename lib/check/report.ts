/** How findings are printed. */
import { type Diagnostic, renderDiagnostic } from "../diagnostic.ts";
import { stringifyJson } from "../json.ts";
import type { CheckedGuidebook } from "./check.ts";
import { renderGithub } from "./report/github.ts";
import { renderSarif } from "./report/sarif.ts";

/** What `check --format` takes. */
export const FORMATS = ["text", "json", "github", "sarif"] as const;
/** One of {@linkcode FORMATS}. */
export type Format = typeof FORMATS[number];

/** What `check` writes to stdout; empty for nothing. */
export function renderReport({ diagnostics, texts }: CheckedGuidebook, format: Format): string {
  switch (format) {
    case "text":
      return diagnostics.map((diagnostic) =>
        `${renderDiagnostic(diagnostic, (file) => texts.get(file))}\n\n`
      ).join("");
    case "json":
      return `${stringifyJson(diagnostics.map(toPlain), 2)}\n`;
    case "github":
      return diagnostics.map((diagnostic) => `${renderGithub(diagnostic)}\n`).join("");
    case "sarif":
      return `${stringifyJson(renderSarif(diagnostics), 2)}\n`;
  }
}

/** Each key is always there; what is about a file as a whole is at its first character. */
function toPlain({ code, severity, message, help, file, at, related }: Diagnostic) {
  const { line, column, endLine, endColumn } = at ?? FILE_START;
  return {
    code,
    severity,
    message: related
      ? `${message} (${related.file}:${related.at.line}:${related.at.column})`
      : message,
    help: help ?? null,
    file,
    line,
    column,
    endLine,
    endColumn,
  };
}

const FILE_START = { line: 1, column: 1, endLine: 1, endColumn: 1 };
