/** What a path leads to. A path that cannot be examined counts as missing. */

/** Whether `path` leads to something. */
export function isThere(path: string): boolean {
  return infoOf(() => Deno.statSync(path)) !== undefined;
}

/** Whether `path` leads to a regular file. */
export function isFile(path: string): boolean {
  return infoOf(() => Deno.statSync(path))?.isFile === true;
}

/** Whether `path` leads to a folder. */
export function isFolder(path: string): boolean {
  return infoOf(() => Deno.statSync(path))?.isDirectory === true;
}

/** Whether there is an entry at `path`, be it a broken link. */
export function isTaken(path: string): boolean {
  return infoOf(() => Deno.lstatSync(path)) !== undefined;
}

function infoOf(stat: () => Deno.FileInfo): Deno.FileInfo | undefined {
  try {
    return stat();
  } catch {
    return undefined;
  }
}
