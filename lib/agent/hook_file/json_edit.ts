/**
 * Edits single values of a JSON text. The rest is kept byte for byte, and what is added follows the
 * indentation and the line ends around it. Pure.
 */
import { elementsOf, type JsonNode, memberOf, parseJson } from "./json_text.ts";

/** Keys and indexes from the root of the text. */
export type JsonPath = (string | number)[];

/** Gives the object at `path` this member; the value is replaced where it has one. */
export function setMember(text: string, path: JsonPath, key: string, value: unknown): string {
  const object = nodeAt(text, path);
  const old = memberOf(object, key);
  if (old) return replace(text, old.offset, old.length, render(text, value, indentOf(text, old)));
  return add(
    text,
    object,
    (indent) => `${JSON.stringify(key)}:${gap(text)}${render(text, value, indent)}`,
  );
}

/** Adds an element at the end of the array at `path`. */
export function appendElement(text: string, path: JsonPath, value: unknown): string {
  return add(text, nodeAt(text, path), (indent) => render(text, value, indent));
}

/** Removes the member from the object at `path`, if it has it. */
export function removeMember(text: string, path: JsonPath, key: string): string {
  const object = nodeAt(text, path);
  const index = (object.children ?? []).findIndex(({ children }) => children?.[0]?.value === key);
  return index < 0 ? text : remove(text, object, index);
}

/** Removes the element from the array at `path`. */
export function removeElement(text: string, path: JsonPath, index: number): string {
  return remove(text, nodeAt(text, path), index);
}

function nodeAt(text: string, path: JsonPath): JsonNode {
  const parsed = parseJson(text);
  let node = "tree" in parsed ? parsed.tree : undefined;
  for (const key of path) {
    node = typeof key === "string" ? memberOf(node, key) : elementsOf(node)[key];
  }
  if (!node) throw new TypeError(`Cannot find "${path.join(".")}": the text has no such value`);
  return node;
}

function add(text: string, holder: JsonNode, renderIn: (indent: string | undefined) => string) {
  const last = holder.children?.at(-1);
  if (last) {
    const indent = indentOf(text, last);
    const lead = indent === undefined ? `,${gap(text)}` : `,${endOfLine(text)}${indent}`;
    return replace(text, last.offset + last.length, 0, `${lead}${renderIn(indent)}`);
  }
  const open = text[holder.offset]!;
  const close = open === "{" ? "}" : "]";
  const outer = spreads(text) ? lineIndentOf(text, holder.offset) : undefined;
  const inner = outer === undefined ? undefined : outer + unitOf(text);
  const eol = endOfLine(text);
  const content = inner === undefined
    ? `${open}${renderIn(inner)}${close}`
    : `${open}${eol}${inner}${renderIn(inner)}${eol}${outer}${close}`;
  return replace(text, holder.offset, holder.length, content);
}

/** Together with the comma before it; for the first, with the comma after it. */
function remove(text: string, holder: JsonNode, index: number): string {
  const children = holder.children ?? [];
  const node = children[index]!;
  const [before, after] = [children[index - 1], children[index + 1]];
  const start = before ? before.offset + before.length : after ? node.offset : holder.offset + 1;
  const end = before
    ? node.offset + node.length
    : after
    ? after.offset
    : holder.offset + holder.length - 1;
  return replace(text, start, end - start, "");
}

function replace(text: string, offset: number, length: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset + length);
}

/** On one line without `indent`; else its further lines begin with it. */
function render(text: string, value: unknown, indent: string | undefined): string {
  if (indent !== undefined) {
    return JSON.stringify(value, null, unitOf(text)).replaceAll(
      "\n",
      `${endOfLine(text)}${indent}`,
    );
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const separator = `,${gap(text)}`;
  return Array.isArray(value)
    ? `[${value.map((element) => render(text, element, indent)).join(separator)}]`
    : `{${
      Object.entries(value).map(([key, member]) =>
        `${JSON.stringify(key)}:${gap(text)}${render(text, member, indent)}`
      ).join(separator)
    }}`;
}

/** The white space before `node` on its line; undefined where anything else precedes it there. */
function indentOf(text: string, node: JsonNode): string | undefined {
  const start = node.parent?.type === "property" ? node.parent.offset : node.offset;
  const indent = lineIndentOf(text, start);
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  return lineStart > 0 && lineStart + indent.length === start ? indent : undefined;
}

function lineIndentOf(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))![0];
}

/** Whether the text has one value a line, as people write it; an empty one counts as such. */
function spreads(text: string): boolean {
  return /^[[{]\s*[\]}]$|\n/.test(text.trim());
}

/** One step of indentation: that of the first indented line. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function endOfLine(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The space after a colon or a comma on one line. */
function gap(text: string): string {
  return /"\s*:[^\s]/.test(text) && !spreads(text) ? "" : " ";
}
