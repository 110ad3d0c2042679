/**
 * The git commands of a look, none of which runs what a repository's configuration names. Overrides go
 * through GIT_CONFIG_COUNT (git 2.31): with `-c` the driver of `filter.a=b.clean` could not be reached.
 */
import { GIT_VARIABLES } from "./git_variables.ts";

/** Where git is run. */
export interface GitRepository {
  /** Real path of the root of its working tree. */
  root: string;
  /** Path of its `.git`, a folder or a file. */
  gitDir: string;
  env(name: string): string | undefined;
  /** Ends a command that takes too long. */
  signal: AbortSignal;
}

/** Why git gave no answer. */
export type LookFailure = "missing" | "late" | "old" | "failed" | "too-much";

/** Most bytes that are read of what one command prints. */
const OUTPUT_LIMIT = 16 * 1024 * 1024;

/** Config that keeps git from starting programs, taking locks, and fetching. */
const SAFE_CONFIG: readonly [key: string, value: string][] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.untrackedCache", "false"],
  ["core.alternateRefsCommand", ""],
  ["status.submoduleSummary", "false"],
  ["safe.directory", "*"],
];

/**
 * The `GIT_CONFIG_*` that switch off everything that reading a working tree could start, each filter
 * driver that the configuration names included.
 */
export async function findSafeConfig(
  repository: GitRepository,
): Promise<Record<string, string> | LookFailure> {
  const probe: [string, string][] = [...SAFE_CONFIG, ["filter.adaptive-guidebook.clean", ""]];
  const output = await runGit(
    repository,
    ["config", "--name-only", "-z", "--get-regexp", "^filter\\."],
    toEnvironment(probe),
  );
  if (typeof output === "string") return output;
  const keys = new TextDecoder().decode(output).split("\0").filter(Boolean);
  const drivers = new Set(keys.map((key) => key.slice("filter.".length, key.lastIndexOf("."))));
  // An older git does not know the variables, so nothing would be switched off.
  if (!drivers.has("adaptive-guidebook")) return "old";
  return toEnvironment([
    ...SAFE_CONFIG,
    ...[...drivers].flatMap((driver): [string, string][] => [
      [`filter.${driver}.clean`, ""],
      [`filter.${driver}.smudge`, ""],
      [`filter.${driver}.process`, ""],
      [`filter.${driver}.required`, "false"],
    ]),
  ]);
}

/** What differs between HEAD, index and working tree, as porcelain v2 with NULs. */
export function readStatus(
  repository: GitRepository,
  config: Record<string, string>,
): Promise<Uint8Array | LookFailure> {
  return runGit(repository, [
    ...["--no-optional-locks", "status", "--porcelain=v2", "-z", "--branch", "--no-renames"],
    ...["--untracked-files=all", "--ignore-submodules=all"],
  ], config);
}

/** The files that differ between two commits, with their blobs in the first, as raw diff with NULs. */
export function readTreeDiff(
  repository: GitRepository,
  config: Record<string, string>,
  from: string,
  to: string,
): Promise<Uint8Array | LookFailure> {
  return runGit(repository, ["diff-tree", "-r", "-z", "--raw", "--no-renames", from, to], config);
}

/** The files of a merge commit that differ from each of its parents, by name with NULs. */
export function readMergeDiff(
  repository: GitRepository,
  config: Record<string, string>,
  commit: string,
): Promise<Uint8Array | LookFailure> {
  return runGit(repository, [
    ...["diff-tree", "-r", "-z", "-c", "--name-only", "--no-renames", "--no-commit-id", commit],
  ], config);
}

/** The contents of blobs, by their ids, as `cat-file --batch` prints them. */
export function readBlobs(
  repository: GitRepository,
  config: Record<string, string>,
  ids: readonly string[],
): Promise<Uint8Array | LookFailure> {
  return runGit(repository, ["cat-file", "--batch"], config, ids.map((id) => `${id}\n`).join(""));
}

function toEnvironment(config: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(config.length)],
    ...config.flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ]);
}

async function runGit(
  { root, gitDir, env, signal }: GitRepository,
  args: readonly string[],
  config: Record<string, string>,
  input?: string,
): Promise<Uint8Array | LookFailure> {
  if (signal.aborted) return "late";
  let git: Deno.ChildProcess;
  try {
    git = new Deno.Command("git", {
      args: ["--no-pager", `--git-dir=${gitDir}`, `--work-tree=${root}`, ...args],
      cwd: root,
      clearEnv: true,
      env: {
        ...Object.fromEntries(GIT_VARIABLES.flatMap((name) => {
          const value = env(name);
          return value === undefined ? [] : [[name, value]];
        })),
        ...config,
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_LAZY_FETCH: "1",
        GIT_ALLOW_PROTOCOL: "",
        GIT_OPTIONAL_LOCKS: "0",
        LC_ALL: "C",
      },
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch {
    return "missing";
  }
  const reader = git.stdout.getReader();
  const stop = () => {
    reader.cancel().catch(() => {});
    try {
      git.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  // A child of git may hold its pipes open for ever, so their end is not awaited.
  const { promise: timedOut, resolve: timeOut } = Promise.withResolvers<"late">();
  const expire = () => timeOut("late");
  signal.addEventListener("abort", expire);
  try {
    return await Promise.race([converse(git, reader, input), timedOut]);
  } catch {
    return "failed";
  } finally {
    signal.removeEventListener("abort", expire);
    stop();
  }
}

async function converse(
  git: Deno.ChildProcess,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  input: string | undefined,
): Promise<Uint8Array | LookFailure> {
  const writing = input === undefined ? undefined : writeInput(git.stdin, input);
  const output = await readOutput(reader);
  if (!output) return "too-much";
  await writing;
  const { success, code } = await git.status;
  if (success) return output;
  // Only `git config` exits with 1: it has found no key, not even the one of the probe.
  return code === 1 ? "old" : "failed";
}

async function writeInput(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // It has ended, and its exit code says why.
  }
}

/** Undefined where it is more than a look can use. */
async function readOutput(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > OUTPUT_LIMIT) return undefined;
    chunks.push(read.value);
  }
  const output = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    output.set(chunk, offset);
    offset += chunk.length;
  }
  return output;
}
