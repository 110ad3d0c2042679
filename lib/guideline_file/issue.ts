/** One violation of the schema, located in the file. */
import type { Findings, ProblemDetails } from "./findings.ts";

/** The keys and indexes that lead to a value. */
export type Path = readonly PropertyKey[];

/** A value that does not have the form that the schema asks for. */
export interface Issue {
  path: Path;
  /** As messages name it: `match.any[0].regex`. */
  name: string;
  /** The same for every item of a list: `match.any[].regex`. */
  schemaPath: string;
  /** The value; undefined where there is none. */
  actual: unknown;
  found: Findings;
  at: ProblemDetails & { blocks: boolean };
}

/** What decides where a guideline applies and what the agent reads: a mistake here keeps it out. */
export const ESSENTIAL: ReadonlySet<PropertyKey> = new Set([
  "id",
  "scope",
  "when",
  "match",
  "content",
]);

/** The issue at `path` of the file's data `value`. */
export function createIssue(path: Path, value: unknown, found: Findings): Issue {
  const blocks = path.length === 0 || ESSENTIAL.has(path[0]!);
  return {
    path,
    name: renderPath(path),
    schemaPath: schemaPathOf(path),
    actual: fieldAt(value, path),
    found,
    at: { ...found.valueAt(path), blocks },
  };
}

/** Reports an issue at its value. */
export function addIssue(
  { found, at }: Issue,
  code: string,
  message: string,
  help: NonNullable<ProblemDetails["help"]>,
): void {
  found.add(code, message, { ...at, help });
}

/** `match.any[0].regex` */
export function renderPath(path: Path): string {
  return path.map((key) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join("")
    .replace(/^\./, "");
}

/** `match.any[].regex`: the same for every item of a list. */
export function schemaPathOf(path: Path): string {
  return renderPath(path).replace(/\[\d+\]/g, "[]");
}

/** The value at `path` in `value`; undefined where there is none. */
export function fieldAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}
