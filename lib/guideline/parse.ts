/**
 * The text of a `guideline.yaml` to a guideline, or to what is wrong with it. The hook and the
 * linter read guidelines through this one function. Loads the YAML parser, the schema and the
 * globs, so the hook's path asks for it only when a file must be parsed.
 */
import { parseDocument } from "yaml";
import { compileGuideline } from "./compile.ts";
import { Findings, lowerFirst, type Problem, type TextRange } from "./findings.ts";
import type { Guideline } from "./guideline.ts";
import { validate } from "./validate.ts";

export interface ParsedGuideline {
  /** Undefined where a problem keeps it from being loaded. */
  guideline: Guideline | undefined;
  /** The id that the file names, also where the guideline cannot be loaded. */
  id: string | undefined;
  /** Where the id stands. */
  idAt: TextRange;
  /** In the order of the file. */
  problems: Problem[];
}

/** Reads the text of one guideline file. Never throws. */
export function parseGuideline(text: string): ParsedGuideline {
  const doc = parseDocument(text, { logLevel: "error", prettyErrors: false });
  const found = new Findings(doc, text);
  if (doc.errors.length > 0) {
    for (const { code, message, pos } of doc.errors) {
      const kind = code === "DUPLICATE_KEY" ? "duplicate-key" : "yaml-syntax";
      const sentence = code === "DUPLICATE_KEY" ? "the key stands here twice" : lowerFirst(message);
      found.add(kind, `Cannot read YAML: ${sentence}`, { start: pos[0], end: pos[1] });
    }
    return unreadable(found);
  }
  let value: unknown;
  try {
    // One alias is one too many: nothing in a guideline needs them, and they can explode.
    value = doc.toJS({ maxAliasCount: 0 });
  } catch {
    const at = text.search(/(?<=^|[\s[,:-])\*/m);
    found.add("yaml-syntax", "Cannot read YAML: it takes a word that begins with * for an alias", {
      start: Math.max(0, at),
      end: Math.max(0, at) + 1,
      help: "Put it in single quotes",
    });
    return unreadable(found);
  }
  const id = readId(value);
  const file = validate(value, found);
  const guideline = file && compileGuideline(file, found);
  found.problems.sort((a, b) => a.start - b.start);
  return { guideline, id, idAt: found.valueAt(["id"]), problems: found.problems };
}

function unreadable({ problems }: Findings): ParsedGuideline {
  return { guideline: undefined, id: undefined, idAt: { start: 0, end: 0 }, problems };
}

function readId(value: unknown): string | undefined {
  return typeof value === "object" && value !== null && "id" in value &&
      typeof value.id === "string"
    ? value.id
    : undefined;
}
