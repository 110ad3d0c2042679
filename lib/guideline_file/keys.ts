/** The keys of a guideline file, and what authors write for them. Pure. */
import type * as z from "zod";
import { nearest } from "../nearest.ts";
import { GuidelineSchema } from "./schema.ts";

/** The keys of each mapping, by its place such as `match.any[]`; the first place of a key is its home. */
const KEYS: ReadonlyMap<string, readonly string[]> = collectKeys(GuidelineSchema);

function collectKeys(
  schema: z.core.$ZodType,
  place = "",
  keys = new Map<string, readonly string[]>(),
): Map<string, readonly string[]> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return collectKeys(def.innerType, place, keys);
    case "array":
      return collectKeys(def.element, `${place}[]`, keys);
    case "union":
      for (const option of def.options) collectKeys(option, place, keys);
      return keys;
    case "object":
      keys.set(place, Object.keys(def.shape));
      for (const [key, inner] of Object.entries(def.shape)) {
        collectKeys(inner, join(place, key), keys);
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

/** The keys of the mapping at `place`. */
export function keysAt(place: string): readonly string[] {
  return KEYS.get(place) ?? [];
}

/** The place that a key which does not belong at `place` was meant for, as `scope.paths`. */
export function meantKey(key: string, place: string): string | undefined {
  const [near] = nearest(key, keysAt(place), 1);
  if (near !== undefined) return join(place, near);
  // From one list of patterns to the same key of the same list.
  const homes = [...KEYS.keys()].filter((home) => keysAt(home).includes(key));
  const home = homes.find((home) => home.startsWith(place)) ?? homes[0];
  if (home !== undefined) return join(home, key);
  if (Object.hasOwn(SYNONYMS, key)) return SYNONYMS[key];
  for (const [home, keys] of KEYS) {
    const [similar] = nearest(key, keys, 1);
    if (similar !== undefined) return join(home, similar);
  }
  return undefined;
}

function join(place: string, key: string): string {
  return place === "" ? key : `${place}.${key}`;
}
