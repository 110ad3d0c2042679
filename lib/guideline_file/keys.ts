/** The keys of a guideline file, and what authors write for them. Pure. */
import { nearest } from "../nearest.ts";

/** The keys of each mapping, by the place of the mapping; the first place of a key is its home. */
const KEYS: Record<string, string[]> = {
  "": ["id", "title", "priority", "scope", "when", "match", "content", "examples"],
  "scope": ["repositories", "languages", "paths"],
  "match": ["any", "all", "none"],
  "match.any[]": ["regex"],
  "match.all[]": ["regex"],
  "match.none[]": ["regex"],
  "match.any[].regex": ["pattern", "flags", "on"],
  "match.all[].regex": ["pattern", "flags", "on"],
  "match.none[].regex": ["pattern", "flags", "on"],
  "examples": ["matches", "ignores"],
  "examples.matches[]": ["path", "source"],
  "examples.ignores[]": ["path", "source"],
};

/** Words of other tools, and the key that means the same here. */
const SYNONYMS: Record<string, string> = {
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

/** The keys that the mapping at `place` has. */
export function keysAt(place: string): string[] {
  return KEYS[place] ?? [];
}

/** Where a key that does not belong at `place` was meant to go, as `scope.paths`. */
export function meantKey(key: string, place: string): string | undefined {
  const [near] = nearest(key, keysAt(place), 1);
  if (near !== undefined) return join(place, near);
  // From one list of patterns to the same key of the same list.
  const below = Object.keys(KEYS).find((home) => home.startsWith(place) && isKey(home, key));
  const home = below ?? Object.keys(KEYS).find((home) => isKey(home, key));
  if (home !== undefined) return join(home, key);
  if (Object.hasOwn(SYNONYMS, key)) return SYNONYMS[key];
  for (const [home, keys] of Object.entries(KEYS)) {
    const [similar] = nearest(key, keys, 1);
    if (similar !== undefined) return join(home, similar);
  }
  return undefined;
}

function isKey(place: string, key: string): boolean {
  return keysAt(place).includes(key);
}

function join(place: string, key: string): string {
  return place === "" ? key : `${place}.${key}`;
}
