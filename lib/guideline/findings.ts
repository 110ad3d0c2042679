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
}

/** Collects problems, with the place of a key or value in the document. */
export class Findings {
  readonly problems: Problem[] = [];
  constructor(private readonly doc: Document, private readonly text: string) {}

  add(
    code: string,
    message: string,
    at: TextRange & { help?: string; severity?: Severity },
  ): void {
    const { start, end, help, severity = "error" } = at;
    this.problems.push({
      code,
      severity,
      message,
      start,
      end,
      ...(help !== undefined && { help }),
    });
  }

  /** The value at `path`, or the nearest collection around it. */
  valueAt(path: readonly PropertyKey[]): TextRange {
    for (let length = path.length; length > 0; length--) {
      const node = this.doc.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return this.#trim(node.range[0], node.range[1]);
    }
    const range = isNode(this.doc.contents) ? this.doc.contents.range : undefined;
    return this.#trim(
      range?.[0] ?? 0,
      Math.min(range?.[1] ?? 0, this.text.indexOf("\n", range?.[0])),
    );
  }

  /** The key `name` of the mapping at `path`. */
  keyAt(path: readonly PropertyKey[], name: string): TextRange {
    const map = path.length === 0 ? this.doc.contents : this.doc.getIn(path, true);
    const key = isMap(map)
      ? map.items.map((item) => item.key).find((key) => isScalar(key) && String(key.value) === name)
      : undefined;
    return isScalar(key) && key.range
      ? { start: key.range[0], end: key.range[1] }
      : this.valueAt(path);
  }

  #trim(start: number, end: number): TextRange {
    return { start, end: start + Math.max(1, this.text.slice(start, end).trimEnd().length) };
  }
}

/** A value as it stands in a message. */
export function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** For a sentence that goes on after a colon. */
export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
