/**
 * SARIF 2.1.0, which code scanning services read (OASIS Standard, 27 March 2020). Pure.
 */
import type { Diagnostic, Severity, Span } from "../../diagnostic.ts";
import { VERSION } from "../../version.ts";
import { CODES } from "../codes.ts";

const LEVELS: Record<Severity, string> = { error: "error", warning: "warning", hint: "note" };
const RULES = Object.keys(CODES);

/** A SARIF log with one run. */
export function renderSarif(diagnostics: readonly Diagnostic[]): Record<string, unknown> {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "adaptive-guidebook",
          version: VERSION,
          rules: Object.entries(CODES).map(([id, { severity, summary }]) => ({
            id,
            shortDescription: { text: summary },
            defaultConfiguration: { level: LEVELS[severity] },
          })),
        },
      },
      columnKind: "utf16CodeUnits",
      results: diagnostics.map(toResult),
    }],
  };
}

function toResult({ code, severity, message, help, file, at, related }: Diagnostic) {
  return {
    ruleId: code,
    ruleIndex: RULES.indexOf(code),
    level: LEVELS[severity],
    message: { text: help === undefined ? message : `${message}\n\nhelp: ${help}` },
    locations: [toLocation(file, at)],
    ...(related && {
      relatedLocations: [{
        ...toLocation(related.file, related.at),
        message: { text: related.message },
      }],
    }),
  };
}

function toLocation(file: string, at: Span | undefined) {
  return {
    physicalLocation: {
      artifactLocation: { uri: toUri(file) },
      ...(at && {
        region: {
          startLine: at.line,
          startColumn: at.column,
          endLine: at.endLine,
          endColumn: at.endColumn,
        },
      }),
    },
  };
}

/** A relative path stays relative, so that a service finds it in the repository. */
function toUri(path: string): string {
  const uri = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${uri}` : uri;
}
