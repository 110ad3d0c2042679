/** `adaptive-guidebook install AGENT`: puts the hook into the agent's hook file, or takes it out. */
import { AGENT_TITLES } from "../install/advice.ts";
import { addHook, removeHook } from "../install/change.ts";
import { renderHookCommand, SHARED_LAUNCHER } from "../agent/hook_file/command.ts";
import { HOOK_FILE_LIMIT } from "../agent/hook_file/read.ts";
import type { HookScope } from "../agent/hook_file/path.ts";
import type { JsonProblem } from "../agent/hook_file/json_text.ts";
import { renderDiagnostic } from "../diagnostic.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { renderLineDiff } from "../line_diff.ts";
import { parentPath } from "../path.ts";
import { quoteShellWord } from "../shell.ts";
import { findHookFile, findRepository, readWish, type Wish } from "../install/options.ts";
import type { Io } from "./io.ts";
import { resolveLocations } from "./locations.ts";
import { isFolder, isThere } from "./path_kind.ts";
import { printVerbatim } from "./print.ts";
import { primeGuidebook } from "./prime_guidebook.ts";
import { findProgram, type Program } from "./program.ts";
import {
  askToWrite,
  CHANGED,
  decodeText,
  readTextFile,
  type TextFile,
  writeTextFile,
} from "../install/text_file.ts";

/** Runs the command; `find` tells how the running program is called. */
export async function run(
  args: string[],
  io: Io,
  find: (io: Io) => Program | undefined = findProgram,
): Promise<ExitCode> {
  const wish = readWish(args, io);
  const { agent, scope, printOnly } = wish;
  const { say } = io;
  const program = find(io);
  if (!program && !wish.remove) {
    say("error: Cannot name a command for the hook: this copy of the program is not installed");
    say(
      "help: Run `deno task install` in a clone of Adaptive Guidebook, then call what it installs",
    );
    return EXIT.missing;
  }
  const repository = findRepository(io.callerFolder());
  const path = findHookFile(wish, repository, io);
  const file = readTextFile(path, HOOK_FILE_LIMIT);
  const refuse = (state: string, help: string) => {
    say(`Cannot change "${path}": ${state}`, `help: ${help}. Nothing was changed`);
    return EXIT.found;
  };
  if (typeof file === "string") return refuse(file, "Mend that first");
  const old = file.bytes && decodeText(file.bytes);
  if (file.bytes && old === undefined) return refuse("it is not UTF-8", "Mend that first");
  if (printOnly && isEmptied(file)) {
    say(`Cannot print "${path}": it is empty`, ...EMPTIED);
    return EXIT.found;
  }

  const target = { agent, scope, path, text: old };
  const change = wish.remove
    ? removeHook(target, program?.call)
    : addHook(target, commandOf(wish, program!));
  if ("problem" in change) {
    say(...renderProblem(change.problem, path, old ?? "").split("\n"), "Nothing was changed");
    return EXIT.found;
  }
  if (!wish.remove) {
    warnOfMissing(
      wish,
      {
        program: program!,
        repository,
        folderMissing: file.folderMissing,
      },
      say,
      io,
    );
  }
  say(...change.warnings);
  const end = change.complete ? EXIT.done : EXIT.found;
  if (!change.changed && !(printOnly && file.bytes)) {
    say(change.settled, ...wish.remove ? [] : change.next);
    return end;
  }
  if (file.path !== path) say(`"${path}" is really "${file.path}"`);
  if (file.bytes || !printOnly) {
    say(`${file.bytes ? "In" : "As"} "${file.path}":`);
    say(...renderLineDiff(linesOf(old ?? ""), linesOf(change.text)).split("\n"));
  }
  if (printOnly) {
    say("Nothing was written: this is the file as it would be");
    await printVerbatim(io.stdout, change.text);
    return end;
  }
  if (io.stdin.isTerminal() && program?.kind !== "compiled") {
    say(
      "Deno asks now for access to that file alone: y writes it, n prints the text on stdout",
      "(the --allow-write that it names is no option of this program)",
    );
  }
  const failure = await write(program, file, change.text, scope);
  if (failure === CHANGED) return refuse(failure, "Call install again");
  if (failure !== undefined) {
    say(`Cannot write "${file.path}": ${failure}. Nothing was changed`);
    if (isEmptied(file)) {
      say(...EMPTIED);
      return EXIT.found;
    }
    say(...adviseOnPrint(file, program));
    await printVerbatim(io.stdout, change.text);
    return EXIT.found;
  }
  say(`Wrote "${file.path}"`, ...change.next);
  if (!wish.remove) await primeGuidebook(wish.guidebooks, io);
  return end;
}

/** Whether it may be a shell's `>` that has emptied the file just now, with all hooks of others. */
function isEmptied({ bytes }: TextFile): boolean {
  return bytes?.length === 0;
}

const EMPTIED = [
  'help: If this command ends with "> FILE" of that very file, your shell has emptied it, and what',
  "      was in it is gone: take it from a copy, and print into another file. If it always was",
  "      empty, remove it, and print once more",
];

/** What a person can do who has the file on stdout only. */
function adviseOnPrint({ path, folderMissing }: TextFile, program: Program | undefined): string[] {
  const folder = folderMissing ? ` (after: mkdir -p ${quoteShellWord(parentPath(path))})` : "";
  return [
    `help: Save what stands on stdout as that file yourself${folder}`,
    ...program?.kind === "compiled"
      ? []
      : ["      or run this on a terminal, and answer Deno's question with y"],
  ];
}

function commandOf({ agent, guidebooks, scope }: Wish, { call }: Program): string {
  return renderHookCommand({ call, agent, guidebooks, project: scope === "project" });
}

/** Writes the file by the person's leave; a text says why that cannot be. */
async function write(
  program: Program | undefined,
  file: TextFile,
  text: string,
  scope: HookScope,
): Promise<string | undefined> {
  if (program?.kind === "compiled") return "a compiled program asks for no access";
  if (!await askToWrite(file)) return "access was not given";
  return writeTextFile(file, text, scope === "user" ? 0o700 : 0o777);
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
  for (const root of roots.filter((root) => !isFolder(root))) {
    say(`warning: There is no guidebook at "${root}" yet`);
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
