/**
 * Adaptive Guidebook: hands a coding agent the team's guidelines that are relevant to the files
 * it has just changed, once.
 *
 *     Code change → relevant guidelines → agent context → next inference
 *
 * The path of a payload: here → `lib/cli/hook.ts` → `lib/agent/codex/protocol.ts` (payload → edit) →
 * `lib/search/search.ts` (edit → guidelines) → `lib/presentation/text.ts` (guidelines → text) →
 * `lib/agent/codex/protocol.ts` (text → response). `lib/cli/ports.ts` connects the search to the disk,
 * to git and to SQLite; every agent has such a folder in `lib/agent/`.
 *
 * @module
 */
import { beginPhase } from "./lib/deadline.ts";
import { sayLines } from "./lib/cli/deliver.ts";
import { run as runHook } from "./lib/cli/hook.ts";
import type { Io } from "./lib/cli/io.ts";
import type { ExitCode } from "./lib/exit_code.ts";
import { escapeHidden } from "./lib/hidden_characters.ts";

type Command = (args: string[], io: Io) => Promise<ExitCode>;
type Loader = () => { run: Command } | Promise<{ run: Command }>;

/** The name of a command. */
export type CommandName =
  | "hook"
  | "search"
  | "check"
  | "presentations"
  | "forget"
  | "test"
  | "explain"
  | "new"
  | "install"
  | "doctor"
  | "help";

/**
 * Every command; `lib/cli/help_texts.ts` describes each. All but the hook are loaded on demand, so that
 * the hook does not pay for them.
 */
export const COMMANDS: Record<CommandName, Loader> = {
  hook: () => ({ run: runHook }),
  search: () => import("./lib/cli/search.ts"),
  check: () => import("./lib/cli/check.ts"),
  presentations: () => import("./lib/cli/presentations.ts"),
  forget: () => import("./lib/cli/forget.ts"),
  test: () => import("./lib/cli/test.ts"),
  explain: () => import("./lib/cli/explain.ts"),
  new: () => import("./lib/cli/new.ts"),
  install: () => import("./lib/cli/install.ts"),
  doctor: () => import("./lib/cli/doctor.ts"),
  help: () => import("./lib/cli/help.ts"),
};

/** Runs the command line `args` and returns its exit code; the one place that maps errors to it. */
export async function run(args: string[], world: Io): Promise<ExitCode> {
  // Paths, ids and git's own words come from others: none of them may control a terminal.
  const io: Io = { ...world, say: (...lines) => world.say(...lines.map(escapeHidden)) };
  const [name = "", ...rest] = args;
  const load: Loader | undefined = Object.hasOwn(COMMANDS, name)
    ? COMMANDS[name as CommandName]
    : undefined;
  try {
    const asksForHelp = load && name !== "help" &&
      rest.some((arg) => arg === "--help" || arg === "-h");
    const command = await (load && !asksForHelp ? load : COMMANDS.help)();
    return await command.run(asksForHelp ? [name] : load ? rest : args, io);
  } catch (error) {
    const { reportError } = await import("./lib/cli/error.ts");
    if (name !== "hook") return reportError(error, name, io);
    // Nor does the hook wait where nobody reads how it is called.
    const lines: string[] = [];
    const code = reportError(error, name, { ...io, say: (...more) => lines.push(...more) });
    await sayLines(lines.map(escapeHidden), io, beginPhase(500));
    return code;
  }
}

function realIo(): Io {
  const environment = (name: string) => {
    try {
      return Deno.env.get(name);
    } catch {
      return undefined;
    }
  };
  return {
    stdin: Deno.stdin,
    stdout: Deno.stdout,
    stderr: Deno.stderr,
    say: (...lines) => {
      try {
        Deno.stderr.writeSync(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
      } catch {
        // Nobody listens.
      }
    },
    // The launcher gives Deno another HOME, where no ~/.npmrc can keep it from starting.
    env: (name) => name === "HOME" && environment("ADAPTIVE_GUIDEBOOK_HOME") || environment(name),
    // `deno task` changes to the project's folder; INIT_CWD is where it was called.
    callerFolder: () =>
      Deno.cwd() === import.meta.dirname ? environment("INIT_CWD") ?? Deno.cwd() : Deno.cwd(),
    programFolder: import.meta.dirname ?? "/",
    now: () => new Date(),
  };
}

// Not awaited: a late interrupt of V8 would leave the module unfinished, with exit code 1.
if (import.meta.main) run(Deno.args, realIo()).then((code) => Deno.exit(code));
