/** The real command as a process, with exactly the permissions that deno.json releases. */
// Not for its exports: Deno fetches the command's packages before the environment is cleared.
import "../../main.ts";
import { parentPath } from "../../lib/path.ts";
import { BUNDLE_FLAGS, expandReleasedFlags } from "../../tools/released_flags.ts";

/** The folder of deno.json and main.ts. */
export const PROJECT = parentPath(parentPath(import.meta.dirname!));

export interface CommandOptions {
  /** Stands for `$HOME` in the permissions, and is HOME unless `env` says otherwise. */
  home: string;
  /** Added to a cleared environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  umask?: string;
  /** Default: main.ts. */
  script?: string;
}

export interface RunOptions extends CommandOptions {
  stdin?: string | Uint8Array<ArrayBuffer>;
  /** In milliseconds. */
  timeout?: number;
}

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command to its end. */
export async function runCommand(
  args: string[],
  { stdin = "", timeout, ...options }: RunOptions,
): Promise<CommandResult> {
  const child = spawnCommand(args, options);
  const [result] = await Promise.all([endOf(child, timeout), writeAll(child.stdin, stdin)]);
  return result;
}

/** The command's result; throws where it takes more than `timeout` milliseconds. */
export async function endOf(child: Deno.ChildProcess, timeout?: number): Promise<CommandResult> {
  const [{ code }, stdout, stderr] = await Promise.all([
    statusOf(child, timeout),
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, stdout, stderr };
}

/** The same without its output, for a command whose output nobody reads. */
export async function statusOf(
  child: Deno.ChildProcess,
  timeout = 60_000,
): Promise<Deno.CommandStatus> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, timeout);
  const status = await child.status;
  clearTimeout(timer);
  if (late) throw new Error(`Cannot wait for the command: it did not end within ${timeout} ms`);
  return status;
}

/** Starts the command, with a pipe for each of its streams. */
export function spawnCommand(args: string[], options: CommandOptions): Deno.ChildProcess {
  const [program = "", ...rest] = commandLine(args, options);
  return new Deno.Command(program, {
    args: rest,
    clearEnv: true,
    env: commandEnvironment(options),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Writes `bytes` and closes the stream; a reader that has gone is ignored. */
export async function writeAll(
  stream: WritableStream<Uint8Array<ArrayBuffer>>,
  bytes: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const writer = stream.getWriter();
  try {
    await writer.write(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

const SOURCE = {
  script: `${PROJECT}/main.ts`,
  flags: ["--config", `${PROJECT}/deno.json`],
};

/** `deno task test:bundle` sets the folder of a bundle, which is then tested in place of main.ts. */
const BUNDLE = Deno.env.get("ADAPTIVE_GUIDEBOOK_TEST_BUNDLE");
const COMMAND = BUNDLE === undefined
  ? SOURCE
  : { script: `${BUNDLE}/main.js`, flags: BUNDLE_FLAGS };

/** The program and the arguments of a process of the command. */
export function commandLine(
  args: string[],
  { home, umask, script = COMMAND.script }: CommandOptions,
): string[] {
  const config = script === COMMAND.script ? COMMAND.flags : SOURCE.flags;
  const line = [Deno.execPath(), "run", ...releasedFlags(home), ...config, script, ...args];
  return umask === undefined ? line : ["/bin/sh", "-c", `umask ${umask}; exec "$@"`, "sh", ...line];
}

/** Also for a home with a comma, which a shell expands all the same. */
function releasedFlags(home: string): string[] {
  return expandReleasedFlags("$HOME").map((flag) => flag.replace("$HOME", () => home));
}

/** The environment of such a process: that of `options`, and where Deno has its packages. */
export function commandEnvironment({ home, env = {} }: CommandOptions): Record<string, string> {
  const all = {
    PATH: Deno.env.get("PATH"),
    HOME: home,
    DENO_DIR,
    DENO_NO_UPDATE_CHECK: "1",
    ...env,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The text of a task of deno.json. */
export function readTask(name: string): string {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${PROJECT}/deno.json`));
  return tasks[name];
}

const DENO_DIR = readDenoDir();

function readDenoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
