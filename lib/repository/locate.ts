/**
 * Locates changed files: finds their repositories on the disk, and asks git for the identities.
 * `location_cache.ts` keeps git's answers; `git.ts` is loaded only when git has to be asked.
 */
import { isKnownAbsent } from "../absence.ts";
import type { Deadline } from "../deadline.ts";
import { fileName, parentPath, pathInside, resolvePath } from "../path.ts";
import { createNotice } from "../notice.ts";
import type { GitFailure } from "./git.ts";
import type { LocationCache } from "./location_cache.ts";
import type { FileLocation, Identification, LocationsPort } from "../search/location.ts";

/** What locating depends on. */
export interface GitOptions {
  /** The folder that paths outside every repository are relative to: the payload's `cwd`. */
  base: string;
  env(name: string): string | undefined;
  deadline: Deadline;
  /** Earlier results; without it git is asked each time. */
  cache?: LocationCache | undefined;
}

/** A directory, resolved on the disk. */
interface Directory {
  /** The real path of the nearest one that exists. */
  existing: string;
  /** The same, followed by what is missing below it. */
  path: string;
}

/** What kept an identity from being found: a failure of git, or a URL of `origin` that names none. */
type Failure = GitFailure | "unnamed";

const NOT_APPLICABLE = "Guidelines that name repositories do not apply";
/** Of each failure: the reason for `explain`, and code and message of the notice. */
const FAILURES: Record<Failure, { reason: string; code: string; message: string }> = {
  missing: {
    reason: "git cannot be started",
    code: "git-missing",
    message: `Cannot ask git for the repository: it cannot be started. ${NOT_APPLICABLE}`,
  },
  late: {
    reason: "git did not answer in time",
    code: "git-late",
    message: "Cannot ask git for the repository: it did not answer in time. Guidelines that name " +
      "repositories did not apply to this edit",
  },
  ownership: {
    reason: "git refuses a repository of another user (safe.directory)",
    code: "git-ownership",
    message: "Cannot ask git for the repository: it belongs to another user, and git refuses to " +
      `read it. ${NOT_APPLICABLE}; "safe.directory" in your git configuration can allow it`,
  },
  failed: {
    reason: "git cannot read the repository; it may be damaged, or newer than this git",
    code: "git-failed",
    message: `Cannot ask git for the repository: git cannot read it. ${NOT_APPLICABLE}; ` +
      '"git remote get-url origin" shows why',
  },
  unnamed: {
    reason: "",
    code: "origin-unnamed",
    message: 'The URL of the remote "origin" names no owner/repository. ' +
      `${NOT_APPLICABLE}; "adaptive-guidebook explain FILE" shows why`,
  },
};

const MAX_RUNNING = 4;
/** Milliseconds for git, also where there is no deadline. */
const GIT_TIMEOUT = 3000;
const MAX_PATH_LENGTH = 4096;

/** Finds the repositories of absolute, normalised paths, and asks git for their identities. */
export function createGitLocations(options: GitOptions): LocationsPort {
  const { cache } = options;
  const directories = new Map<string, Directory>();
  const roots = new Map<string, { path: string | undefined }>();
  const identities = new Map<string, Promise<Identification>>();
  const takeTurn = createTurns(MAX_RUNNING);
  const failures = new Set<Failure>();
  let asked = false;
  let loading: Promise<typeof import("./git.ts")> | undefined;

  function findDirectory(directory: string): Directory {
    return remember(directories, directory, () => resolveDirectory(directory));
  }

  function findRoot(directory: string): { path: string | undefined } {
    return remember(roots, directory, () => {
      const isNoRoot = cache
        ? cache.isNoRoot(directory, () => !holdsRepository(directory, cache.wasRoot(directory)))
        : !holdsRepository(directory);
      if (!isNoRoot) return { path: directory };
      return directory === "/" ? { path: undefined } : findRoot(parentPath(directory));
    });
  }

  function locateFile(path: string, timeout: () => AbortSignal): FileLocation {
    const directory = findDirectory(parentPath(path));
    const realPath = resolvePath(directory.path, `./${fileName(path)}`);
    const root = findRoot(directory.existing).path;
    const folder = root ?? findDirectory(options.base).path;
    const identified = root === undefined ? undefined : findIdentity(root, timeout);
    const identity = identified?.then((it) => "identity" in it ? it.identity : undefined);
    return {
      path,
      relativePath: pathInside(folder, realPath) ?? realPath.slice(1),
      root,
      identity: () => {
        asked ||= root !== undefined;
        return identity ?? Promise.resolve(undefined);
      },
      ...(identified && { identify: () => identified }),
    };
  }

  function findIdentity(root: string, timeout: () => AbortSignal): Promise<Identification> {
    const ask = async (): Promise<Identification> => {
      const keep = cache?.observe(root);
      const { askIdentity } = await (loading ??= import("./git.ts"));
      const answer = await askIdentity(root, options.env, timeout());
      if ("failure" in answer) {
        failures.add(answer.failure);
        return { reason: FAILURES[answer.failure].reason };
      }
      if ("identity" in answer) {
        keep?.(answer);
        cache?.save();
      } else if (answer.isUnnamed) failures.add("unnamed");
      return answer;
    };
    return remember(identities, root, () => {
      const identified = cache?.find(root);
      return identified === undefined ? takeTurn(ask) : Promise.resolve(identified);
    });
  }

  return {
    /** One location for each path, in their order; git is running when this resolves. */
    async locate(paths) {
      const phase = options.deadline.begin("git");
      // One timeout for all repositories of the call: many that hang cost no more than one.
      // Not by `setTimeout`, which costs milliseconds at start-up.
      let limit: AbortSignal | undefined;
      const timeout = () =>
        limit ??= AbortSignal.timeout(Math.floor(Math.min(phase.remaining(), GIT_TIMEOUT)));
      const locations = paths.map((path) => locateFile(path, timeout));
      cache?.save();
      await loading;
      return locations;
    },
    notices: () =>
      asked ? [...failures].map((it) => createNotice(FAILURES[it].code, FAILURES[it].message)) : [],
  };
}

/** The root of the repository that an edit in `folder` would be in; git is not asked. */
export function findRepositoryRoot(folder: string): string | undefined {
  for (let path = resolveDirectory(folder).existing;; path = parentPath(path)) {
    if (holdsRepository(path)) return path;
    if (path === "/") return undefined;
  }
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, value = make());
  return value;
}

/** Lets at most `limit` tasks run at a time. */
function createTurns(limit: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

// Synchronous, since it runs dozens of times: on a busy machine a promise costs a thousand times the
// call, and the disk is in use: the agent has just written there.
function resolveDirectory(path: string): Directory {
  for (let nearest = path;; nearest = parentPath(nearest)) {
    try {
      if (nearest.length > MAX_PATH_LENGTH) continue;
      const existing = Deno.realPathSync(nearest);
      return { existing, path: resolvePath(existing, `./${path.slice(nearest.length)}`) };
    } catch {
      // Missing, or without permission: try the folder above.
      if (nearest === "/") return { existing: "/", path };
    }
  }
}

/**
 * A worktree and a submodule have `.git` as a file; a workspace of jj may have only `.jj`. An empty
 * folder of these names is no repository.
 */
function holdsRepository(directory: string, isLikely = false): boolean {
  if (!isLikely && isKnownAbsent(directory, ".git", ".jj")) return false;
  return holdsGit(directory) || exists(`${directory}/.jj/repo`);
}

function holdsGit(directory: string): boolean {
  try {
    const { isFile, isDirectory } = Deno.statSync(`${directory}/.git`);
    // Throws where it is missing. Not followed: HEAD may be a link to a branch without a commit.
    if (isDirectory) Deno.lstatSync(`${directory}/.git/HEAD`);
    return isFile || isDirectory;
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path) !== undefined;
  } catch {
    return false;
  }
}
