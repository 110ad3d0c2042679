/** Reads JSON so that each value knows its place in the text. Pure. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Span, spanOf } from "../../diagnostic.ts";

/** A value of a JSON text, and where it stands. */
export type JsonNode = Node;

/** What is wrong in a text, where, and what to do. */
export interface JsonProblem {
  code: string;
  message: string;
  at: Span;
  help: string;
}

/**
 * Reads strict JSON (RFC 8259): no comments, no trailing commas, and no key twice in an object, since
 * then it would be open which of the two counts.
 */
export function parseJson(text: string): { tree: JsonNode } | { problem: JsonProblem } {
  const errors: ParseError[] = [];
  let tree: JsonNode | undefined;
  let twice: JsonNode | undefined;
  try {
    tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    twice = tree && findRepeatedKey(tree);
  } catch (error) {
    // Both go down by one call a level, and so does whoever looks at the tree.
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
  if (!twice) return { tree };
  const at = spanOf(text, twice.offset, twice.offset + twice.length);
  return {
    problem: {
      code: "duplicate-key",
      message: `Cannot read key ${JSON.stringify(twice.value)}: the object has it twice`,
      at,
      help: "Keep one of the two, with all that belongs to both",
    },
  };
}

/** The value that `node` stands for. */
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

function findRepeatedKey(node: JsonNode): JsonNode | undefined {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === "object" ? child.children?.[0] : undefined;
    if (key && keys.has(key.value)) return key;
    if (key) keys.add(key.value);
    const found = findRepeatedKey(child);
    if (found) return found;
  }
  return undefined;
}

function invalid(reason: string, at: Span): JsonProblem {
  return {
    code: "invalid-json",
    message: `Cannot read the file: ${reason}`,
    at,
    help: "Mend it first: the agent cannot read it either, and then runs no hook of it",
  };
}

const REASONS: Record<string, string> = {
  InvalidSymbol: "JSON knows no such word",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: "a name in double quotes is missing here",
  ValueExpected: "a value is missing here",
  ColonExpected: "a colon is missing here",
  CommaExpected: "a comma is missing here",
  CloseBraceExpected: 'a "}" is missing here',
  CloseBracketExpected: 'a "]" is missing here',
  EndOfFileExpected: "the value has ended, but the text goes on",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "the string is not closed",
  UnexpectedEndOfNumber: "this is not a number",
  InvalidUnicode: "this is not a character",
  InvalidEscapeCharacter: "this is not a character that may be escaped",
  InvalidCharacter: "this character must be escaped",
};
