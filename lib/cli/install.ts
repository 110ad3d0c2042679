/** `adaptive-guidebook install AGENT`: adds the hook to the agent's hook file, or removes it. */
import { titleOf } from "../agent/agents.ts";
import { loadSetup } from "../agent/setups.ts";
import { renderHookCommand } from "../agent/hook_file/command.ts";
import type { JsonProblem } from "../agent/hook_file/json_text.ts";
import { HOOK_FILE_LIMIT } from "../agent/hook_file/read.ts";
import type { AgentSetup, Workplace } from "../agent/setup.ts";
import { renderDiagnostic } from "../diagnostic.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { addHook, type HookFileChange, removeHook } from "../install/change.ts";
import { createReader } from "../install/disk/hook_files.ts";
import {
  askToWrite,
  decodeText,
  readTextFile,
  type TextFile,
  type WriteFailure,
  writeTextFile,
} from "../install/disk/text_file.ts";
import { findHookFile, type InstallOptions, parseInstallArguments } from "../install/options.ts";
import { escapeJson } from "../json.ts";
import { renderLineDiff } from "../line_diff.ts";
import { findRepositoryRoot } from "../repository/locate.ts";
import type { Io } from "./io.ts";
import { findMissing } from "./install/missing.ts";
import { adviseOnPrint, EMPTIED, isEmptied } from "./install/print_advice.ts";
import { printVerbatim } from "./print.ts";
import { primeGuidebook } from "./prime_guidebook.ts";
import { findProgram, type Program } from "./program.ts";

/** One run of the command. */
interface Installing {
  options: InstallOptions;
  setup: AgentSetup;
  workplace: Workplace;
  /** Undefined for a bundle that nothing has installed. */
  program: Program | undefined;
  /** The path of the hook file, as the agent names it. */
  path: string;
  io: Io;
  say(...lines: string[]): void;
}

/** A hook file that can be changed. */
interface ReadFile {
  file: TextFile;
  text: string | undefined;
}

/** Runs the command; `find` finds out how the running program is called. */
export async function run(
  args: string[],
  io: Io,
  find: (io: Io) => Program | undefined = findProgram,
): Promise<ExitCode> {
  const options = parseInstallArguments(args, io);
  const { say } = io;
  const program = find(io);
  if (!program && !options.remove) {
    say(
      "error: Cannot name a command for the hook: this copy of the program is not installed",
      "help: Run `deno task install` in a clone of Adaptive Guidebook, then call what it installs",
    );
    return EXIT.missing;
  }
  const folder = io.callerFolder();
  const workplace = { folder, repository: findRepositoryRoot(folder), env: io.env };
  const setup = await loadSetup(options.agent);
  const path = findHookFile(options.scope, setup, workplace);
  const installing = { options, setup, workplace, program, path, io, say };

  const read = readFile(installing);
  if (!read) return EXIT.found;
  const change = await planChange(installing, read);
  if (!change) return EXIT.found;
  const end = change.complete ? EXIT.done : EXIT.found;
  if (!change.changed && !(options.printOnly && read.file.bytes)) {
    say(change.unchanged, ...options.remove ? [] : change.next);
    return end;
  }
  showChange(installing, read, change);
  if (options.printOnly) {
    say("Nothing was written: this is the file as it would be");
    await printVerbatim(io.stdout, escapeJson(change.text));
    return end;
  }
  return await writeChange(installing, read.file, change) ? end : EXIT.found;
}

/** Reads the hook file; undefined where it cannot be changed, which is said. */
function readFile({ options, path, say }: Installing): ReadFile | undefined {
  const refuse = (state: string) => {
    say(`Cannot change "${path}": ${state}`, "help: Fix that first. Nothing was changed");
    return undefined;
  };
  const file = readTextFile(path, HOOK_FILE_LIMIT);
  if (typeof file === "string") return refuse(file);
  const text = file.bytes && decodeText(file.bytes);
  if (file.bytes && text === undefined) return refuse("it is not UTF-8");
  if (options.printOnly && isEmptied(file)) {
    say(`Cannot print "${path}": it is empty`, ...EMPTIED);
    return undefined;
  }
  return { file, text };
}

/** The change of the file, with what is to be known before it; undefined where it is refused. */
async function planChange(
  installing: Installing,
  { file, text }: ReadFile,
): Promise<HookFileChange | undefined> {
  const { options, setup, workplace, program, path, io, say } = installing;
  const { scope, remove } = options;
  const target = { setup, scope, path, text };
  const change = remove
    ? removeHook(target, program?.call)
    : addHook(target, commandOf(options, program!), options.coverage);
  const problem = "problem" in change
    ? change.problem
    : await findFault(setup, text ?? "", createReader(workplace), say);
  if ("problem" in change || problem) {
    say(...renderProblem(problem!, path, text ?? "").split("\n"), "Nothing was changed");
    return undefined;
  }
  if (!remove) {
    say(...findMissing({ options, workplace, program: program!, io, ...file }));
  }
  say(...change.warnings);
  return change;
}

/** Why the agent rejects the whole file; where that is not certain, it is only said. */
async function findFault(
  setup: AgentSetup,
  text: string,
  reader: Parameters<AgentSetup["findFault"]>[1],
  say: Installing["say"],
): Promise<JsonProblem | undefined> {
  const fault = await setup.findFault(text, reader);
  if (!fault) return undefined;
  const title = titleOf(setup.name);
  if (fault.certain) {
    return {
      code: "rejected-hooks",
      message: `Invalid for ${title}: ${fault.message}`,
      at: fault.at,
      help: `Fix it first: ${title} rejects the whole file, and runs no hook of it`,
    };
  }
  say(`warning: ${title} may reject the whole file, line ${fault.at.line}: ${fault.message}`);
  return undefined;
}

function showChange(
  { options, path, say }: Installing,
  { file, text = "" }: ReadFile,
  change: HookFileChange,
): void {
  if (file.path !== path) say(`"${path}" is a link to "${file.path}"`);
  if (!file.bytes && options.printOnly) return;
  say(`${file.bytes ? "In" : "As"} "${file.path}":`);
  say(...renderLineDiff(linesOf(text), linesOf(change.text)).split("\n"));
}

/** Whether the file was written; otherwise it is printed, so that the person can write it. */
async function writeChange(
  { options, program, path, io, say }: Installing,
  file: TextFile,
  change: HookFileChange,
): Promise<boolean> {
  if (io.stdin.isTerminal() && program?.kind !== "compiled") {
    say(
      `Deno asks now for access to ${file.bytes ? "that file" : "its folder"} alone: ` +
        "y writes the file, n prints the text on stdout",
      "(the --allow-write that it names is not an option of this program)",
    );
  }
  const failure = await write(program, file, change.text, options.scope === "user" ? 0o700 : 0o777);
  if (!failure) {
    say(`Wrote "${file.path}"`, ...change.next);
    if (!options.remove) await primeGuidebook(options.guidebooks, io);
    return true;
  }
  const { reason, state } = failure;
  if (state === "stale") {
    say(`Cannot change "${path}": ${reason}`, "help: Run install again. Nothing was changed");
    return false;
  }
  say(
    `Cannot write "${file.path}": ${reason}. ` +
      (state === "unchanged" ? "Nothing was changed" : "It may be damaged now"),
  );
  if (isEmptied(file)) {
    say(...EMPTIED);
    return false;
  }
  say(...adviseOnPrint(file, program?.kind));
  await printVerbatim(io.stdout, escapeJson(change.text));
  return false;
}

/** Writes the file where the person allows it. */
async function write(
  program: Program | undefined,
  file: TextFile,
  text: string,
  folderMode: number,
): Promise<WriteFailure | undefined> {
  const refuse = (reason: string): WriteFailure => ({ reason, state: "unchanged" });
  if (program?.kind === "compiled") return refuse("a compiled program cannot ask for access");
  if (!await askToWrite(file)) return refuse("access was not granted");
  return writeTextFile(file, text, folderMode);
}

function commandOf({ agent, guidebooks, scope }: InstallOptions, { call }: Program): string {
  return renderHookCommand({ call, agent, guidebooks, project: scope === "project" });
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
