/** Asks git for the `origin` of a repository. Loaded when git has to be asked. */
import { resolvePath } from "../path.ts";
import { GIT_VARIABLES } from "./git_variables.ts";
import { parseRepositoryIdentity } from "./identity.ts";

/** Why git gave no answer, not even that there is none. */
export type Trouble = "missing" | "late";

const MAX_URL_BYTES = 8192;
/** Milliseconds between the end of the patience with git and giving up. */
const GRACE = 100;

/** Asks for `origin`; whatever goes wrong, there is no identity. The URL stays in here. */
export async function askIdentity(
  root: string,
  env: (name: string) => string | undefined,
  patience: AbortSignal,
): Promise<string | { trouble: Trouble } | undefined> {
  if (patience.aborted) return { trouble: "late" };
  let git: Deno.ChildProcess;
  try {
    git = startGit(root, env);
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

function startGit(
  root: string,
  env: (name: string) => string | undefined,
): Deno.ChildProcess {
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
    env: gitEnvironment(env),
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

/** All that git gets of the environment, and what keeps it from asking and from translating. */
export function gitEnvironment(env: (name: string) => string | undefined): Record<string, string> {
  const inherited = GIT_VARIABLES.flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(inherited), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
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
