/** What the tasks that people run have in common: their options, their paths, how they fail. */
import { type Io, UsageError } from "../lib/cli/io.ts";
import { type OptionSpec, parseArguments, type ParsedArguments } from "../lib/cli/options.ts";
import { EXIT, type ExitCode } from "../lib/exit_code.ts";
import { escapeHidden } from "../lib/hidden_characters.ts";
import { isAbsolutePath, resolvePath } from "../lib/path.ts";
import { requireDeno } from "./deno_version.ts";

/** The part of the world that such a task asks. */
export type TaskIo = Pick<Io, "env" | "say">;

/** Runs a task to its exit code; what fails is told in one line. */
export async function runTask(
  { usage, verb }: { usage: string; verb: string },
  work: (args: string[], io: TaskIo) => Promise<void>,
): Promise<ExitCode> {
  requireDeno(verb);
  const io: TaskIo = { env: (name) => Deno.env.get(name), say: (text) => console.error(text) };
  try {
    if (Deno.build.os === "windows") {
      throw new Error("Cannot work on Windows: it was not tried yet");
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
 * The options of a task, which takes nothing else.
 * @throws {UsageError} for anything else, and for options that are wrong.
 */
export function parseOptions<const Spec extends OptionSpec>(
  args: readonly string[],
  spec: Spec,
): ParsedArguments<Spec>["options"] {
  const { options, operands } = parseArguments(args, spec);
  if (operands.length > 0) throw new UsageError(`Cannot take "${operands[0]}": it is no option`);
  return options;
}

/** A path that a person gave to a task, absolute: a task runs in the project's folder. */
export function fromCaller(path: string, io: TaskIo): string {
  return resolvePath(io.env("INIT_CWD") ?? Deno.cwd(), path);
}

/**
 * The prefix of an installation: what `--prefix` says, else `~/.local`.
 * @throws {UsageError} when there is neither.
 */
export function resolvePrefix(prefix: string | undefined, io: TaskIo): string {
  if (prefix !== undefined) return fromCaller(prefix, io);
  return resolvePath("/", `${requireHome(io, "--prefix DIR")}/.local`);
}

/**
 * The home folder.
 * @throws {UsageError} when it is not known; `instead` is what the person can give.
 */
export function requireHome(io: TaskIo, instead: string): string {
  const home = io.env("HOME") ?? "";
  if (isAbsolutePath(home)) return home;
  const state = home === "" ? "not set" : "not an absolute path";
  throw new UsageError(`Cannot find the home folder: HOME is ${state}; give ${instead}`);
}
