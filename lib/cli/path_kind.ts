/** What stands at a path of a person's. What cannot be looked at counts as not there. */

/** Whether `path` leads to something. */
export function isThere(path: string): boolean {
  return look(() => Deno.statSync(path)) !== undefined;
}

/** Whether `path` leads to a regular file. */
export function isFile(path: string): boolean {
  return look(() => Deno.statSync(path))?.isFile === true;
}

/** Whether `path` leads to a folder. */
export function isFolder(path: string): boolean {
  return look(() => Deno.statSync(path))?.isDirectory === true;
}

/** Whether something has the name `path`, be it a link that leads nowhere. */
export function isTaken(path: string): boolean {
  return look(() => Deno.lstatSync(path)) !== undefined;
}

function look(at: () => Deno.FileInfo): Deno.FileInfo | undefined {
  try {
    return at();
  } catch {
    return undefined;
  }
}
