/** Runs git for identities and for its version. Loaded only when git has to be asked. */
import type { Identification } from "../search/location.ts";
import { findConfig, findGitFolder } from "./git_folder.ts";
import { GIT_VARIABLES } from "./git_variables.ts";
import { identifyRemote } from "./identity.ts";

/** Why git gave no answer, not even that there is none. */
export type GitFailure = "missing" | "late" | "ownership" | "failed";

type Environment = (name: string) => string | undefined;

/** How a run of git ended, with the beginning of what it wrote. */
type GitOutcome = { failure: "missing" | "late" } | {
  success: boolean;
  stdout: string;
  stderr: string;
};

/** The most that is read of each of git's outputs, in bytes. */
const OUTPUT_LIMIT = 8192;
/** Milliseconds between the timeout and giving up. */
const GRACE_PERIOD = 100;

/**
 * Asks for `origin` of the repository at `root`. The URL never leaves this function, and neither does
 * what git writes to stderr, which may quote it.
 */
export async function askIdentity(
  root: string,
  env: Environment,
  timeout: AbortSignal,
): Promise<Identification | { failure: GitFailure }> {
  if (timeout.aborted) return { failure: "late" };
  const gitFolder = findGitFolder(root);
  if (gitFolder === undefined) return { reason: `${root} has no git repository in its .jj` };
  const outcome = await runGit([
    ...["-C", root],
    // Named, so that git never climbs to a repository above when this one is broken.
    `--git-dir=${gitFolder}`,
    ...["-c", "safe.directory=*"],
    ...["remote", "get-url", "origin"],
  ], { env, timeout });
  if ("failure" in outcome) return outcome;
  if (outcome.success) return identifyOutput(outcome.stdout, root);
  if (/No such remote|No URLs configured/i.test(outcome.stderr)) return withoutOrigin(root);
  const identified = await askConfig(root, gitFolder, env, timeout);
  if (identified) return identified;
  const isOwnership = /dubious ownership|unsafe repository/.test(outcome.stderr);
  return { failure: isOwnership ? "ownership" : "failed" };
}

/**
 * The same by the repository's configuration alone: for a git that does not open the repository, since
 * it is older than `safe.directory` or than an extension such as `relativeWorktrees`.
 */
async function askConfig(
  root: string,
  gitFolder: string,
  env: Environment,
  timeout: AbortSignal,
): Promise<Identification | { failure: "missing" | "late" } | undefined> {
  const config = findConfig(gitFolder);
  if (config === undefined) return undefined;
  const outcome = await runGit([
    ...["-C", "/", "--git-dir=/dev/null", "-c", `include.path=${config}`],
    // Prints the URL; asks no server.
    ...["ls-remote", "--get-url", "origin"],
  ], { env, timeout });
  if ("failure" in outcome) return outcome;
  if (!outcome.success) return undefined;
  // What git prints where there is no such remote.
  return outcome.stdout === "origin\n" ? withoutOrigin(root) : identifyOutput(outcome.stdout, root);
}

function withoutOrigin(root: string): Identification {
  return { reason: `${root} has no remote "origin"` };
}

function identifyOutput(stdout: string, root: string): Identification {
  const [url = ""] = stdout.split("\n", 1);
  if (url === "") return withoutOrigin(root);
  if (stdout.length >= OUTPUT_LIMIT || url.includes("\ufffd")) {
    return { reason: 'the URL of its remote "origin" is too long or not UTF-8', isUnnamed: true };
  }
  const identified = identifyRemote(url);
  return "reason" in identified ? { ...identified, isUnnamed: true } : identified;
}

/** Runs `git --version` in the same environment; undefined where it fails. */
export async function askVersion(
  env: Environment,
  timeout: AbortSignal,
): Promise<string | { failure: GitFailure }> {
  const outcome = await runGit(["--version"], { env, timeout });
  if ("failure" in outcome) return outcome;
  const [version = ""] = outcome.stdout.split("\n", 1);
  return outcome.success && version !== "" ? version : { failure: "failed" };
}

async function runGit(
  args: string[],
  { env, timeout }: { env: Environment; timeout: AbortSignal },
): Promise<GitOutcome> {
  let git: Deno.ChildProcess;
  try {
    git = new Deno.Command("git", {
      args,
      // An inherited GIT_DIR answers for another repository, and Deno passes no LD_* on.
      clearEnv: true,
      env: gitEnvironment(env),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch {
    return { failure: "missing" };
  }
  return await collect(git, timeout);
}

/** All that git gets of the environment, and what keeps it from asking and from translating. */
function gitEnvironment(env: Environment): Record<string, string> {
  const inherited = GIT_VARIABLES.flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(inherited), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
}

async function collect(git: Deno.ChildProcess, timeout: AbortSignal): Promise<GitOutcome> {
  const [output, errors] = [git.stdout.getReader(), git.stderr.getReader()];
  const stop = () => {
    // A child of git may hold a pipe open for ever, so its end is not awaited.
    for (const reader of [output, errors]) reader.cancel().catch(() => {});
    try {
      git.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  let late = false;
  const { promise: givenUp, resolve: settle } = Promise.withResolvers<undefined>();
  const giveUp = () => {
    late = true;
    settle(undefined);
    stop();
  };
  // While a large guidebook is matched, nothing is read: git may have answered long ago.
  let grace: AbortSignal | undefined;
  const expire = () => {
    grace = AbortSignal.timeout(GRACE_PERIOD);
    grace.addEventListener("abort", giveUp);
  };
  timeout.addEventListener("abort", expire);
  try {
    const stderr = readStart(errors, { drain: true });
    const stdout = await readStart(output, { drain: false });
    if (late) return { failure: "late" };
    // One that was cut off does not end by itself.
    if (stdout.length >= OUTPUT_LIMIT) return { success: true, stdout, stderr: "" };
    // One that has closed its output may live on.
    const status = await Promise.race([git.status, givenUp]);
    if (!status) return { failure: "late" };
    if (status.success) return { success: true, stdout, stderr: "" };
    return { success: false, stdout, stderr: await Promise.race([stderr, givenUp]) ?? "" };
  } finally {
    // A listener would keep the program alive until the time is over.
    timeout.removeEventListener("abort", expire);
    grace?.removeEventListener("abort", giveUp);
    stop();
  }
}

/** The beginning of an output, as soon as that is read, or once all is read if it is to be drained. */
async function readStart(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { drain }: { drain: boolean },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (text.length < OUTPUT_LIMIT) text += decoder.decode(read.value, { stream: true });
    if (text.length >= OUTPUT_LIMIT && !drain) break;
  }
  return text.slice(0, OUTPUT_LIMIT);
}
