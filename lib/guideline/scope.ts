/** Does a guideline's scope hold for a changed file? Pure. */
import type { GuidelineEvent } from "./event.ts";
import type { Glob, GuidelineEntry, Scope } from "./guideline.ts";

/** The facts about a subject that scopes look at. */
export interface ScopedFile {
  relativePath: string;
  /** Canonical names of every language that lists the file's name. */
  languages: readonly string[];
  /** `owner/repository`, if it has one. */
  identity: string | undefined;
}

/** The part of a guideline that keeps it from applying. */
export type Inapplicable = "when" | "languages" | "paths" | "repositories";

/** Why a guideline does not apply to `file` at `event`; undefined where it applies. */
export function whyNotApplicable(
  { when, scope }: GuidelineEntry,
  event: GuidelineEvent,
  file: ScopedFile,
): Inapplicable | undefined {
  if (!when.includes(event)) return "when";
  // Thousands of guidelines in a cache share a few scopes.
  let known = judged.get(file);
  if (!known) judged.set(file, known = new Map());
  let verdict = known.get(scope);
  if (!verdict || verdict.identity !== file.identity) {
    known.set(scope, verdict = { identity: file.identity, reason: whyOutside(scope, file) });
  }
  return verdict.reason;
}

const judged = new WeakMap<
  ScopedFile,
  Map<Scope, { identity: string | undefined; reason: Inapplicable | undefined }>
>();

/** The repository comes last: it is the one that has to be asked for. */
function whyOutside(
  { languages, paths, repositories }: Scope,
  file: ScopedFile,
): Inapplicable | undefined {
  if (languages && !languages.some((name) => file.languages.includes(name))) return "languages";
  if (paths && !matchGlobs(paths, file.relativePath, PATH_FLAGS)) return "paths";
  // Last, since git tells the identity last: without one, what else fits can be told already.
  if (repositories) {
    if (file.identity === undefined || !matchGlobs(repositories, file.identity, REPOSITORY_FLAGS)) {
      return "repositories";
    }
  }
  return undefined;
}

/** A path is compared with regard to case. */
export const PATH_FLAGS = "s";
/** A repository is compared without. */
export const REPOSITORY_FLAGS = "is";

/** The last glob that matches decides. */
export function matchGlobs(globs: readonly Glob[], text: string, flags: "s" | "is"): boolean {
  const last = findDecidingGlob(globs, text, flags);
  return last !== undefined && !last.negated;
}

/** The glob that decides about `text`; undefined where none matches it. */
export function findDecidingGlob(
  globs: readonly Glob[],
  text: string,
  flags: "s" | "is",
): Glob | undefined {
  // Globs of repositories are in lower case.
  const subject = flags === REPOSITORY_FLAGS ? text.toLowerCase() : text;
  return globs.findLast(({ regex }) => compiled(regex, "s").test(subject));
}

const regexes = new Map<string, RegExp>();

function compiled(source: string, flags: string): RegExp {
  const key = `${flags}/${source}`;
  const known = regexes.get(key);
  if (known) return known;
  const regex = new RegExp(source, flags);
  regexes.set(key, regex);
  return regex;
}
