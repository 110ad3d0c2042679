/** The reasons of verdicts, in words for a person. Pure; nothing here decides. */
import { joinWords } from "../words.ts";
import type {
  Glob,
  Guideline,
  GuidelineEntry,
  MatchList,
  Pattern,
} from "../guideline/guideline.ts";
import type { OwnFile } from "../guideline/own_files.ts";
import {
  findDecidingGlob,
  type Inapplicable,
  PATH_FLAGS,
  REPOSITORY_FLAGS,
  type ScopedFile,
} from "../guideline/scope.ts";
import type { Evidence } from "./verdict.ts";

/** Why a guideline does not apply to `file`, given the part of it that excludes the file. */
export function describeInapplicable(
  part: Inapplicable,
  { scope, when }: GuidelineEntry,
  file: ScopedFile,
): string {
  switch (part) {
    case "when":
      return `it is for ${when.join(", ")}`;
    case "languages": {
      const wanted = scope.languages ?? [];
      return file.languages.length === 0
        ? `language unknown, it is for ${joinWords(wanted, "or")}`
        : `language ${file.languages.join(", ")} is not ${joinWords(wanted, "or")}`;
    }
    case "paths":
      return `path ${describeGlobs(scope.paths ?? [], file.relativePath, PATH_FLAGS)}`;
    case "own-file":
      return `it is ${
        OWN_FILES[file.own!.kind](file.own!.folder)
      }, which scope.paths does not name`;
    case "repositories":
      return file.identity === undefined
        ? `no repository identity, it is for ${joinWords(positive(scope.repositories ?? []), "or")}`
        : `repository ${describeGlobs(scope.repositories ?? [], file.identity, REPOSITORY_FLAGS)}`;
  }
}

const OWN_FILES: Record<OwnFile["kind"], (folder: string) => string> = {
  agent: (folder) => `a file of the agent's own, in its folder "${folder}"`,
  package: (folder) => `in "${folder}"`,
  guidebook: (folder) => `a guideline of the guidebook in use, in "${folder}"`,
};

function describeGlobs(globs: readonly Glob[], text: string, flags: "s" | "is"): string {
  const deciding = findDecidingGlob(globs, text, flags);
  return deciding
    ? `${text} is taken out by ${deciding.glob}`
    : `${text} is not ${joinWords(positive(globs), "or")}`;
}

function positive(globs: readonly Glob[]): string[] {
  return globs.filter(({ negated }) => !negated).map(({ glob }) => glob);
}

/** The pattern that keeps a guideline from matching, or from being decided. */
export function describeMismatch({ match = {} }: Guideline, { held }: Evidence): string {
  const name = (list: MatchList, pattern: Pattern) =>
    `match.${list}[${match[list]!.indexOf(pattern)}]`;
  const found = match.none?.find((pattern) => held.get(pattern));
  if (found) return `${name("none", found)} is found`;
  const missing = match.all?.find((pattern) => held.get(pattern) === false);
  if (missing) return `${name("all", missing)} is not found`;
  if (match.any?.every((pattern) => held.get(pattern) === false)) {
    return match.any.length === 1 ? "match.any[0] is not found" : "none of match.any is found";
  }
  const open = Object.entries(match).flatMap(([list, patterns]) =>
    patterns.flatMap((pattern: Pattern) =>
      held.has(pattern) ? [] : [name(list as MatchList, pattern)]
    )
  );
  return `${open.join(", ")} backtracks too long or is too large`;
}
