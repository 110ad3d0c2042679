/** Where the guidebook and the database are: options first, then the environment, then the home. */
import type { GuidebookRoot } from "../guidebook/store.ts";
import { createNotice, type Notice } from "../notice.ts";
import { isAbsolutePath, resolvePath } from "../path.ts";
import type { Io } from "./io.ts";

/** Absolute paths, and notices about values that are none. */
export interface Locations {
  roots: GuidebookRoot[];
  /** Undefined where neither an option, the environment nor a home names one. */
  database: string | undefined;
  /** Folder of the guidebook's cache; undefined without a home, or where the cache is off. */
  cache: string | undefined;
  /** Folder of what looks remember; undefined without a home. */
  looks: string | undefined;
  notices: Notice[];
}

/** Resolves `--guidebook` and `--db`, relative to the folder that the command was called from. */
export function resolveLocations(
  options: { guidebook: string[]; db: string | undefined },
  io: Io,
): Locations {
  const data = dataFolder(io);
  const notices: Notice[] = [];
  const fromCaller = (path: string) => resolvePath(io.callerFolder(), path);

  const database = options.db !== undefined
    ? fromCaller(options.db)
    : fromEnvironment("ADAPTIVE_GUIDEBOOK_DB", [io.env("ADAPTIVE_GUIDEBOOK_DB") ?? ""])[0] ??
      (data && `${data}/adaptive-guidebook.db`);

  const named = options.guidebook.length > 0 ? options.guidebook.map(fromCaller) : fromEnvironment(
    "ADAPTIVE_GUIDEBOOK_ROOT",
    (io.env("ADAPTIVE_GUIDEBOOK_ROOT") ?? "").split(":"),
  );
  const roots = named.length > 0
    ? named.map((path) => ({ path, named: true }))
    : data !== undefined
    ? [{ path: `${data}/guidebook`, named: false }]
    : [];
  const cache = data !== undefined && io.env("ADAPTIVE_GUIDEBOOK_CACHE") !== "off"
    ? `${data}/cache`
    : undefined;
  const looks = data && `${data}/looks`;
  return { roots, database, cache, looks, notices };

  function fromEnvironment(name: string, paths: string[]): string[] {
    return paths.filter((path) => {
      if (path === "" || isAbsolutePath(path)) return path !== "";
      // The hook runs in the agent's current folder, so it would mean a different path each time.
      notices.push(createNotice(
        "relative-path",
        `Cannot use "${path}" of ${name}: it is not an absolute path`,
      ));
      return false;
    }).map((path) => resolvePath("/", path));
  }
}

/** The folder of the database and of the default guidebook; undefined without a home. */
export function dataFolder(io: Io): string | undefined {
  const home = io.env("HOME");
  return home !== undefined && isAbsolutePath(home)
    ? resolvePath("/", `${home}/.adaptive-guidebook`)
    : undefined;
}
