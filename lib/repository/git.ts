import type { Deadline } from "../deadline.ts";
import { fileName, parentPath, pathInside, resolvePath } from "../path.ts";
import { createNotice, type Notice } from "../notice.ts";
import { parseRepositoryIdentity } from "./identity.ts";
import type { Place, PlacesPort } from "../search/ports.ts";

/** What git needs to know of the world. */
export interface GitOptions {
  /** The folder that paths outside every repository are told from: the payload's `cwd`. */
  base: string;
  env(name: string): string | undefined;
  deadline: Deadline;
}

/** A directory as the disk has it. */
interface Directory {
  /** The real path of the nearest one that exists. */
  existing: string;
  /** The same, and what is missing below it. */
  path: string;
}

type Trouble = "missing" | "late";

const TROUBLES: Record<Trouble, Notice> = {
  missing: createNotice(
    "git-missing",
    "Cannot ask git for the repository: it cannot be started. Guidelines that name repositories " +
      "do not apply",
  ),
  late: createNotice(
    "git-late",
    "Cannot ask git for the repository: it did not answer in time. Guidelines that name " +
      "repositories did not apply to this edit",
  ),
};

const MAX_RUNNING = 4;
const MAX_PATH_LENGTH = 4096;
const MAX_URL_BYTES = 8192;
/** Milliseconds between the end of the patience with git and giving up. */
const GRACE = 100;

/** Finds the repositories of absolute, normalised paths, and asks git for their identities. */
export function createGitPlaces(
  options: GitOptions,
): PlacesPort {
  const directories = new Map<string, Directory>();
  const roots = new Map<string, { path: string | undefined }>();
  const identities = new Map<string, Promise<string | undefined>>();
  const takeTurn = createTurns(MAX_RUNNING);
  const troubles = new Set<Trouble>();
  let asked = false;

  function findDirectory(directory: string): Directory {
    return remember(directories, directory, () => resolveDirectory(directory));
  }

  function findRoot(directory: string): { path: string | undefined } {
    return remember(roots, directory, () => {
      if (holdsRepository(directory)) return { path: directory };
      return directory === "/" ? { path: undefined } : findRoot(parentPath(directory));
    });
  }

  function findPlace(path: string, patience: AbortSignal): Place {
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

  function findIdentity(root: string, patience: AbortSignal): Promise<string | undefined> {
    const ask = async () => {
      const answer = await askIdentity(root, options, patience);
      if (typeof answer === "object") troubles.add(answer.trouble);
      return typeof answer === "string" ? answer : undefined;
    };
    return remember(identities, root, () => takeTurn(ask));
  }

  return {
    /** One place for each path, in their order; git is running when this resolves. */
    locate(paths) {
      const ms = Math.floor(options.deadline.begin("git").remaining());
      // One limit for all repositories of the call: many that hang cost no more than one.
      // It is not `setTimeout`, which costs milliseconds at start-up.
      const patience = AbortSignal.timeout(ms);
      return Promise.resolve(paths.map((path) => findPlace(path, patience)));
    },
    notices: () => asked ? [...troubles].map((trouble) => TROUBLES[trouble]) : [],
  };
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
function holdsRepository(directory: string): boolean {
  try {
    const { isFile, isDirectory } = Deno.statSync(`${directory}/.git`);
    // Throws where it is missing. Not followed: HEAD may be a link to a branch without a commit.
    if (isDirectory) Deno.lstatSync(`${directory}/.git/HEAD`);
    return isFile || isDirectory;
  } catch {
    return false;
  }
}

/** Asks for `origin`; whatever goes wrong, there is no identity. The URL stays in here. */
async function askIdentity(
  root: string,
  options: GitOptions,
  patience: AbortSignal,
): Promise<string | { trouble: Trouble } | undefined> {
  if (patience.aborted) return { trouble: "late" };
  let git: Deno.ChildProcess;
  try {
    git = startGit(root, options);
  } catch {
    return { trouble: "missing" };
  }
  try {
    const url = await readFirstLine(git, patience);
    return typeof url === "string" ? parseRepositoryIdentity(url) : url;
  } catch {
    return undefined;
  }
}

function startGit(root: string, { env }: GitOptions): Deno.ChildProcess {
  const inherited = ["HOME", "XDG_CONFIG_HOME", "PATH"].flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Deno.Command("git", {
    args: [
      ...["-C", root],
      // Named, so that git never climbs to a repository above when this one is broken.
      `--git-dir=${resolvePath(root, ".git")}`,
      ...["-c", "safe.directory=*"],
      ...["remote", "get-url", "origin"],
    ],
    // An inherited GIT_DIR answers for another repository, and Deno passes no LD_* on.
    clearEnv: true,
    env: { ...Object.fromEntries(inherited), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

async function readFirstLine(
  git: Deno.ChildProcess,
  patience: AbortSignal,
): Promise<string | { trouble: Trouble } | undefined> {
  const reader = git.stdout.getReader();
  const stop = () => {
    // A child of git may hold the pipe open for ever, so its end is not waited for.
    reader.cancel().catch(() => {});
    try {
      git.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  let late = false;
  const { promise: given, resolve: give } = Promise.withResolvers<undefined>();
  const giveUp = () => {
    late = true;
    give(undefined);
    stop();
  };
  // While a large guidebook is looked at nobody listens: git may have answered long ago.
  let grace: AbortSignal | undefined;
  const expire = () => {
    grace = AbortSignal.timeout(GRACE);
    grace.addEventListener("abort", giveUp);
  };
  patience.addEventListener("abort", expire);
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true });
      if (text.length > MAX_URL_BYTES) return undefined;
    }
    text += decoder.decode();
    if (late) return { trouble: "late" };
    // One that has closed its output may live on.
    const status = await Promise.race([git.status, given]);
    if (!status) return { trouble: "late" };
    if (!status.success) return undefined;
    return text.split("\n", 1)[0];
  } finally {
    // A listener would keep the program alive until the time is over.
    patience.removeEventListener("abort", expire);
    grace?.removeEventListener("abort", giveUp);
    stop();
  }
}
