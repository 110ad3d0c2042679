/** Finds the folder of a repository's git data: `.git`, or where a jj workspace keeps it. */
import { resolvePath } from "../path.ts";

/** The most that a file that names another folder may hold, in bytes. */
const LINK_LIMIT = 4096;

/** The git folder of the repository at `root`, a file in worktrees; undefined where it has none. */
export function findGitFolder(root: string): string | undefined {
  const own = resolvePath(root, ".git");
  if (isThere(own)) return own;
  const jj = resolvePath(root, ".jj");
  // A second workspace has the path of the first one's data in a file.
  const link = readLink(`${jj}/repo`);
  const store = resolvePath(link === undefined ? `${jj}/repo` : resolvePath(jj, link), "store");
  const target = readLink(`${store}/git_target`) ?? "git";
  const folder = resolvePath(store, target);
  return isThere(folder) ? folder : undefined;
}

/**
 * The configuration that all worktrees of a repository share; undefined where there is none. git finds
 * it in the same way, unless the repository uses what that git does not know.
 */
export function findConfig(gitFolder: string): string | undefined {
  const config = `${findCommonFolder(gitFolder)}/config`;
  return isThere(config) ? config : undefined;
}

/** The folder of what all worktrees of a repository share. */
export function findCommonFolder(gitFolder: string): string {
  const own = followGitFile(gitFolder);
  return resolvePath(own, readLink(`${own}/commondir`) ?? ".");
}

/** The folder that a `.git` file of a worktree or submodule names; any other path as it is. */
export function followGitFile(gitFolder: string): string {
  const link = readLink(gitFolder)?.replace(/^gitdir:\s*/, "");
  return link === undefined ? gitFolder : resolvePath(`${gitFolder}/..`, link);
}

/** Whether a folder looks like git data, as git itself decides it. */
export function isGitFolder(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => isThere(`${folder}/${name}`));
}

/** The text of a small file, without the line break at its end; undefined for anything else. */
function readLink(path: string): string | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile || size === 0 || size > LINK_LIMIT) return undefined;
    return Deno.readTextFileSync(path).replace(/\r?\n$/, "");
  } catch {
    return undefined;
  }
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
