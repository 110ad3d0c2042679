/** The keys of a guideline file, and what authors write for them. Pure. */
import type * as z from "zod";
import { nearest } from "../nearest.ts";
import { GuidelineSchema } from "./schema.ts";

/** The keys of each mapping, by its path in the schema, such as `match.any[]`. */
const KEYS: ReadonlyMap<string, readonly string[]> = collectKeys(GuidelineSchema);

function collectKeys(
  schema: z.core.$ZodType,
  schemaPath = "",
  keys = new Map<string, readonly string[]>(),
): Map<string, readonly string[]> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return collectKeys(def.innerType, schemaPath, keys);
    case "array":
      return collectKeys(def.element, `${schemaPath}[]`, keys);
    case "union":
      for (const option of def.options) collectKeys(option, schemaPath, keys);
      return keys;
    case "object":
      keys.set(schemaPath, Object.keys(def.shape));
      for (const [key, inner] of Object.entries(def.shape)) {
        collectKeys(inner, join(schemaPath, key), keys);
      }
      return keys;
    default:
      return keys;
  }
}

/** Words of other tools, and the key that means the same here. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  name: "id",
  summary: "title",
  repository: "scope.repositories",
  repo: "scope.repositories",
  repos: "scope.repositories",
  language: "scope.languages",
  lang: "scope.languages",
  glob: "scope.paths",
  globs: "scope.paths",
  file: "scope.paths",
  files: "scope.paths",
  include: "scope.paths",
  applyTo: "scope.paths",
  event: "when",
  events: "when",
  trigger: "when",
  regexp: "match.any[].regex",
  patterns: "match.any",
  not: "match.none",
  message: "content",
  text: "content",
  body: "content",
  description: "content",
  advice: "content",
  valid: "examples.ignores",
  invalid: "examples.matches",
};

/** The keys of the mapping at `schemaPath`. */
export function keysAt(schemaPath: string): readonly string[] {
  return KEYS.get(schemaPath) ?? [];
}

/** What a key that does not belong at `schemaPath` was meant as, such as `scope.paths`. */
export function meantKey(key: string, schemaPath: string): string | undefined {
  const [near] = nearest(key, keysAt(schemaPath), 1);
  if (near !== undefined) return join(schemaPath, near);
  // From one list of patterns to the same key of the same list.
  const homes = [...KEYS.keys()].filter((home) => keysAt(home).includes(key));
  const home = homes.find((home) => home.startsWith(schemaPath)) ?? homes[0];
  if (home !== undefined) return join(home, key);
  if (Object.hasOwn(SYNONYMS, key)) return SYNONYMS[key];
  for (const [home, keys] of KEYS) {
    const [similar] = nearest(key, keys, 1);
    if (similar !== undefined) return join(home, similar);
  }
  return undefined;
}

function join(schemaPath: string, key: string): string {
  return schemaPath === "" ? key : `${schemaPath}.${key}`;
}
