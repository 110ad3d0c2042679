/** The submodules of a repository that are checked out. */

/** Submodules that are looked at. */
const LIMIT = 8;
/** The largest `.gitmodules` that is read, in bytes. */
const SIZE_LIMIT = 64 * 1024;

/** The roots of the submodules below `root`; each has a repository of its own. */
export function findSubmodules(root: string): string[] {
  try {
    const path = `${root}/.gitmodules`;
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile || size > SIZE_LIMIT) return [];
    const paths = [...Deno.readTextFileSync(path).matchAll(/^\s*path\s*=\s*"?(.+?)"?\s*$/gm)];
    return paths.map(([, path]) => path!)
      .filter((path) => !path.startsWith("/") && !path.split("/").includes(".."))
      .map((path) => `${root}/${path}`).filter(isCheckedOut).slice(0, LIMIT);
  } catch {
    return [];
  }
}

function isCheckedOut(root: string): boolean {
  try {
    Deno.lstatSync(`${root}/.git`);
    return true;
  } catch {
    return false;
  }
}
