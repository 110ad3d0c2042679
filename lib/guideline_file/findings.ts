/** What is wrong in a guideline file, and where. */
import { type Document, isMap, isNode, isScalar } from "yaml";
import type { Severity } from "../diagnostic.ts";

/** Offsets in a text; the end is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Something wrong in a guideline file. */
export interface Problem extends TextRange {
  code: string;
  severity: Severity;
  message: string;
  help?: string;
  /** Whether it keeps the guideline from being loaded. */
  blocks: boolean;
  /** The source at this place may hold a secret: it is not to be printed. */
  concealed?: true;
}

/** Where a problem is, and how grave. */
export interface ProblemPlace extends TextRange {
  help?: string | undefined;
  severity?: Severity;
  /** An error blocks unless this says otherwise. */
  blocks?: boolean;
  concealed?: true;
}

/** Collects problems, with the place of a key or value in the document. */
export class Findings {
  readonly problems: Problem[] = [];
  constructor(private readonly doc: Document, private readonly text: string) {}

  add(code: string, message: string, at: ProblemPlace): void {
    const { start, end, help, severity = "error", blocks = severity === "error", concealed } = at;
    this.problems.push({
      code,
      severity,
      message,
      start,
      end,
      blocks,
      ...(help !== undefined && { help }),
      ...(concealed && { concealed }),
    });
  }

  get blocked(): boolean {
    return this.problems.some(({ blocks }) => blocks);
  }

  /** The value at `path`, or the nearest collection around it. */
  valueAt(path: readonly PropertyKey[]): TextRange {
    for (let length = path.length; length > 0; length--) {
      const node = this.doc.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return this.#trim(node.range[0], node.range[1]);
    }
    const range = isNode(this.doc.contents) ? this.doc.contents.range : undefined;
    const start = range?.[0] ?? 0;
    const lineEnd = this.text.indexOf("\n", start);
    return this.#trim(start, Math.min(range?.[1] ?? 0, lineEnd < 0 ? this.text.length : lineEnd));
  }

  /** The key `name` of the mapping at `path`. */
  keyAt(path: readonly PropertyKey[], name: string): TextRange {
    const map = path.length === 0 ? this.doc.contents : this.doc.getIn(path, true);
    const key = isMap(map)
      ? map.items.map((item) => item.key).find((key) => isScalar(key) && String(key.value) === name)
      : undefined;
    return isScalar(key) && key.range
      ? { start: key.range[0], end: Math.max(key.range[1], key.range[0] + 1) }
      : this.valueAt(path);
  }

  /** The characters `start` to `end` of the text at `path`; all of it where they cannot be told. */
  partAt(path: readonly PropertyKey[], start: number, end: number): TextRange {
    const node = this.doc.getIn(path, true);
    const whole = this.valueAt(path);
    if (!isScalar(node) || typeof node.value !== "string" || !node.range) return whole;
    const places = scalarOffsets(this.text, node.range[0], node.range[1], node.type);
    if (places?.length !== node.value.length + 1) return whole;
    const [from, to] = [places[start], places[end]];
    return from === undefined || to === undefined
      ? whole
      : { start: from, end: Math.max(to, from + 1) };
  }

  /** The file's text between two offsets. */
  source({ start, end }: TextRange): string {
    return this.text.slice(start, end);
  }

  #trim(start: number, end: number): TextRange {
    return { start, end: start + Math.max(1, this.text.slice(start, end).trimEnd().length) };
  }
}

/**
 * Where each character of a scalar on one line stands in the text, and where the scalar ends;
 * undefined for the styles that fold lines.
 */
function scalarOffsets(
  text: string,
  start: number,
  end: number,
  style: string | undefined,
): number[] | undefined {
  if (text.slice(start, end).includes("\n")) return undefined;
  if (style === "PLAIN") return Array.from({ length: end - start + 1 }, (_, i) => start + i);
  if (style !== "QUOTE_SINGLE" && style !== "QUOTE_DOUBLE") return undefined;
  const offsets: number[] = [];
  const escape = style === "QUOTE_SINGLE" ? /''/y : /\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|.)/yi;
  let at = start + 1;
  while (at < end - 1) {
    offsets.push(at);
    escape.lastIndex = at;
    at += escape.exec(text)?.[0].length ?? 1;
  }
  return [...offsets, at];
}

/** A value as it stands in a message. */
export function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** For a sentence that goes on after a colon. */
export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
