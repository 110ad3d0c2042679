/** `adaptive-guidebook help`, `--help` and `--version`. */
import type { CommandName } from "../../main.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { VERSION } from "../version.ts";
import { wrapText } from "../words.ts";
import { HELP } from "./help_texts.ts";
import { type Io, UsageError } from "./io.ts";
import { printText } from "./print.ts";

/** Columns of the narrowest usual terminal. */
const WIDTH = 80;
/** Options up to this length have their text beside them, longer ones below. */
const OPTION_WIDTH = 16;

const EXIT_CODES =
  "Exit codes: 0 done, 1 check, test or doctor found something, or install or new wrote nothing, " +
  "64 wrong usage, 65 malformed request, 66 missing input, 70 a bug";

/** Prints the help of the command that `args` name, or of all. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const [first, ...rest] = args;
  if (first === "--version" || first === "-V") {
    await printText(io.stdout, `adaptive-guidebook ${VERSION}`);
    return EXIT.done;
  }
  const name = first === "--help" || first === "-h" ? rest[0] : first;
  if (name !== undefined && !isCommand(name)) throw unknownCommand(name);
  await printText(io.stdout, name === undefined ? renderOverview() : renderHelp(name));
  return EXIT.done;
}

function unknownCommand(word: string): UsageError {
  const state = /^--(?:allow|deny)-/.test(word)
    ? "permissions are given by the launcher"
    : "unknown";
  const isVersion = /^(?:-v|-{0,2}version)$/i.test(word);
  return new UsageError(
    `Cannot run command "${word}": ${state}`,
    isVersion
      ? { word: "--version", candidates: ["--version"] }
      : { word, candidates: [...Object.keys(HELP), "--version", "--help"] },
  );
}

/** Whether there is a command of this name. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(HELP, name);
}

/** How `command` is called, at most 80 columns wide. */
export function renderUsage(command: CommandName): string {
  const head = "usage: adaptive-guidebook ";
  const { usage } = HELP[command];
  // An option stays on one line with its value.
  const joined = usage.replace(/\[[^\]]*\]/g, (option) => option.replaceAll(" ", "\u00a0"));
  const indent = " ".repeat(head.length + command.length + 1);
  return wrapText(`${head}${joined}`, WIDTH, indent).replaceAll("\u00a0", " ");
}

function renderOverview(): string {
  const names = Object.keys(HELP) as CommandName[];
  return [
    "Hands a coding agent the guidelines relevant to its latest edit, once.",
    "usage: adaptive-guidebook COMMAND [OPTION]…",
    names.map((name) => `  ${name.padEnd(15)}${HELP[name].summary}`).join("\n"),
    "adaptive-guidebook help COMMAND shows its options. --version prints the release.\n" +
    wrapText(EXIT_CODES, WIDTH),
  ].join("\n\n");
}

function renderHelp(name: CommandName): string {
  const { summary, options = {}, notes = [] } = HELP[name];
  return [
    renderUsage(name),
    summary,
    Object.entries(options).map(([option, text]) => renderOption(option, text)).join("\n"),
    ...notes.map((note) => note.includes("\n") ? note : wrapText(note, WIDTH)),
  ].filter(Boolean).join("\n\n");
}

function renderOption(option: string, text: string): string {
  const indent = " ".repeat(OPTION_WIDTH + 4);
  const described = wrapText(indent + text, WIDTH, indent);
  return option.length > OPTION_WIDTH
    ? `  ${option}\n${described}`
    : `  ${option.padEnd(OPTION_WIDTH)}${described.slice(OPTION_WIDTH + 2)}`;
}
