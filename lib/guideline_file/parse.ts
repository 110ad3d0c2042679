/**
 * The text of a `guideline.yaml` to a guideline, or to what is wrong with it. The hook and the
 * linter read guidelines through this one function. Loads the YAML parser, the schema and the
 * globs, so the hook's path asks for it only when a file must be parsed.
 */
import { parseDocument } from "yaml";
import { compileGuideline } from "./compile.ts";
import { type Example, readExamples } from "../guideline/example.ts";
import { Findings, type Problem, type TextRange } from "./findings.ts";
import type { Guideline } from "../guideline/guideline.ts";
import { validate } from "./validate.ts";
import { reportStructure, reportSyntax, reportUnquoted } from "./yaml_problems.ts";

/** What a guideline file says. */
export interface ParsedGuideline {
  /** Undefined where a problem keeps it from being loaded. */
  guideline: Guideline | undefined;
  /** The id that the file names, also where the guideline cannot be loaded. */
  id: string | undefined;
  /** Where the id stands. */
  idAt: TextRange;
  examples: Example[];
  /** In the order of the file. */
  problems: Problem[];
  /** What the file says, as plain data, and where each part of it stands; for the linter. */
  content: { value: unknown; found: Findings };
}

/** Reads the text of one guideline file. Never throws. */
export function parseGuideline(text: string): ParsedGuideline {
  // The parser compares each key with each other one; reportStructure() does not.
  const dense = isTooDense(text);
  const doc = parseDocument(dense ? "" : text, {
    logLevel: "error",
    prettyErrors: false,
    uniqueKeys: false,
  });
  const found = new Findings(doc, text);
  const readable = !dense && reportSyntax(doc, text, found) && reportStructure(doc, text, found);
  if (dense) {
    found.add("yaml-syntax", "Cannot read guideline: it has thousands of keys and values", {
      start: 0,
      end: 1,
      help: "Split it",
    });
  }
  if (readable) reportUnquoted(doc, text, found);
  const value: unknown = readable ? doc.toJS({ maxAliasCount: 0 }) : undefined;
  if (readable) validate(value, found);
  const guideline = compileGuideline(value, found);
  found.problems.sort((a, b) => a.start - b.start);
  return {
    guideline,
    id: readId(value),
    idAt: found.valueAt(["id"]),
    examples: readExamples(value),
    problems: found.problems,
    content: { value, found },
  };
}

function readId(value: unknown): string | undefined {
  return typeof value === "object" && value !== null && "id" in value &&
      typeof value.id === "string"
    ? value.id
    : undefined;
}

/** The parser takes seconds for a file that is all punctuation, and cannot be interrupted. */
function isTooDense(text: string): boolean {
  let marks = 0;
  for (const _ of text.matchAll(/[[\]{},?]|^[ \t]*-|:(?=\s)/gm)) if (++marks > 4000) return true;
  return false;
}
