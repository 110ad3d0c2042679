/** `adaptive-guidebook install AGENT`: puts the hook into the agent's hook file. */
import { adviseOnFile, adviseOnTrust, AGENT_TITLES } from "../agent_setup/advice.ts";
import {
  AGENT_NAMES,
  type AgentName,
  renderHookCommand,
  SHARED_LAUNCHER,
} from "../agent_setup/hook_command.ts";
import { HOOK_FILE_LIMIT } from "../agent_setup/hook_file.ts";
import { hookFilePath, type HookScope } from "../agent_setup/hook_file_path.ts";
import type { JsonProblem } from "../agent_setup/json_text.ts";
import { mergeHooks } from "../agent_setup/merge_hooks.ts";
import { renderDiagnostic } from "../diagnostic.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { renderLineDiff } from "../line_diff.ts";
import { parentPath, resolvePath } from "../path.ts";
import { type Io, MissingInputError, UsageError, writeStdout } from "./io.ts";
import { resolveLocations } from "./locations.ts";
import { parseArguments } from "./options.ts";
import { isThere } from "./presence.ts";
import { findProgram, type Program } from "./program.ts";
import {
  askToWrite,
  CHANGED,
  decodeText,
  readTextFile,
  type TextFile,
  writeTextFile,
} from "./text_file.ts";

interface Wish {
  agent: AgentName;
  scope: HookScope;
  /** Absolute. */
  guidebooks: string[];
  printOnly: boolean;
}

/** Runs the command; `find` tells how the running program is called. */
export async function run(
  args: string[],
  io: Io,
  find: (io: Io) => Program | undefined = findProgram,
): Promise<ExitCode> {
  const wish = readWish(args, io);
  const { agent, scope } = wish;
  const say = (...lines: string[]) => lines.forEach((line) => io.say(escapeHidden(line)));
  const program = find(io);
  if (!program) {
    say("error: Cannot name a command for the hook: this copy of the program is not installed");
    say(
      "help: Run `deno task install` in a clone of Adaptive Guidebook, then call what it installs",
    );
    return EXIT.missing;
  }
  const repository = findRepository(io.callerFolder());
  const path = pathOf(wish, repository, io);
  const file = readTextFile(path, HOOK_FILE_LIMIT);
  const refuse = (state: string, help: string) => {
    say(`Cannot change "${path}": ${state}`, `help: ${help}. Nothing was changed`);
    return EXIT.found;
  };
  if (typeof file === "string") return refuse(file, "Mend that first");
  const old = file.bytes && decodeText(file.bytes);
  if (file.bytes && old === undefined) return refuse("it is not UTF-8", "Mend that first");

  const command = renderHookCommand({
    call: program.call,
    agent,
    guidebooks: wish.guidebooks,
    project: scope === "project",
  });
  const merged = mergeHooks(old, agent, command);
  if ("problem" in merged) {
    io.say(renderProblem(merged.problem, path, old ?? ""));
    say("Nothing was changed");
    return EXIT.found;
  }
  warnOfMissing(wish, { program, repository, folderMissing: file.folderMissing }, say, io);
  if (merged.disabled) {
    say(
      `warning: "disableAllHooks" is true in "${path}": Claude Code runs no hook until it is gone`,
    );
  }
  say(...adviseOnFile(merged, agent, command));
  const trust = adviseOnTrust(agent, scope, parentPath(parentPath(path)), merged.trustStays);

  if (!merged.changed && !wish.printOnly) {
    say(`Nothing to change: "${path}" has the hook`, ...trust);
    return EXIT.done;
  }
  if (file.path !== path) say(`"${path}" is really "${file.path}"`);
  if (file.bytes || !wish.printOnly) {
    say(`${file.bytes ? "In" : "As"} "${file.path}":`);
    say(...renderLineDiff(linesOf(old ?? ""), linesOf(merged.text)).split("\n"));
  }
  const print = async (reason: string) => {
    say(reason);
    await writeStdout(io.stdout, merged.text);
    return EXIT.done;
  };
  if (wish.printOnly) return await print("Nothing was written: this is the file as it would be");
  const failure = await write(program, file, merged.text, scope);
  if (failure === CHANGED) return refuse(failure, "Call install again");
  if (failure !== undefined) {
    const save = `Save what is printed there yourself. ${trust.join(" ")}`;
    return await print(`Cannot write it: ${failure}. ${save}`);
  }
  say(`Wrote "${file.path}"`, ...trust);
  return EXIT.done;
}

/** Writes the file by the person's leave; a text says why that cannot be. */
async function write(
  { kind }: Program,
  file: TextFile,
  text: string,
  scope: HookScope,
): Promise<string | undefined> {
  if (kind === "compiled") return "a compiled program asks for no access";
  if (!await askToWrite(file)) return "access was not given";
  return writeTextFile(file, text, scope === "user" ? 0o700 : 0o777);
}

function readWish(args: string[], io: Io): Wish {
  const { options, operands } = parseArguments(args, {
    user: "flag",
    project: "flag",
    guidebook: "values",
    print: "flag",
  });
  const agent = AGENT_NAMES.find((name) => name === operands[0]);
  if (!agent || operands.length > 1) {
    throw new UsageError(
      `Cannot install for "${operands.join(" ")}": agents are ${AGENT_NAMES.join(", ")}`,
    );
  }
  if (options.user && options.project) {
    throw new UsageError("Cannot take --user and --project together");
  }
  if (options.project && options.guidebook.length > 0) {
    throw new UsageError(
      "Cannot take --guidebook with --project: its command names guidebook/ in the repository",
    );
  }
  return {
    agent,
    scope: options.project ? "project" : "user",
    guidebooks: options.guidebook.map((path) => resolvePath(io.callerFolder(), path)),
    printOnly: options.print,
  };
}

function pathOf({ agent, scope }: Wish, repository: string | undefined, io: Io): string {
  if (scope === "project" && repository === undefined) {
    throw new MissingInputError(
      `Cannot find the project: "${io.callerFolder()}" is in no git repository`,
    );
  }
  const path = hookFilePath(agent, scope, {
    home: io.env("HOME"),
    codexHome: io.env("CODEX_HOME"),
    claudeConfigDir: io.env("CLAUDE_CONFIG_DIR"),
    projectFolder: agent === "codex" ? repository : io.callerFolder(),
  });
  if (path !== undefined) return path;
  const variable = agent === "codex" ? "CODEX_HOME" : "CLAUDE_CONFIG_DIR";
  const named = io.env(variable) !== undefined ? variable : "HOME";
  throw new MissingInputError(
    `Cannot find the hook file of ${AGENT_TITLES[agent]}: ${named} is not an absolute path`,
  );
}

/** Says what the hook will miss when the agent calls it. */
function warnOfMissing(
  { agent, scope, guidebooks }: Wish,
  { program, repository, folderMissing }: {
    program: Program;
    repository: string | undefined;
    folderMissing: boolean;
  },
  say: (line: string) => void,
  io: Io,
): void {
  const launcher = `${io.env("HOME") ?? ""}/${SHARED_LAUNCHER}`;
  if (scope === "project" && !isThere(launcher)) {
    say(
      `warning: "${launcher}" is not there: who works here needs it, so run \`deno task install\``,
    );
  } else if (scope === "user" && program.kind === "source") {
    say("hint: From source an edit takes longer: run `deno task install`, then install once more");
  }
  if (scope === "user" && folderMissing) {
    say(`warning: ${AGENT_TITLES[agent]} seems not to be installed: its folder is not there`);
  }
  const roots = scope === "project"
    ? [`${repository}/guidebook`]
    : resolveLocations({ guidebook: guidebooks, db: undefined }, io).roots.map(({ path }) => path);
  for (const root of roots.filter((root) => !isThere(root))) {
    say(`warning: There is no guidebook at "${root}" yet`);
  }
}

/** The nearest folder from `folder` upwards that has `.git`, as the hook has it. */
function findRepository(folder: string): string | undefined {
  for (let path = folder;; path = parentPath(path)) {
    if (isThere(`${path === "/" ? "" : path}/.git`)) return path;
    if (path === "/") return undefined;
  }
}

function renderProblem({ at, ...problem }: JsonProblem, file: string, text: string): string {
  return renderDiagnostic({ ...problem, severity: "error", file, at }, () => text);
}

/** For a person's eyes: one line each, tabs as blanks. */
function linesOf(text: string): string[] {
  return text === ""
    ? []
    : text.trimEnd().split(/\r?\n/).map((line) => line.replaceAll("\t", "  "));
}
