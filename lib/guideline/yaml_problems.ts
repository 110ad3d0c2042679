/** What YAML makes of a word that its author did not mean as YAML, and how to write it instead. */
import { type Document, isAlias, isScalar, Scalar, visit, type YAMLError } from "yaml";
import { type Findings, lowerFirst, quote } from "./findings.ts";

/** Errors after which the rest of the document still means what its author wrote. */
const RECOVERABLE = new Set(["DUPLICATE_KEY", "BAD_SCALAR_START", "BAD_DQ_ESCAPE"]);

/** Reports every error of the parser; says whether the document can be read all the same. */
export function reportSyntax(doc: Document, text: string, found: Findings): boolean {
  for (const error of doc.errors) {
    const [start, end] = error.pos;
    if (error.code === "DUPLICATE_KEY") {
      const key = /^[^\s:]+/.exec(text.slice(start))?.[0] ?? "";
      const lines = text.slice(0, start).split("\n");
      const first = lines.findIndex((line) => line.trimStart().startsWith(`${key}:`)) + 1;
      found.add("duplicate-key", `Cannot read key ${quote(key)}: it stands here twice`, {
        start,
        end: start + Math.max(1, key.length),
        help: first > 0 ? `Keep one of them; the first is on line ${first}` : "Keep one of them",
      });
    } else {
      found.add("yaml-syntax", `Cannot read YAML: ${describe(error)}`, {
        start,
        end: Math.max(end, start + 1),
        help: helpFor(error, lineAround(text, start)),
      });
    }
  }
  return doc.errors.every(({ code }) => RECOVERABLE.has(code));
}

/**
 * Reports aliases and tags, which no guideline needs: an unquoted glob that begins with `*` or `!`
 * is one. The word that was meant takes their place, so that the rest can be checked.
 */
export function reportUnquoted(doc: Document, text: string, found: Findings): void {
  visit(doc, {
    Node(_, node) {
      if (!node.range) return;
      const [start, end] = node.range;
      if (isAlias(node)) {
        const word = text.slice(start, end);
        reportWord(word, start, "an alias", found);
        return replace(word, node.range);
      }
      if (isScalar(node) && node.tag?.startsWith("!") && !node.tag.startsWith("!!")) {
        const tag = text.lastIndexOf(node.tag, start);
        const word = `${node.tag}${node.source ? ` ${node.source}` : ""}`;
        reportWord(word, Math.max(0, tag), "a tag", found);
        return replace(word, node.range);
      }
      if (isScalar(node) && node.type === "PLAIN") reportComment(node.range, text, found);
    },
  });
}

/** An unquoted value ends at ` #`: what follows without a space is hardly a comment. */
function reportComment(
  [start, end]: [number, number, number],
  text: string,
  found: Findings,
): void {
  const [, gap = "", rest] = /^([ \t]+)(#[^\s#!].*)/.exec(text.slice(end)) ?? [];
  if (rest === undefined || start === end) return;
  const value = text.slice(start, end);
  found.add("yaml-syntax", `Cannot read ${quote(rest)} as text: YAML takes it for a comment`, {
    start: end + gap.length,
    end: end + gap.length + rest.length,
    severity: "warning",
    help: `If it belongs to the value, write '${`${value}${gap}${rest}`.replaceAll("'", "''")}'`,
  });
}

function replace(word: string, range: [number, number, number]): Scalar {
  const scalar = new Scalar(word);
  scalar.range = range;
  return scalar;
}

function reportWord(word: string, start: number, meaning: string, found: Findings): void {
  found.add("yaml-syntax", `Cannot read YAML: without quotes ${word} is ${meaning}`, {
    start,
    end: start + word.length,
    help: `Put it in single quotes: '${word.replaceAll("'", "''")}'`,
  });
}

function describe({ code, message }: YAMLError): string {
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY":
      return 'a second ": " on the line reads as a key';
    case "MULTIPLE_DOCS":
      return "a file holds one guideline, and a line `---` begins a second document";
    default:
      return lowerFirst(message);
  }
}

function helpFor({ code }: YAMLError, line: string): string {
  const value = /^\s*(?:- +)?[\w-]+: +(.+?)\s*$/.exec(line)?.[1];
  switch (code) {
    case "BAD_DQ_ESCAPE":
      return "Use single quotes: in them a backslash is a backslash";
    case "TAB_AS_INDENT":
      return "Indent with spaces";
    case "MULTIPLE_DOCS":
      return "Give each guideline a folder and a guideline.yaml of its own";
    case "BAD_INDENT":
      return "Give lines that belong together the same indentation, and close each bracket";
  }
  if (/^\s*[\w-]+: *'.*'.*'/.test(line)) {
    return "Inside single quotes write a single quote twice: ''";
  }
  if (value !== undefined && !/^[|>"']/.test(value)) {
    return `Put the value in single quotes: '${value.replaceAll("'", "''")}'`;
  }
  return /[[\]{}*!@&%`]/.test(line)
    ? "Put texts with special characters in single quotes"
    : "Indent what belongs to a key below it, and put texts with special characters in single quotes";
}

function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  return text.slice(start, end < 0 ? undefined : end);
}
