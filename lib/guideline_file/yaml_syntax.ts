/** Syntax errors of YAML: where, in which words, and what to write instead. */
import { type Document, isScalar, visit, type YAMLError } from "yaml";
import { spanOf } from "../diagnostic.ts";
import { type Findings, lowerFirst, quote, shorten, singleQuoted } from "./findings.ts";

/** Errors after which the rest of the document still means what its author wrote. */
const RECOVERABLE = new Set(["BAD_SCALAR_START", "BAD_DQ_ESCAPE"]);

/** Reports the errors of the parser; returns whether the document can be read all the same. */
export function reportSyntax(doc: Document, text: string, found: Findings): boolean {
  const open = findOpenQuote(doc);
  if (open !== undefined) reportOpenQuote(open, text, found);
  const multiline = new Set(
    doc.errors.filter(({ code }) => code === "MULTILINE_IMPLICIT_KEY").map(({ pos }) => pos[0]),
  );
  for (const error of doc.errors) {
    if (found.isDone) break;
    const [start, end] = error.pos;
    // Everything that follows is inside the quotes.
    if (open !== undefined && start > open) continue;
    // The parser reports a key with text of the line above before it twice.
    if (error.code === "BLOCK_AS_IMPLICIT_KEY" && multiline.has(start)) continue;
    if (error.code === "MULTILINE_IMPLICIT_KEY" && reportIndented(start, end, text, found)) {
      continue;
    }
    found.add("yaml-syntax", describe(error), {
      start,
      end: Math.max(end, start + 1),
      help: () => helpFor(error, lineAround(text, start)),
    });
  }
  return doc.errors.every(({ code }) => RECOVERABLE.has(code));
}

/** The start of a quoted text without an end; the parser reports the end of the file instead. */
function findOpenQuote(doc: Document): number | undefined {
  const error = doc.errors.find(({ code, message }) =>
    code === "MISSING_CHAR" && /^Missing closing ["']quote/.test(message)
  );
  if (!error) return undefined;
  let open: number | undefined;
  visit(doc, {
    Node(_, node) {
      const isQuoted = isScalar(node) && /^QUOTE_/.test(node.type ?? "");
      if (isQuoted && node.range?.[1] === error.pos[0]) open = node.range[0];
      return open !== undefined ? visit.BREAK : undefined;
    },
  });
  return open;
}

function reportOpenQuote(start: number, text: string, found: Findings): void {
  const mark = text[start]!;
  const single = mark === "'";
  found.add("yaml-syntax", `Unterminated ${single ? "single" : "double"} quote`, {
    start,
    end: start + 1,
    help: `Write ${mark} at the end of the text${
      single ? "; inside, a single quote is written twice: ''" : ""
    }`,
  });
}

/** Reports a key that is indented below a value, which continues that value; false if it is not. */
function reportIndented(start: number, end: number, text: string, found: Findings): boolean {
  const lineStart = text.lastIndexOf("\n", end - 1) + 1;
  if (end - lineStart > LONGEST_KEY) return false;
  const [, indent, key] = /^( +)([\w-]+)$/.exec(text.slice(lineStart, end)) ?? [];
  if (indent === undefined || key === undefined) return false;
  if (!/^[ -]*[\w-]+: /.test(lineAround(text, start))) return false;
  const { line } = spanOf(text, start, start);
  found.add("yaml-syntax", `Key ${quote(key)} is indented, so it continues line ${line}`, {
    start: lineStart + indent.length,
    end,
    help:
      `Begin it right below the key of line ${line}; if it is text, put the whole in single quotes`,
  });
  return true;
}

const LONGEST_KEY = 1000;

function describe({ code, message }: YAMLError): string {
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY":
      return 'A second ": " on the line is read as a key';
    case "MULTIPLE_DOCS":
      return "A line `---` begins a second document, but a file holds one guideline";
    case "BAD_DQ_ESCAPE":
      return message;
    default:
      // Some messages quote a whole line.
      return `Invalid YAML: ${lowerFirst(shorten(message, 200))}`;
  }
}

function helpFor({ code }: YAMLError, line: string): string {
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
  const value = /^\s*(?:- +)?[\w-]+: +(\S.*)$/.exec(line)?.[1]?.trimEnd();
  if (value !== undefined && !/^[|>"']/.test(value)) {
    return `Put the value in single quotes: ${singleQuoted(value)}`;
  }
  return /[[\]{}*!@&%`]/.test(line)
    ? "Put texts with special characters in single quotes"
    : "Indent what belongs to a key below it, and put texts with special characters in single quotes";
}

/** Characters of a line that help looks at. */
const LINE_LIMIT = 500;

/** The line that holds `offset`; empty where it is too long for help to quote it. */
function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const line = text.slice(start, end < 0 ? undefined : end);
  return line.length > LINE_LIMIT ? "" : line;
}
