/** How to write a value that has the wrong type. */
import { singleQuoted } from "./findings.ts";
import type { Issue } from "./issue.ts";

/** What to write instead of a value that should be of the type `expected`. */
export function helpForType(issue: Issue, expected: string, sampleId: string): string {
  const { schemaPath, actual } = issue;
  if (schemaPath === "") return `Begin with "id: ${sampleId}"`;
  if (schemaPath === "match" || schemaPath.startsWith("match.")) {
    const help = helpForMatch(issue);
    if (help !== undefined) return help;
  }
  if (schemaPath === "examples") return 'Put "matches:" and "ignores:" lists under it';
  if (schemaPath === "scope") return "Put repositories, languages or paths under it";
  if (expected === "array") return helpForList(issue);
  if (expected !== "string") return "Write a text, or a path and a source";
  if (actual === null) return "Write something there or leave the key out";
  if (typeof actual === "object") {
    return "Write one text; put it in quotes if it holds brackets, braces or a colon";
  }
  return `Put it in quotes: '${sourceLine(issue)}'`;
}

function helpForMatch({ schemaPath, actual }: Issue): string | undefined {
  const regex = `regex: { pattern: ${typeof actual === "string" ? singleQuoted(actual) : "'…'"} }`;
  if (schemaPath === "match") return `Write it as\n    match:\n      any:\n        - ${regex}`;
  if (/^match\.\w+$/.test(schemaPath)) {
    return `Write it as a list, each item on its line: - ${regex}`;
  }
  return /\.(?:pattern|flags|on)$/.test(schemaPath) ? undefined : `Write it as ${regex}`;
}

function helpForList({ schemaPath, actual }: Issue): string {
  const items = typeof actual === "string" && !schemaPath.startsWith("examples.")
    ? splitList(actual).map(toItem)
    : [];
  return items.length > 0
    ? `Put ${items.length > 1 ? "each in quotes, and all" : "it"} in brackets: [${
      items.join(", ")
    }]`
    : 'Write it as a list, each item on its line after "- "';
}

/** The parts between commas, but for those inside braces and brackets. */
function splitList(text: string): string[] {
  const parts = text.match(/(?:\{[^{}]*\}|\[[^[\]]*\]|[^,])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** An item of a list in brackets: what YAML could read as something else is quoted. */
function toItem(text: string): string {
  return /^[a-z][\w-]*$/i.test(text) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : singleQuoted(text);
}

function sourceLine({ found, at }: Issue): string {
  const source = found.source(at);
  return source.includes("\n") ? "…" : source.replaceAll("'", "''");
}
