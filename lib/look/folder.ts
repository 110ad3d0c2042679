/** Looks at a folder outside of every repository: a bounded walk. */
import { isGitFolder } from "../repository/git_folder.ts";
import type { FileKey } from "./compare.ts";
import { keyOf } from "./file_key.ts";

/** Entries that are visited at most; a folder with more is not looked at. */
const ENTRY_LIMIT = 5000;
const SKIPPED = new Set([".git", "node_modules"]);

/** The files below `folder` by their paths relative to it; undefined where there are too many. */
export function walkFolder(folder: string): Map<string, FileKey> | undefined {
  const files = new Map<string, FileKey>();
  const pending = [""];
  let visited = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const directory = at === "" ? folder : `${folder}/${at}`;
    // A bare repository, in which git writes.
    if (isGitFolder(directory)) continue;
    try {
      for (const { name, isDirectory, isFile } of Deno.readDirSync(directory)) {
        if (++visited > ENTRY_LIMIT) return undefined;
        const path = at === "" ? name : `${at}/${name}`;
        if (isDirectory && !SKIPPED.has(name)) pending.push(path);
        const key = isFile ? keyOf(`${folder}/${path}`) : undefined;
        if (key) files.set(path, key);
      }
    } catch {
      // Not permitted, or removed meanwhile.
    }
  }
  return files;
}
