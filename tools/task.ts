/** Shared by the tasks that people run: options, paths, errors. */
import { type Io, UsageError } from "../lib/cli/io.ts";
import { type OptionSpec, parseArguments, type ParsedArguments } from "../lib/cli/options.ts";
import { EXIT, type ExitCode } from "../lib/exit_code.ts";
import { escapeHidden } from "../lib/hidden_characters.ts";
import { isAbsolutePath, resolvePath } from "../lib/path.ts";
import { requireDeno } from "./deno_version.ts";

/** The parts of {@linkcode Io} that such a task needs. */
export type TaskIo = Pick<Io, "env" | "say">;

/** Runs a task and returns its exit code; prints an error on one line. */
export async function runTask(
  { usage, verb }: { usage: string; verb: string },
  work: (args: string[], io: TaskIo) => Promise<void>,
): Promise<ExitCode> {
  requireDeno(verb);
  const io: TaskIo = { env: (name) => Deno.env.get(name), say: (text) => console.error(text) };
  try {
    if (Deno.build.os === "windows") {
      throw new Error("Windows is not supported");
    }
    await work(Deno.args, io);
    return EXIT.done;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) {
      io.say(`error: ${escapeHidden(message)}`);
      io.say(`usage: ${usage}`);
      return EXIT.usage;
    }
    const [head = "", ...help] = message.split("\nhelp: ");
    io.say(`error: ${/^Cannot /.test(head) ? "" : `Cannot ${verb}: `}${escapeHidden(head)}`);
    for (const line of help) io.say(`help: ${escapeHidden(line)}`);
    return EXIT.found;
  }
}

/**
 * The options of a task without operands.
 * @throws {UsageError} for operands and for invalid options.
 */
export function parseOptions<const Spec extends OptionSpec>(
  args: readonly string[],
  spec: Spec,
): ParsedArguments<Spec>["options"] {
  const { options, operands } = parseArguments(args, spec);
  if (operands.length > 0) throw new UsageError(`Unexpected argument "${operands[0]}"`);
  return options;
}

/** Resolves a path that was given to a task: the task itself runs in the project's folder. */
export function fromCaller(path: string, io: TaskIo): string {
  return resolvePath(io.env("INIT_CWD") ?? Deno.cwd(), path);
}

/**
 * The prefix of an installation: `--prefix`, else `~/.local`.
 * @throws {UsageError} when neither is known.
 */
export function resolvePrefix(prefix: string | undefined, io: TaskIo): string {
  if (prefix !== undefined) return fromCaller(prefix, io);
  return resolvePath("/", `${requireHome(io, "--prefix DIR")}/.local`);
}

/**
 * The home folder.
 * @throws {UsageError} when it is not known; `instead` is the alternative to suggest.
 */
export function requireHome(io: TaskIo, instead: string): string {
  const home = io.env("HOME") ?? "";
  if (isAbsolutePath(home)) return home;
  const state = home === "" ? "not set" : "not an absolute path";
  throw new UsageError(`Cannot find the home folder: HOME is ${state}; give ${instead}`);
}
