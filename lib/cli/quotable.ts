/** Which files' text a person's command may print. */
import { parentPath, pathInside } from "../path.ts";
import { isTaken } from "./path_kind.ts";

/** Folders in which version control keeps its own files, remote URLs and credentials among them. */
const CONTROL_FOLDER = /^\.(?:git|jj|hg|svn|sl|bzr)$/i;

/**
 * Whether text of the file `path` may be printed: only if it really is in one of `folders`, whatever
 * links lead there, and is no file of version control, since those hold URLs with tokens. A file with
 * several hard links may be one of those under another name.
 */
export async function mayQuote(path: string, folders: readonly string[]): Promise<boolean> {
  try {
    const real = await Deno.realPath(path);
    const { nlink } = await Deno.stat(real);
    if ((nlink ?? 1) > 1 || isVersionControlFile(real)) return false;
    const roots = await Promise.all(folders.map((folder) => Deno.realPath(folder)));
    return roots.some((root) => pathInside(root, real) !== undefined);
  } catch {
    return false;
  }
}

/** Whether a folder above `path` belongs to version control, by its name or as a git directory. */
function isVersionControlFile(path: string): boolean {
  if (path.split("/").some((name) => CONTROL_FOLDER.test(name))) return true;
  for (let folder = parentPath(path); folder !== "/"; folder = parentPath(folder)) {
    // A bare repository, or a git directory that --separate-git-dir put elsewhere.
    const [head, objects, shared] = ["HEAD", "objects", "commondir"]
      .map((name) => isTaken(`${folder}/${name}`));
    if (head && (objects || shared)) return true;
  }
  return false;
}
