/**
 * The text of a `guideline.yaml` to a guideline, or to what is wrong with it. The hook and the
 * linter share this code. Loads the YAML parser, the schema and the globs, so the hook's path
 * imports it only when a file must be parsed.
 */
import { type Document, parseDocument } from "yaml";
import { compileGuideline } from "./compile.ts";
import { type Example, readExamples } from "../guideline/example.ts";
import {
  Findings,
  lowerFirst,
  type Problem,
  type TextRange,
  type WantedProblems,
} from "./findings.ts";
import type { Guideline } from "../guideline/guideline.ts";
import { fieldsOf } from "../json.ts";
import { validate } from "./validate.ts";
import { reportStructure, reportUnquoted } from "./yaml_problems.ts";
import { reportSyntax } from "./yaml_syntax.ts";

/** The content of a guideline file. */
export interface ParsedGuideline {
  /** Undefined where a problem keeps it from being loaded. */
  guideline: Guideline | undefined;
  /** The id in the file, also where the guideline cannot be loaded. */
  id: string | undefined;
  /** Where the id is. */
  idAt: TextRange;
  examples: Example[];
  /** In the order of the file, at most 100. */
  problems: Problem[];
  /** The file as plain data, and the location of each part of it; for the linter. */
  content: { value: unknown; found: Findings };
}

/** Reads the text of one guideline file, with every problem and its help. Never throws. */
export function parseGuideline(text: string): ParsedGuideline {
  const { guideline, value, found } = readText(text, "all");
  found.problems.sort((a, b) => a.start - b.start);
  const { id } = fieldsOf(value);
  return {
    guideline,
    id: typeof id === "string" ? id : undefined,
    idAt: found.valueAt(["id"]),
    examples: readExamples(value),
    problems: found.problems,
    content: { value, found },
  };
}

/** The guideline of one file, or why it is not loaded: all that the hook needs. Never throws. */
export function loadGuideline(text: string): { guideline: Guideline } | { failure: string } {
  const { guideline, found } = readText(text, "first");
  return guideline ? { guideline } : { failure: lowerFirst(found.firstBlocking ?? "it is broken") };
}

interface ReadText {
  guideline: Guideline | undefined;
  value: unknown;
  found: Findings;
}

function readText(text: string, wanted: WantedProblems): ReadText {
  const dense = isTooDense(text);
  // The parser compares each key with each other one; reportStructure() does not.
  const doc = parseDocument(dense ? "" : text, {
    logLevel: "error",
    prettyErrors: false,
    uniqueKeys: false,
  });
  const found = new Findings(doc, text, wanted);
  if (dense) {
    found.add("yaml-syntax", "Too many lines or special characters for one guideline", {
      start: 0,
      end: 1,
      help: "Split it",
    });
  }
  const value = dense ? undefined : readValue(doc, text, found);
  const guideline = found.isDone ? undefined : compileGuideline(value, found);
  return { guideline, value, found };
}

/** The document as plain data; undefined where it cannot be read. */
function readValue(doc: Document, text: string, found: Findings): unknown {
  if (!reportSyntax(doc, text, found) || !reportStructure(doc, text, found)) return undefined;
  reportUnquoted(doc, text, found);
  const value: unknown = doc.toJS({ maxAliasCount: 0 });
  if (!found.isDone) validate(value, found);
  return value;
}

/** Most lines, and most special characters of each of two kinds, in one file. */
const LINE_LIMIT = 10_000;
const MARK_LIMIT = 4000;

/**
 * Whether the file has more structure or escapes than a guideline can have: the parser takes up to
 * seconds for a file that is all punctuation, and cannot be interrupted.
 */
function isTooDense(text: string): boolean {
  return hasMore(text, /\n/g, LINE_LIMIT) ||
    hasMore(text, /[[\]{},?]|^[ \t]*-|^%|:(?=\s)/gm, MARK_LIMIT) ||
    hasMore(text, /[\\'"&*!]/g, MARK_LIMIT);
}

function hasMore(text: string, mark: RegExp, limit: number): boolean {
  mark.lastIndex = 0;
  for (let count = 0; mark.test(text); count++) if (count >= limit) return true;
  return false;
}
