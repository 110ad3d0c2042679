/** `adaptive-guidebook help`, `--help` and `--version`. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { type Io, UsageError, writeStdout } from "./io.ts";
import { VERSION } from "../version.ts";

interface CommandHelp {
  usage: string;
  summary: string;
  details: string;
}

const LOCATIONS =
  `  --guidebook DIR  A folder that holds guidelines; may be repeated. Default: the folders of
                   ADAPTIVE_GUIDEBOOK_ROOT, else ~/.adaptive-guidebook/guidebook
  --db FILE        The database of what was shown. Default: ADAPTIVE_GUIDEBOOK_DB, else
                   ~/.adaptive-guidebook/adaptive-guidebook.db`;

const OWN_LOCATIONS = LOCATIONS.replace(
  "else ~/.adaptive-guidebook/guidebook",
  `else those that the installed hook names, else
                   ~/.adaptive-guidebook/guidebook`,
);

const FOLDERS =
  `  DIR               A folder that holds guidelines, or one guideline.yaml. Default: the folders of
                    ADAPTIVE_GUIDEBOOK_ROOT, else those that the installed hook names, else
                    ~/.adaptive-guidebook/guidebook
  --guidebook DIR   The same as DIR; may be repeated`;

const COMMANDS: Record<string, CommandHelp> = {
  hook: {
    usage: "hook codex|claude-code [OPTION]…",
    summary: "Answer an agent's hook: payload on stdin, response on stdout",
    details: `${LOCATIONS}
  --context-limit LENGTH
                   Longest text for the agent; what does not fit is shown next. 0 for no limit.
                   Default: what the agent takes whole (Codex: 10000 bytes; Claude Code: 10000
                   characters, those beyond U+FFFF twice)
  --deadline MS    How long the hook may take as a whole. Default: 2000
  --no-transcript  Do not look into the agent's transcript for what the model still has
  --timings        Say on stderr where the milliseconds go

The agent calls this after each edit. It always exits with 0, whatever goes wrong, and says on
stderr what it was; only wrong usage is 64. ADAPTIVE_GUIDEBOOK=off turns it off.`,
  },
  search: {
    usage: "search [--guidebook DIR]… [--db FILE] [--dry-run]",
    summary: "Search guidelines: SearchRequest on stdin, SearchResponse on stdout",
    details: `${OWN_LOCATIONS}
  --dry-run        Record nothing

Request:  {"sessionId": "…", "filepaths": ["/absolute/path", …]}
Response: [{"id": "…", "content": "…"}, …]`,
  },
  check: {
    usage: "check [DIR]… [--guidebook DIR]… [--format FORMAT] [--repository DIR]",
    summary: "Check the guidelines under each folder",
    details: `${FOLDERS}
  --format FORMAT   text (default), json, github (workflow commands) or sarif (2.1.0)
  --repository DIR  Hold paths and languages against the files of this repository, too

Exits with 1 when there is an error: a guideline that is not loaded, or that cannot do what it says.
Warnings and hints are shown, and exit with 0.`,
  },
  test: {
    usage: "test [DIR]… [--guidebook DIR]… [--update]",
    summary: "Run the examples of guidelines, and golden fixtures",
    details: `${FOLDERS}
  --update          Write what happens as the new expectation of each fixture that differs

Below each folder, every guideline.yaml runs its examples, and every folder that holds a
1.input.json is a golden fixture. One without a guidebook/ of its own is run with the guidelines
under test. Exits with 1 when something failed, or when there was nothing to run.`,
  },
  explain: {
    usage:
      "explain FILE… [--session ID] [--all] [--format text|json] [--guidebook DIR]… [--db FILE]",
    summary: "Tell which guidelines an edit of the files would bring, and why or why not",
    details: `  --session ID     What this session was shown already counts as presented
  --all            List what did not match or apply, too, each with its reason
  --format FORMAT  text (default) or json
${OWN_LOCATIONS}

It reads, and changes nothing.`,
  },
  new: {
    usage: "new ID [--guidebook DIR] [--force]",
    summary: "Write a guideline to fill in",
    details:
      `  --guidebook DIR  Default: the first folder of ADAPTIVE_GUIDEBOOK_ROOT, else the first one that
                   the installed hook names, else ~/.adaptive-guidebook/guidebook
  --force          Write over a guideline of this id

Writes DIR/ID/guideline.yaml, after Deno has asked for access to that folder. Without access it is
printed on stdout.`,
  },
  presentations: {
    usage: "presentations [--session ID] [--format text|json] [--db FILE]",
    summary: "List what was shown to which session, and when",
    details: "A session ID/* stands for the session and its sub-agents.",
  },
  forget: {
    usage: "forget --session ID [--guideline ID] [--db FILE]",
    summary: "Show guidelines to a session once more",
    details:
      `Without --guideline: all that the session holds. A session ID/* stands for the session and its
sub-agents.`,
  },
  install: {
    usage: "install codex|claude-code [--user|--project] [--guidebook DIR]… [--remove] [--print]",
    summary: "Put the hook into the agent's hook file, or take it out",
    details:
      `  --user           For all that you do: ~/.codex/hooks.json or ~/.claude/settings.json, or in
                   the folder of CODEX_HOME or CLAUDE_CONFIG_DIR (default)
  --project        For all who work in this repository, with the guidelines of its guidebook/:
                   .codex/hooks.json in its root, or .claude/settings.json in this folder
  --guidebook DIR  A folder that holds guidelines; may be repeated. Not with --project or --remove
  --remove         Take the hook out of the file; all else stays as it is
  --print          Only print the file as it would be, on stdout. Save it as another file first: with
                   "> FILE" of the hook file itself the shell empties it before it is read

It shows what changes, and writes after Deno has asked for access to that one file; without access
the file is printed on stdout, and the exit code is 1. What is there stays where it is. Codex runs a
new hook only when you have reviewed and trusted it: start codex.`,
  },
  doctor: {
    usage: "doctor [--format text|json] [--guidebook DIR]… [--db FILE]",
    summary: "Tell whether the hook really works here, and what is in the way",
    details: `  --format FORMAT  text (default) or json
${LOCATIONS}
                   Without options what the agents' hook files name comes first

It looks at git, Deno and its permissions, the guidebook, the database, the hook files of Codex and
Claude Code for the user and for this folder, and what Codex has been told to trust. Then it sends a
trial payload through the hook, after Deno has asked for it; only a command that this program would
write itself is ever started. Exits with 1 when there is a problem.`,
  },
  help: {
    usage: "help [COMMAND]",
    summary: "Show this, or a command's options",
    details: "",
  },
};

const EXIT_CODES =
  "Exit codes: 0 done, 1 check, test or doctor found something, or install wrote nothing,\n" +
  "64 wrong usage, 65 malformed request, 66 input missing, 70 a bug";

/** Prints the help of the command that `args` name, or of all. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const [first, ...rest] = args;
  if (first === "--version" || first === "-V") {
    await writeStdout(io.stdout, `adaptive-guidebook ${VERSION}\n`);
    return EXIT.done;
  }
  const asked = first === "--help" || first === "-h" || first === undefined ? rest[0] : first;
  if (asked !== undefined && !Object.hasOwn(COMMANDS, asked)) {
    throw unknownCommand(asked);
  }
  if (args.length === 0) {
    // Called as `adaptive-guidebook` or `adaptive-guidebook help`.
    await writeStdout(io.stdout, `${overview()}\n`);
    return EXIT.done;
  }
  await writeStdout(io.stdout, `${asked === undefined ? overview() : commandHelp(asked)}\n`);
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
      : { word, candidates: [...Object.keys(COMMANDS), "--version", "--help"] },
  );
}

/** How `command` is called; of all of them where it is none. */
export function usageOf(command: string): string {
  const help = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  return help
    ? `usage: adaptive-guidebook ${help.usage}`
    : Object.values(COMMANDS).map(({ usage }, i) =>
      `${i === 0 ? "usage:" : "      "} adaptive-guidebook ${usage}`
    ).join("\n");
}

function overview(): string {
  const commands = Object.entries(COMMANDS)
    .map(([name, { summary }]) => `  ${name.padEnd(15)}${summary}`).join("\n");
  return `Hands a coding agent the guidelines relevant to its latest edit, once.

usage: adaptive-guidebook COMMAND [OPTION]…

${commands}

adaptive-guidebook help COMMAND tells more. --version prints the release.
${EXIT_CODES}`;
}

function commandHelp(name: string): string {
  const { usage, summary, details } = COMMANDS[name]!;
  return [`usage: adaptive-guidebook ${usage}`, summary, details].filter(Boolean).join("\n\n");
}
