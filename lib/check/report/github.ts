/** Workflow commands of GitHub Actions, which show a finding beside the changed line. Pure. */
import type { Diagnostic, Severity } from "../../diagnostic.ts";
import { escapeHidden } from "../../hidden_characters.ts";

const COMMANDS: Record<Severity, string> = { error: "error", warning: "warning", hint: "notice" };

/** A finding as one line. */
export function renderGithub(
  { severity, code, message, help, file, at, related }: Diagnostic,
): string {
  const properties = {
    file,
    ...(at && { line: at.line, endLine: at.endLine, col: at.column, endColumn: at.endColumn }),
    title: code,
  };
  // A log is read on terminals, too.
  const text = [
    related ? `${message} (${related.file}:${related.at.line}:${related.at.column})` : message,
    ...(help === undefined ? [] : `help: ${help}`.split("\n")),
  ].map(escapeHidden).join("\n");
  const list = Object.entries(properties).map(([name, value]) =>
    `${name}=${escapeProperty(escapeHidden(String(value)))}`
  );
  return `::${COMMANDS[severity]} ${list.join(",")}::${escapeData(text)}`;
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(value: string): string {
  return escapeData(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
