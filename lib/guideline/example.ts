/** The examples of a guideline, which prove that it fires where it should and nowhere else. Pure. */
import { isRecord } from "../json.ts";

/** An example in a guideline file. */
export interface Example {
  /** Whether the guideline must match it or must not. */
  list: "matches" | "ignores";
  index: number;
  /** From the repository's root; without it the file is one that fits the scope. */
  path?: string;
  source: string;
}

/** The well-formed examples in the content of a guideline file. */
export function readExamples(value: unknown): Example[] {
  const examples = fieldOf(value, "examples");
  return (["matches", "ignores"] as const).flatMap((list) => {
    const items = fieldOf(examples, list);
    return Array.isArray(items)
      ? items.flatMap((item, index) => readExample(item, list, index))
      : [];
  });
}

function readExample(item: unknown, list: Example["list"], index: number): Example[] {
  if (typeof item === "string") return [{ list, index, source: item }];
  const [path, source] = [fieldOf(item, "path"), fieldOf(item, "source")];
  return typeof path === "string" && typeof source === "string"
    ? [{ list, index, path, source }]
    : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
