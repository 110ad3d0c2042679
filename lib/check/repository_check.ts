/** Compares the scope of a guideline with the files of a repository. */
import { SKIPPED_FOLDERS } from "../guidebook/files.ts";
import { type Findings, quote } from "../guideline_file/findings.ts";
import type { Guideline } from "../guideline/guideline.ts";
import { languagesOf } from "../language/language.ts";
import { matchGlobs, PATH_FLAGS, REPOSITORY_FLAGS } from "../guideline/scope.ts";

/** A repository that scopes are compared with. */
export interface RepositoryFiles {
  /** As it should be printed. */
  name: string;
  /** `owner/repository`; undefined where it has none. */
  identity: string | undefined;
  /** Relative to its root. */
  paths: string[];
}

/** The files of the folder `root`, found by walking: git would run what the repository configures. */
export function listRepository(root: string): string[] {
  const paths: string[] = [];
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(folder === "" ? root : `${root}/${folder}`)];
    } catch {
      continue; // Access is denied: no agent of this user edits there either.
    }
    for (const { name, isDirectory } of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!isDirectory) paths.push(path);
      else if (!SKIPPED_FOLDERS.has(name)) pending.push(path);
    }
  }
  return paths;
}

/** Reports globs of `guideline` that match no file, and a scope that fits none. */
export function checkScope(
  guideline: Guideline,
  { name, identity, paths }: RepositoryFiles,
  found: Findings,
): void {
  const { repositories, languages, paths: globs } = guideline.scope;
  if (repositories) {
    // The scope is meant for other repositories.
    if (identity === undefined || !matchGlobs(repositories, identity, REPOSITORY_FLAGS)) return;
  }
  let idle = 0;
  globs?.forEach((glob, i) => {
    if (paths.some((path) => matchGlobs([{ ...glob, negated: false }], path, PATH_FLAGS))) return;
    idle++;
    found.add(
      "glob-matches-nothing",
      `No file in "${name}" matches glob ${quote(glob.glob)}`,
      {
        ...found.valueAt(["scope", "paths", i]),
        severity: "warning",
        help: glob.negated
          ? "Take it out, or write where the files are now"
          : "Write where the files are now, from the repository's root",
      },
    );
  });
  if (idle > 0 || (!languages && !globs)) return;
  const fits = (path: string) =>
    (!globs || matchGlobs(globs, path, PATH_FLAGS)) &&
    (!languages || languagesOf(path).possible.some((language) => languages.includes(language)));
  if (paths.some(fits)) return;
  found.add("glob-matches-nothing", `No file in "${name}" fits the scope`, {
    ...found.keyAt([], "scope"),
    severity: "warning",
    help: "Languages and paths must both hold for one file: make one of them wider",
  });
}
