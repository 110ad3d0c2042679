/** Valid YAML that no guideline can be, or that its author did not mean as YAML. */
import { type Document, isAlias, isCollection, isScalar, Scalar, visit } from "yaml";
import { spanOf } from "../diagnostic.ts";
import { type Findings, quote, singleQuoted } from "./findings.ts";

/** Most keys and values of a guideline; later steps take more than linear time in them. */
const NODE_LIMIT = 2000;

type Range = [start: number, valueEnd: number, nodeEnd: number];

/**
 * Reports duplicate keys, and what no guideline can be: one with thousands of values, or with a list
 * or a mapping as a key. Returns whether the document can be read all the same.
 */
export function reportStructure(doc: Document, text: string, found: Findings): boolean {
  let nodes = 0;
  let readable = true;
  visit(doc, {
    Node(_, node) {
      if (++nodes <= NODE_LIMIT) return;
      readable = false;
      const start = node.range?.[0] ?? 0;
      const end = start + 1;
      found.add("yaml-syntax", `More than ${NODE_LIMIT} keys and values in one guideline`, {
        start,
        end,
        help: "Split it",
      });
      return visit.BREAK;
    },
    Map(_, { items }) {
      const seen = new Map<unknown, number>();
      for (const { key } of items) {
        if (isCollection(key)) {
          readable = false;
          const start = key.range?.[0] ?? 0;
          found.add("yaml-syntax", "A list or a mapping is used as a key", {
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
  [start, end]: Range,
  first: number,
  text: string,
  found: Findings,
): void {
  found.add("duplicate-key", `Duplicate key ${quote(key)}`, {
    start,
    end: Math.max(end, start + 1),
    help: () => `Keep one of them; the first is on line ${spanOf(text, first, first).line}`,
  });
}

/**
 * Reports aliases and tags, which no guideline needs: an unquoted glob that begins with `*` or `!`
 * is one. They are replaced by the text that was meant, so that the rest can be checked.
 */
export function reportUnquoted(doc: Document, text: string, found: Findings): void {
  visit(doc, {
    Node(_, node) {
      if (!node.range) return;
      const [start, end] = node.range;
      if (isAlias(node)) {
        const word = text.slice(start, end);
        reportWord(word, start, "a YAML alias", found);
        return replace(word, node.range);
      }
      if (isScalar(node) && node.tag?.startsWith("!") && !node.tag.startsWith("!!")) {
        const tag = text.lastIndexOf(node.tag, start);
        const word = `${node.tag}${node.source ? ` ${node.source}` : ""}`;
        reportWord(word, Math.max(0, tag), "a YAML tag", found);
        return replace(word, node.range);
      }
      if (isScalar(node) && node.type === "PLAIN") reportComment(node.range, text, found);
    },
  });
}

/** An unquoted value ends at ` #`: what follows without a space is hardly a comment. */
function reportComment([start, end]: Range, text: string, found: Findings): void {
  const [, gap = "", rest] = /^([ \t]+)(#[^\s#!].*)/.exec(text.slice(end)) ?? [];
  if (rest === undefined || start === end) return;
  const value = text.slice(start, end);
  found.add("yaml-syntax", `${quote(rest)} is read as a comment`, {
    start: end + gap.length,
    end: end + gap.length + rest.length,
    severity: "warning",
    help: `If it belongs to the value, write ${singleQuoted(`${value}${gap}${rest}`)}`,
  });
}

function replace(word: string, range: Range): Scalar {
  const scalar = new Scalar(word);
  scalar.range = range;
  return scalar;
}

function reportWord(word: string, start: number, meaning: string, found: Findings): void {
  found.add("yaml-syntax", `Unquoted ${quote(word)} is ${meaning}`, {
    start,
    end: start + word.length,
    help: `Put it in single quotes: ${singleQuoted(word)}`,
  });
}
