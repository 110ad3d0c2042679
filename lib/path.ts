/**
 * POSIX paths. `node:path` would add about half of Deno's own start-up time to the hook
 * (docs/decisions/paths.md). Pure.
 */

/** Whether `path` starts at the root of the file system. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/");
}

/** A segment to be resolved: empty, `.` or `..`. */
const UNRESOLVED = /\/\.{0,2}(?:\/|$)/;

/** `path` resolved against the absolute `base`, without `.`, `..`, doubled or trailing slashes. */
export function resolvePath(base: string, path: string): string {
  const whole = isAbsolutePath(path) ? path : `${base}/${path}`;
  if (!UNRESOLVED.test(whole)) return whole;
  const segments: string[] = [];
  for (const segment of whole.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** The parent folder of the absolute, normalised `path`; the root is its own. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** The last segment of `path`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `path` relative to `folder` (both absolute and normalised), or undefined where it is not inside. */
export function pathInside(folder: string, path: string): string | undefined {
  const prefix = folder === "/" ? "/" : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** Orders strings by code point; `<` compares UTF-16 units, which puts 😀 before ﹏. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return a.codePointAt(i)! - b.codePointAt(i)!;
  }
  return a.length - b.length;
}

/** The path of `name` in `folder`, relative to a guidebook root, whose own path is empty. */
export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
