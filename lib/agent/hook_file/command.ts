/** The command of this program in an agent's hook file: written, and read back. Pure. */
import { AGENT_NAMES, type AgentName } from "../agents.ts";
import { fileName, isAbsolutePath } from "../../path.ts";
import { quoteShellWord, readShellWords } from "../../shell.ts";

/** The parts of such a command. */
export interface HookCommand {
  /** The shell words that call the program. */
  call: string;
  agent: AgentName;
  /** Absolute paths; empty for the default. */
  guidebooks: string[];
  /** For every member of a team: then neither `call` nor `guidebooks` are written. */
  project: boolean;
}

/** The launcher of an installation without `--prefix`, relative to the home folder. */
export const SHARED_LAUNCHER = ".local/bin/adaptive-guidebook";

/** The command as a POSIX shell runs it. */
export function renderHookCommand({ call, agent, guidebooks, project }: HookCommand): string {
  if (project) {
    return `"$HOME/${SHARED_LAUNCHER}" hook ${agent} ` +
      '--guidebook "$(git rev-parse --show-toplevel)/guidebook"';
  }
  return [
    ...[call, "hook", agent],
    ...guidebooks.flatMap((path) => ["--guidebook", quoteShellWord(path)]),
  ].join(" ");
}

/**
 * The command that `text` is, where it is one of {@linkcode renderHookCommand} for `call`, byte for
 * byte. Any other command of a hook file may be harmful, and must not be run.
 */
export function readHookCommand(text: string, call: string): HookCommand | undefined {
  for (const agent of AGENT_NAMES) {
    const shared: HookCommand = { call, agent, guidebooks: [], project: true };
    if (renderHookCommand(shared) === text) return shared;
    const start = renderHookCommand({ ...shared, project: false });
    if (!text.startsWith(start)) continue;
    const words = readShellWords(text.slice(start.length)) ?? [];
    const guidebooks = words.filter((_, i) => i % 2 === 1);
    const command: HookCommand = { call, agent, guidebooks, project: false };
    if (guidebooks.every(isAbsolutePath) && renderHookCommand(command) === text) return command;
  }
  return undefined;
}

/**
 * Whether `text` calls the hook of this program for `agent`, however an older release or a
 * person wrote it: another prefix, from source, with variables in front. Conservative: it must be one
 * simple command whose program is `adaptive-guidebook`, or `deno task` with the task of that name.
 */
export function isOurCommand(text: string, agent: AgentName): boolean {
  const words = readShellWords(text);
  if (words === undefined) return false;
  const [program = "", ...args] = withoutPrefixes(words);
  const name = fileName(program);
  if (name === "adaptive-guidebook") return startsHook(args, agent);
  const isDeno = name === "deno" ||
    name === "npx" && args.some((arg) => /^deno(?:@[\d.]+)?$/.test(arg));
  if (!isDeno) return false;
  const task = args.indexOf("task");
  const at = args.indexOf("adaptive-guidebook", task + 1);
  const isTask = task >= 0 && args.slice(0, task).every((arg) => /^(?:-|deno(?:@|$))/.test(arg)) &&
    // Options of `deno task` come before the name of the task.
    args.slice(task + 1, at).every((arg, i, all) => arg.startsWith("-") || /^-/.test(all[i - 1]!));
  return at > 0 && isTask && startsHook(args.slice(at + 1), agent);
}

/** The options of a command of ours, with their values, as its words. */
export function optionsOf(text: string, agent: AgentName): string[] {
  const words = readShellWords(text) ?? [];
  const at = words.findIndex((word, i) => word === agent && words[i - 1] === "hook");
  return at < 0 ? [] : words.slice(at + 1);
}

function startsHook(args: string[], agent: AgentName): boolean {
  return args[0] === "hook" && args[1] === agent;
}

/** The words from the program on, without variables, `exec` and `env` before it. */
export function withoutPrefixes(words: string[]): string[] {
  const start = words.findIndex((word) =>
    !/^(?:exec|(?:\/usr)?(?:\/bin\/)?env|\w+=.*)$/s.test(word)
  );
  return start < 0 ? [] : words.slice(start);
}
