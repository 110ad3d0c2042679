/** What YAML makes of a word that its author did not mean as YAML, and how to write it instead. */
import {
  type Document,
  isAlias,
  isCollection,
  isScalar,
  Scalar,
  visit,
  type YAMLError,
} from "yaml";
import { type Findings, lowerFirst, quote } from "./findings.ts";

/** Errors after which the rest of the document still means what its author wrote. */
const RECOVERABLE = new Set(["BAD_SCALAR_START", "BAD_DQ_ESCAPE"]);

/** Reports every error of the parser; says whether the document can be read all the same. */
export function reportSyntax(doc: Document, text: string, found: Findings): boolean {
  const open = findOpenQuote(doc);
  if (open !== undefined) reportOpenQuote(open, text, found);
  for (const error of doc.errors) {
    const [start, end] = error.pos;
    // All that follows is inside the quotes.
    if (open !== undefined && start > open) continue;
    if (isFirstOfTwo(error, doc)) continue;
    if (error.code === "MULTILINE_IMPLICIT_KEY" && reportIndented(start, end, text, found)) {
      continue;
    }
    found.add("yaml-syntax", `Cannot read YAML: ${describe(error)}`, {
      start,
      end: Math.max(end, start + 1),
      help: helpFor(error, lineAround(text, start)),
    });
  }
  return doc.errors.every(({ code }) => RECOVERABLE.has(code));
}

/** Where the quotes open that nothing closes; the parser names the end of the file. */
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
  const inside = mark === "'" ? "; inside, a single quote is written twice: ''" : "";
  found.add("yaml-syntax", `Cannot read YAML: nothing closes the ${mark} that stands here`, {
    start,
    end: start + 1,
    help: `Write ${mark} at the end of the text${inside}`,
  });
}

/** Of a key that has the text of the line above before it, which the parser reports twice. */
function isFirstOfTwo({ code, pos }: YAMLError, { errors }: Document): boolean {
  return code === "BLOCK_AS_IMPLICIT_KEY" &&
    errors.some((error) => error.code === "MULTILINE_IMPLICIT_KEY" && error.pos[0] === pos[0]);
}

/** A key that is indented below a value goes on with it; says whether that is what is wrong. */
function reportIndented(start: number, end: number, text: string, found: Findings): boolean {
  const lineStart = text.lastIndexOf("\n", end - 1) + 1;
  const [, indent, key] = /^( +)([\w-]+)$/.exec(text.slice(lineStart, end)) ?? [];
  const above = lineAround(text, start);
  if (indent === undefined || key === undefined || !/^[ -]*[\w-]+: /.test(above)) return false;
  const line = text.slice(0, start).split("\n").length;
  found.add(
    "yaml-syntax",
    `Cannot read key ${quote(key)}: it is indented, as part of line ${line}`,
    {
      start: lineStart + indent.length,
      end,
      help:
        `Begin it right below the key of line ${line}; if it is text, put the whole in single quotes`,
    },
  );
  return true;
}

/** Most keys and values of a guideline; what comes after grows with them, not always evenly. */
const NODE_LIMIT = 2000;

/**
 * Reports keys that stand twice, and what no guideline can be: one with thousands of values, or
 * with a list or a mapping for a key. Says whether the document can be read all the same.
 */
export function reportStructure(doc: Document, text: string, found: Findings): boolean {
  let nodes = 0;
  let readable = true;
  visit(doc, {
    Node(_, node) {
      if (++nodes <= NODE_LIMIT) return;
      readable = false;
      found.add(
        "yaml-syntax",
        `Cannot read guideline: it has more than ${NODE_LIMIT} keys and values`,
        { start: node.range?.[0] ?? 0, end: (node.range?.[0] ?? 0) + 1, help: "Split it" },
      );
      return visit.BREAK;
    },
    Map(_, { items }) {
      const seen = new Map<unknown, number>();
      for (const { key } of items) {
        if (isCollection(key)) {
          readable = false;
          const start = key.range?.[0] ?? 0;
          found.add("yaml-syntax", "Cannot read YAML: a list or a mapping stands for a key", {
            start,
            end: start + 1,
            help: "Put it in single quotes if it is text",
          });
        } else if (isScalar(key) && key.range) {
          const first = seen.get(key.value);
          if (first === undefined) seen.set(key.value, key.range[0]);
          else reportDuplicate(String(key.value), key.range, first, text, found);
        }
      }
      // What is below a key that is a collection can be of any depth.
      return readable ? undefined : visit.BREAK;
    },
  });
  return readable;
}

function reportDuplicate(
  key: string,
  [start, end]: [number, number, number],
  first: number,
  text: string,
  found: Findings,
): void {
  const line = text.slice(0, first).split("\n").length;
  found.add("duplicate-key", `Cannot read key ${quote(key)}: it stands here twice`, {
    start,
    end: Math.max(end, start + 1),
    help: `Keep one of them; the first is on line ${line}`,
  });
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
