/** Reads JSON with the position of each value. Pure. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Span, spanOf } from "../../diagnostic.ts";

/** A value of a JSON text, and its position. */
export type JsonNode = Node;

/** What is wrong in a text, where, and what to do. */
export interface JsonProblem {
  code: string;
  message: string;
  at: Span;
  help: string;
}

/**
 * Reads strict JSON (RFC 8259): no comments, no trailing commas, and no duplicate key in an object,
 * since parsers differ in which of the two they use.
 */
export function parseJson(text: string): { tree: JsonNode } | { problem: JsonProblem } {
  const errors: ParseError[] = [];
  let tree: JsonNode | undefined;
  let duplicate: JsonNode | undefined;
  try {
    tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    duplicate = tree && findDuplicateKey(tree);
  } catch (error) {
    // Both recurse once a level, and so does every reader of the tree.
    if (!(error instanceof RangeError)) throw error;
    return { problem: invalid("it is nested too deeply", spanOf(text, 0, 1)) };
  }
  const [error] = errors;
  if (error || !tree) {
    const { offset, length } = error ?? { offset: 0, length: 1 };
    const reason = REASONS[error ? printParseErrorCode(error.error) : "ValueExpected"] ??
      "this is not JSON";
    return { problem: invalid(reason, spanOf(text, offset, offset + length)) };
  }
  if (!duplicate) return { tree };
  const at = spanOf(text, duplicate.offset, duplicate.offset + duplicate.length);
  return {
    problem: {
      code: "duplicate-key",
      message: `Duplicate key ${JSON.stringify(duplicate.value)}`,
      at,
      help: "Merge the two into one",
    },
  };
}

/** The value of `node`. */
export function valueOf(text: string, node: JsonNode): unknown {
  return JSON.parse(text.slice(node.offset, node.offset + node.length));
}

/** The value of `key` in an object; undefined where it has none, or where `node` is no object. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

/** The elements of an array; none where `node` is no array. */
export function elementsOf(node: JsonNode | undefined): JsonNode[] {
  return node?.type === "array" ? node.children ?? [] : [];
}

/** Where the value at `path` is in the text, or as much of the path as the text has. */
export function locate(text: string, path: readonly (string | number)[]): Span {
  const parsed = parseJson(text);
  let node = "tree" in parsed ? parsed.tree : undefined;
  for (const key of path) {
    const next = typeof key === "string" ? memberOf(node, key) : elementsOf(node)[key];
    if (!next) break;
    node = next;
  }
  const { offset, length } = node ?? { offset: 0, length: 1 };
  // An excerpt of many lines would not show the place.
  return spanOf(text, offset, offset + (/[[{]/.test(text[offset] ?? "") ? 1 : length));
}

function findDuplicateKey(node: JsonNode): JsonNode | undefined {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === "object" ? child.children?.[0] : undefined;
    if (key && keys.has(key.value)) return key;
    if (key) keys.add(key.value);
    const found = findDuplicateKey(child);
    if (found) return found;
  }
  return undefined;
}

function invalid(reason: string, at: Span): JsonProblem {
  return {
    code: "invalid-json",
    message: `Cannot read the file: ${reason}`,
    at,
    help: "Fix it first: the agent cannot read the file either, and runs no hook of it",
  };
}

const REASONS: Record<string, string> = {
  InvalidSymbol: "unknown word",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: "a name in double quotes is missing here",
  ValueExpected: "a value is missing here",
  ColonExpected: "a colon is missing here",
  CommaExpected: "a comma is missing here",
  CloseBraceExpected: 'a "}" is missing here',
  CloseBracketExpected: 'a "]" is missing here',
  EndOfFileExpected: "there is text after the value",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "unterminated string",
  UnexpectedEndOfNumber: "this is not a number",
  InvalidUnicode: "invalid Unicode escape",
  InvalidEscapeCharacter: "invalid escape",
  InvalidCharacter: "this character must be escaped",
};
