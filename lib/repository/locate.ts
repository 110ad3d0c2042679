/**
 * Where changed files lie: the disk tells the repository, git its identity. What git has said is
 * kept by `known_places.ts`; `ask_identity.ts` is loaded only when it has to be asked.
 */
import { isKnownAbsent } from "../absence.ts";
import type { Deadline } from "../deadline.ts";
import { fileName, parentPath, pathInside, resolvePath } from "../path.ts";
import { createNotice } from "../notice.ts";
import type { Trouble } from "./git.ts";
import type { KnownPlaces } from "./location_cache.ts";
import type { FileLocation, LocationsPort } from "../search/ports.ts";

/** What git needs to know of the world. */
export interface GitOptions {
  /** The folder that paths outside every repository are told from: the payload's `cwd`. */
  base: string;
  env(name: string): string | undefined;
  deadline: Deadline;
  /** What was found out before; without it git is asked each time. */
  known?: KnownPlaces | undefined;
}

/** A directory as the disk has it. */
interface Directory {
  /** The real path of the nearest one that exists. */
  existing: string;
  /** The same, and what is missing below it. */
  path: string;
}

/** Codes and messages of the notices. */
const TROUBLES: Record<Trouble, [code: string, message: string]> = {
  missing: [
    "git-missing",
    "Cannot ask git for the repository: it cannot be started. Guidelines that name repositories " +
    "do not apply",
  ],
  late: [
    "git-late",
    "Cannot ask git for the repository: it did not answer in time. Guidelines that name " +
    "repositories did not apply to this edit",
  ],
};

const MAX_RUNNING = 4;
/** Milliseconds for git also where there is no deadline: one that hangs says nothing of why. */
const PATIENCE = 3000;
const MAX_PATH_LENGTH = 4096;

/** Finds the repositories of absolute, normalised paths, and asks git for their identities. */
export function createGitPlaces(
  options: GitOptions,
): LocationsPort {
  const { known } = options;
  const directories = new Map<string, Directory>();
  const roots = new Map<string, { path: string | undefined }>();
  const identities = new Map<string, Promise<string | undefined>>();
  const takeTurn = createTurns(MAX_RUNNING);
  const troubles = new Set<Trouble>();
  let asked = false;
  /** What asks git, once it is needed. */
  let starting: Promise<typeof import("./git.ts")> | undefined;

  function findDirectory(directory: string): Directory {
    return remember(directories, directory, () => resolveDirectory(directory));
  }

  function findRoot(directory: string): { path: string | undefined } {
    return remember(roots, directory, () => {
      const isPlain = known
        ? known.isPlain(directory, () => !holdsRepository(directory, known.wasRoot(directory)))
        : !holdsRepository(directory);
      if (!isPlain) return { path: directory };
      return directory === "/" ? { path: undefined } : findRoot(parentPath(directory));
    });
  }

  function findPlace(path: string, patience: () => AbortSignal): FileLocation {
    const directory = findDirectory(parentPath(path));
    const realPath = resolvePath(directory.path, `./${fileName(path)}`);
    const root = findRoot(directory.existing).path;
    const folder = root ?? findDirectory(options.base).path;
    const identity = root === undefined ? Promise.resolve(undefined) : findIdentity(root, patience);
    return {
      path,
      relativePath: pathInside(folder, realPath) ?? realPath.slice(1),
      root,
      identity: () => {
        asked ||= root !== undefined;
        return identity;
      },
    };
  }

  function findIdentity(root: string, patience: () => AbortSignal): Promise<string | undefined> {
    const ask = async () => {
      const keep = known?.observe(root);
      const { askIdentity } = await (starting ??= import("./git.ts"));
      const answer = await askIdentity(root, options.env, patience());
      if (typeof answer === "object") troubles.add(answer.trouble);
      if (typeof answer !== "string") return undefined;
      keep?.(answer);
      known?.save();
      return answer;
    };
    return remember(identities, root, () => {
      const identity = known?.find(root);
      return identity === undefined ? takeTurn(ask) : Promise.resolve(identity);
    });
  }

  return {
    /** One place for each path, in their order; git is running when this resolves. */
    async locate(paths) {
      const phase = options.deadline.begin("git");
      // One limit for all repositories of the call: many that hang cost no more than one.
      // It is not `setTimeout`, which costs milliseconds at start-up.
      let limit: AbortSignal | undefined;
      const patience = () =>
        limit ??= AbortSignal.timeout(
          Math.floor(Math.min(phase.remaining(), PATIENCE)),
        );
      const places = paths.map((path) => findPlace(path, patience));
      known?.save();
      await starting;
      return places;
    },
    notices: () => asked ? [...troubles].map((trouble) => createNotice(...TROUBLES[trouble])) : [],
  };
}

/** The root of the repository that `folder` is in, as an edit there is told it; git is not asked. */
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

// Not awaited, as what is looked at here is looked at dozens of times: on a busy machine a promise of
// the disk costs a thousand times the call, and the agent has just written there.
function resolveDirectory(path: string): Directory {
  for (let nearest = path;; nearest = parentPath(nearest)) {
    try {
      if (nearest.length > MAX_PATH_LENGTH) continue;
      const existing = Deno.realPathSync(nearest);
      return { existing, path: resolvePath(existing, `./${path.slice(nearest.length)}`) };
    } catch {
      // It is gone, or closed to us: the one above may do.
      if (nearest === "/") return { existing: "/", path };
    }
  }
}

/** A worktree and a submodule have `.git` as a file. An empty folder of that name is none. */
function holdsRepository(directory: string, isLikely = false): boolean {
  if (!isLikely && isKnownAbsent(directory, ".git")) return false;
  try {
    const { isFile, isDirectory } = Deno.statSync(`${directory}/.git`);
    // Throws where it is missing. Not followed: HEAD may be a link to a branch without a commit.
    if (isDirectory) Deno.lstatSync(`${directory}/.git/HEAD`);
    return isFile || isDirectory;
  } catch {
    return false;
  }
}
