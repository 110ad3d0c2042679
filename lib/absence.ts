/**
 * Tells that nothing is there without the error that Deno makes of a missing file: the first one of a
 * process takes as long as seventy looks at files that are there, and each one after it as ten.
 */
import { fileName, parentPath } from "./path.ts";

/**
 * A folder of so many bytes has a hundred entries or two on most file systems, and at most as many
 * entries on those that count these.
 */
const LIST_LIMIT = 4096;

/**
 * Whether `folder` is known to have nothing of this name, not even a link that leads nowhere. False
 * also where that is not known yet: the folder is large, or may not be listed.
 */
export function isKnownAbsent(folder: string, name: string): boolean {
  try {
    if (Deno.statSync(folder).size > LIST_LIMIT) return false;
    // Where case does not count, another spelling leads there too.
    const wanted = name.toLowerCase();
    for (const entry of Deno.readDirSync(folder)) {
      if (entry.name.toLowerCase() === wanted) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Whether `folder` has nothing of this name, not even a link that leads nowhere. */
export function isAbsent(folder: string, name: string): boolean {
  if (isKnownAbsent(folder, name)) return true;
  try {
    Deno.lstatSync(`${folder}/${name}`);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

/** The nearest folder above `path` that is there, and what is missing in it on the way to `path`. */
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
