/** Is a file's content of the form of a guideline? */
import type { z } from "zod";
import { nearest } from "../nearest.ts";
import { type Findings, lowerFirst, quote } from "./findings.ts";
import { EVENTS, type GuidelineFile, GuidelineSchema, ID_LIMIT } from "./schema.ts";

type Issue = z.core.$ZodIssue;

/** A file of the right form, or undefined; an unknown key at the top is reported but no obstacle. */
export function validate(value: unknown, found: Findings): GuidelineFile | undefined {
  const result = GuidelineSchema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) report(issue, value, found);
  if (!isRecord(value)) return undefined;
  const known = Object.keys(GuidelineSchema.shape).filter((key) => Object.hasOwn(value, key));
  return GuidelineSchema.safeParse(Object.fromEntries(known.map((key) => [key, value[key]]))).data;
}

function report(issue: Issue, value: unknown, found: Findings): void {
  const { path } = issue;
  const name = renderKeyPath(path);
  const at = found.valueAt(path);
  switch (issue.code) {
    case "unrecognized_keys":
      for (const key of issue.keys) reportUnknownKey(key, path, found);
      return;
    case "invalid_type": {
      if (valueAt(value, path) === undefined) {
        const help = `Add "${String(path.at(-1))}:"`;
        found.add("missing-key", `Cannot find key "${name}"`, { ...at, help });
        return;
      }
      const what = path.length === 0 ? "guideline" : `"${name}"`;
      const message = `Cannot read ${what}: it is ${typeName(valueAt(value, path))}, not ${
        expectedName(issue.expected)
      }`;
      const help = issue.expected === "array" ? "Put it in brackets, as in [a, b]" : undefined;
      found.add("wrong-type", message, { ...at, ...(help && { help }) });
      return;
    }
    case "invalid_value":
      found.add("unknown-event", `Cannot read event ${quote(valueAt(value, path))}: unknown`, {
        ...at,
        help: `Events are ${EVENTS.join(", ")}`,
      });
      return;
    case "too_small":
      found.add("empty-value", `Cannot read "${name}": it is empty`, {
        ...at,
        help: "Write something there or leave the key out",
      });
      return;
    default:
      if (path[0] === "id") {
        found.add("bad-id", `Cannot take ${quote(valueAt(value, path))} for an id`, {
          ...at,
          help: `Use lower-case letters, digits and single hyphens, ${ID_LIMIT} characters at most`,
        });
      } else if (path.at(-1) === "flags") {
        found.add("bad-flags", `Cannot take ${quote(valueAt(value, path))} for flags`, {
          ...at,
          help: "Flags are i, m, s, u and v; g and y make no sense here",
        });
      } else found.add("wrong-value", `Cannot read "${name}": ${lowerFirst(issue.message)}`, at);
  }
}

/** The keys of each mapping of a guideline, by the place of the mapping. */
const KEYS: Record<string, string[]> = {
  "": ["id", "scope", "when", "match", "content"],
  "scope": ["repositories", "languages", "paths"],
  "match": ["any"],
  "match.any[]": ["regex"],
  "match.any[].regex": ["pattern", "flags"],
};

function reportUnknownKey(key: string, path: readonly PropertyKey[], found: Findings): void {
  const place = renderKeyPath(path).replace(/\[\d+\]/g, "[]");
  const known = KEYS[place] ?? [];
  const [home] = Object.entries(KEYS).filter(([, keys]) => keys.includes(key));
  const [near] = nearest(key, known, 1);
  const help = home !== undefined
    ? `Put it ${home[0] === "" ? "at the top" : `under ${home[0]}`}`
    : near !== undefined
    ? `Did you mean "${near}"?`
    : undefined;
  const owner = place === "" ? "a guideline" : `"${place}"`;
  found.add("unknown-key", `Cannot read key ${quote(key)}: ${owner} has ${known.join(", ")}`, {
    ...found.keyAt(path, key),
    ...(help && { help }),
  });
}

function renderKeyPath(path: readonly PropertyKey[]): string {
  return path.map((key) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join("")
    .replace(/^\./, "");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

function expectedName(expected: string): string {
  return { array: "a list", object: "a mapping", string: "text" }[expected] ?? expected;
}

function typeName(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  return { object: "a mapping", string: "text" }[typeof value as string] ?? `a ${typeof value}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
