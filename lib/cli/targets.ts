/** The guidebooks, or single guidelines of them, that `check` and `test` are to read. */
import { GUIDELINE_FILE } from "../guidebook/files.ts";
import { parentPath, pathInside } from "../path.ts";
import { describeRoot, findGuidebook, type FoundLocations } from "./find_guidebook.ts";
import { type Io, MissingInputError } from "./io.ts";
import { isFile, isFolder, isThere } from "./path_kind.ts";

/** What the person named, or else what was found. */
export interface Targets extends Pick<FoundLocations, "origins"> {
  /** Folders to walk, none of them inside another one. */
  roots: string[];
  /** Whether the file or folder `path`, in one of the roots, was named. */
  covers(path: string): boolean;
}

/**
 * The targets that a person `named`; else the guidebook of the hook.
 * @throws {MissingInputError} when one does not exist, or when there is none.
 */
export async function findTargets(verb: string, named: string[], io: Io): Promise<Targets> {
  const found = await findGuidebook({ guidebook: named, db: undefined }, io);
  const paths = found.roots.map(({ path }) => path);
  if (paths.length === 0) {
    throw new MissingInputError(`Cannot ${verb}: no guidebook is named`);
  }
  const isGuideline = (path: string) => path.endsWith(`/${GUIDELINE_FILE}`) && isFile(path);
  const files = new Set(paths.filter(isGuideline));
  const folders = paths.filter((path) => !files.has(path));
  for (const path of folders) {
    const help = "name the folder that holds the guidelines";
    requireFolder(verb, path, {
      name: describeRoot(path, found),
      file: help,
      ...(found.origins.has(path) && { missing: help }),
    });
  }
  const covers = (path: string) =>
    files.has(path) || folders.some((folder) => pathInside(folder, path) !== undefined) ||
    folders.includes(path);
  return {
    origins: found.origins,
    roots: withoutRepeated([...folders, ...[...files].map(parentPath)]),
    covers,
  };
}

/**
 * Throws unless `path` is a folder. `verb` is what was to be done with it, `name` how a message calls
 * it, `missing` and `file` the help where it does not exist, and where it is a file.
 */
export function requireFolder(
  verb: string,
  path: string,
  { name = `"${path}"`, missing, file }: { name?: string; missing?: string; file?: string } = {},
): void {
  if (isFolder(path)) return;
  const [state, help] = isThere(path)
    ? ["it is a file, not a folder", file]
    : ["there is no such folder", missing];
  throw new MissingInputError(`Cannot ${verb} ${name}: ${state}${help ? `; ${help}` : ""}`);
}

/** Without duplicates and folders inside others, whose guidelines would be read twice. */
function withoutRepeated(roots: readonly string[]): string[] {
  const unique = [...new Set(roots)];
  return unique.filter((root) =>
    !unique.some((other) => other !== root && pathInside(other, root) !== undefined)
  );
}
