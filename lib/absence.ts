/**
 * Finds out that a file is missing without the error that Deno throws for it: the first error of a
 * process takes as long as seventy successful calls, and each further one as long as ten.
 */
import { fileName, parentPath } from "./path.ts";

/**
 * The largest folder that is listed, in bytes: one or two hundred entries on most file systems, and
 * at most as many entries as bytes on those whose sizes are numbers of entries.
 */
const LIST_LIMIT = 4096;

/**
 * Whether `folder` is known to have no entry of these names, not even a dangling link. False also where
 * that is unknown: the folder is large, or may not be listed.
 */
export function isKnownAbsent(folder: string, ...names: string[]): boolean {
  try {
    if (Deno.statSync(folder).size > LIST_LIMIT) return false;
    // On a file system without regard to case, another spelling leads there, too.
    const wanted = names.map((name) => name.toLowerCase());
    for (const entry of Deno.readDirSync(folder)) {
      if (wanted.includes(entry.name.toLowerCase())) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Whether `folder` has no entry `name`, not even a dangling link. */
export function isAbsent(folder: string, name: string): boolean {
  if (isKnownAbsent(folder, name)) return true;
  try {
    Deno.lstatSync(`${folder}/${name}`);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

/** The nearest folder above `path` that exists, and the name that is missing in it. */
export function findGap(path: string): { folder: string; name: string } {
  let missing = path;
  for (;; missing = parentPath(missing)) {
    const folder = parentPath(missing);
    try {
      if (folder === "/" || Deno.statSync(folder)) return { folder, name: fileName(missing) };
    } catch {
      // The gap is further up.
    }
  }
}
