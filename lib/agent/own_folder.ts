/** The folders in which agents keep their own files. Pure. */
import { isAbsolutePath, pathInside, resolvePath } from "../path.ts";

/** The folder `name` in the user's home; undefined without a home. */
export function homeFolder(
  env: (name: string) => string | undefined,
  name: string,
): string | undefined {
  const home = env("HOME");
  return home === undefined ? undefined : `${home}/${name}`;
}

/** `folder`, normalised, if the file at `path` is in it; a relative folder has no files. */
export function findFolder(path: string, folder: string | undefined): string | undefined {
  if (folder === undefined || !isAbsolutePath(folder)) return undefined;
  const normalised = resolvePath("/", folder);
  // A variable that names the root would exclude every file.
  return normalised !== "/" && pathInside(normalised, path) !== undefined ? normalised : undefined;
}
