/** Decides whether a guideline applies to a subject. Pure. */
import type { GuidelineEvent } from "./event.ts";
import { type Automaton, createAutomaton } from "./glob_automaton.ts";
import type { Glob, GuidelineEntry, Scope } from "./guideline.ts";
import { namesOwnFile, type OwnFile } from "./own_files.ts";

/** The facts about a subject that scopes look at. */
export interface ScopedFile {
  relativePath: string;
  /** Canonical names; until the text is read, of every language that it can turn out to be in. */
  languages: readonly string[];
  /** `owner/repository`, if it has one. */
  identity: string | undefined;
  /** Absent for an ordinary file. */
  own?: OwnFile | undefined;
}

/** The part of a guideline that keeps it from applying. */
export type Inapplicable = "when" | "languages" | "paths" | "own-file" | "repositories";

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
  const { identity, languages } = file;
  if (!verdict || verdict.identity !== identity || verdict.languages !== languages) {
    known.set(scope, verdict = { identity, languages, reason: whyOutside(scope, file) });
  }
  return verdict.reason;
}

const judged = new WeakMap<
  ScopedFile,
  Map<Scope, Pick<ScopedFile, "identity" | "languages"> & { reason: Inapplicable | undefined }>
>();

/** The repository comes last, since only git knows it: the rest can be decided without waiting. */
function whyOutside(
  scope: Scope,
  file: ScopedFile,
): Inapplicable | undefined {
  const { languages, paths, repositories } = scope;
  if (languages && !languages.some((name) => file.languages.includes(name))) return "languages";
  if (paths && !matchGlobs(paths, file.relativePath, PATH_FLAGS)) return "paths";
  if (file.own && !namesOwnFile(scope, file.own, file.relativePath)) return "own-file";
  if (repositories) {
    if (file.identity === undefined || !matchGlobs(repositories, file.identity, REPOSITORY_FLAGS)) {
      return "repositories";
    }
  }
  return undefined;
}

/** Paths are case-sensitive. */
export const PATH_FLAGS = "s";
/** Repositories are not. */
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
  if (text.length > LENGTH_LIMIT) return undefined;
  // Globs of repositories are in lower case, all are in NFC; macOS has names in NFD.
  const subject = normalize(flags === REPOSITORY_FLAGS ? text.toLowerCase() : text);
  return globs.findLast(({ regex }) => matches(regex, subject));
}

/** No path on Linux is longer, in bytes; only a payload can hold one. */
const LENGTH_LIMIT = 4096;

function normalize(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize("NFC") : text;
}

/** A glob's regular expression, ready to run. */
interface CompiledGlob {
  regex: RegExp;
  /** Where the search can branch: at a repeat for each character, at an alternative twice. */
  repeats: number;
  choices: number;
  automaton?: Automaton | undefined;
}

const compiledGlobs = new Map<string, CompiledGlob | undefined>();

/** The most ways of a search that V8 is given; what backtracks through more takes the automaton. */
const WAYS_LIMIT = 10_000_000;

function matches(source: string, text: string): boolean {
  const compiled = compile(source);
  if (!compiled) return false;
  let ways = 2 ** compiled.choices;
  for (let i = 1; i <= compiled.repeats; i++) ways *= (text.length + i) / i;
  if (ways <= WAYS_LIMIT) return compiled.regex.test(text);
  if (!("automaton" in compiled)) compiled.automaton = createAutomaton(source);
  return compiled.automaton?.(text) ?? false;
}

/** Undefined where V8 does not take it, which a damaged cache can bring about; it matches nothing. */
function compile(source: string): CompiledGlob | undefined {
  if (!compiledGlobs.has(source)) {
    let compiled: CompiledGlob | undefined;
    try {
      const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
      const regex = new RegExp(source, "s");
      // Not the "?" of a group or of a lazy repeat.
      compiled = { regex, repeats: count(/[*+]/g), choices: count(/\||(?<![(*+])\?/g) };
    } catch {
      // Stays undefined.
    }
    compiledGlobs.set(source, compiled);
  }
  return compiledGlobs.get(source);
}
