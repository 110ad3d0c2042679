/** Prints findings. Pure. */
import { countOf } from "../words.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { stringifyJson } from "../json.ts";
import type { Finding, Status } from "./finding.ts";

/** What `doctor --format` takes. */
export const FORMATS = ["text", "json"] as const;
/** One of {@linkcode FORMATS}. */
export type Format = typeof FORMATS[number];

/** What `doctor` writes to stdout. */
export function renderFindings(findings: readonly Finding[], format: Format): string {
  if (format === "text") return findings.map(renderFinding).join("");
  // Every key is always present.
  const plain = findings.map(({ code, status, message, help }) => ({
    code,
    status,
    message,
    help: help ?? null,
  }));
  return `${stringifyJson(plain, 2)}\n`;
}

/** How many of each, for stderr. */
export function summarize(findings: readonly Finding[]): string {
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length;
  return `${count("ok")} ok, ${countOf(count("warning"), "warning")}, ${
    countOf(count("problem"), "problem")
  }`;
}

function renderFinding({ code, status, message, help }: Finding): string {
  const name = status === "ok" ? "ok" : `${status}[${code}]:`;
  const way = help === undefined ? "" : `    help: ${escapeHidden(help)}\n`;
  return `${name} ${escapeHidden(message)}\n${way}`;
}
