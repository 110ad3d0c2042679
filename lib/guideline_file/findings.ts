/** Collects the problems of a guideline file, and locates keys and values in it. */
import { type Document, isMap, isNode, isScalar, type Scalar } from "yaml";
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
  /** The source at this location may hold a secret: it is not printed. */
  concealed?: true;
}

/** Where a problem is, how severe it is, and what to do about it. */
export interface ProblemDetails extends TextRange {
  /** A function is called only for problems that are listed. */
  help?: string | (() => string) | undefined;
  severity?: Severity;
  /** An error blocks unless this says otherwise. */
  blocks?: boolean;
  concealed?: true;
}

/** Problems that are listed for one file; the rest are counted. */
export const PROBLEM_LIMIT = 100;
/** Longest help, in UTF-16 units. */
const HELP_LIMIT = 1000;
/** Longest value that a message quotes, in UTF-16 units. */
const QUOTE_LIMIT = 200;

/**
 * `all`: list the problems for a person. `first`: only find out why the guideline is not loaded, as
 * the hook does, which must not pay for help that nobody reads.
 */
export type WantedProblems = "all" | "first";

/** Collects problems, and locates keys and values in the document. */
export class Findings {
  readonly problems: Problem[] = [];
  /** Severities of the problems that were found after the list was full. */
  readonly unlisted: Severity[] = [];
  #firstBlocking: { start: number; message: string } | undefined;
  #lastScalar: { node: Scalar; offsets: number[] | undefined } | undefined;

  constructor(
    private readonly doc: Document,
    private readonly text: string,
    private readonly wanted: WantedProblems = "all",
  ) {}

  /** Adds a problem; past {@linkcode PROBLEM_LIMIT} it is only counted. */
  add(code: string, message: string, details: ProblemDetails): void {
    const { start, end, help, severity = "error", concealed } = details;
    const { blocks = severity === "error" } = details;
    if (blocks && !(this.#firstBlocking && this.#firstBlocking.start <= start)) {
      this.#firstBlocking = { start, message };
    }
    if (this.wanted === "first") return;
    if (this.problems.length >= PROBLEM_LIMIT) {
      this.unlisted.push(severity);
      return;
    }
    const advice = typeof help === "function" ? help() : help;
    this.problems.push({
      code,
      severity,
      message,
      start,
      end,
      blocks,
      ...(advice !== undefined && { help: shorten(advice, HELP_LIMIT) }),
      ...(concealed && { concealed }),
    });
  }

  get blocked(): boolean {
    return this.#firstBlocking !== undefined;
  }

  /** Whether looking for more problems is useless. */
  get isDone(): boolean {
    return this.wanted === "first" && this.blocked;
  }

  /** The message of the blocking problem that comes first in the file. */
  get firstBlocking(): string | undefined {
    return this.#firstBlocking?.message;
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

  /** The characters `start` to `end` of the text at `path`; all of it where they cannot be located. */
  partAt(path: readonly PropertyKey[], start: number, end: number): TextRange {
    const node = this.doc.getIn(path, true);
    const whole = this.valueAt(path);
    if (!isScalar(node) || typeof node.value !== "string" || !node.range) return whole;
    if (this.#lastScalar?.node !== node) {
      const [from, to] = node.range;
      this.#lastScalar = { node, offsets: scalarOffsets(this.text, from, to, node.type) };
    }
    const { offsets } = this.#lastScalar;
    if (offsets?.length !== node.value.length + 1) return whole;
    const [from, to] = [offsets[start], offsets[end]];
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
 * The offset in the text of each character of a scalar on one line, and of its end; undefined for
 * the styles that fold lines.
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
  offsets.push(at);
  return offsets;
}

/** A value as a message quotes it, shortened. */
export function quote(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shorten(value, QUOTE_LIMIT));
  return shorten(JSON.stringify(value) ?? String(value), QUOTE_LIMIT);
}

/** Text in YAML's single quotes, which take every character but the quote as it is. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** For a sentence that continues after a colon. */
export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** `text`, cut where it is longer than `limit`. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
