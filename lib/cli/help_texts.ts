/** What `help` says about each command; main.ts has the names. Pure. */
import type { CommandName } from "../../main.ts";
import { AGENT_NAMES } from "../agent/agents.ts";
import { joinWords } from "../words.ts";

/** The help of one command, unwrapped. */
export interface CommandHelp {
  /** What follows the program's name. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /** By the option as it is written, such as `--format FORMAT`. */
  options?: Record<string, string>;
  /** Paragraphs. */
  notes?: string[];
}

const AGENT = `AGENT is ${joinWords(AGENT_NAMES, "or")}.`;

const GUIDEBOOK = "--guidebook DIR";
const DEFAULT_GUIDEBOOK = "~/.adaptive-guidebook/guidebook";
const INSTALLED_GUIDEBOOK =
  `the folders of ADAPTIVE_GUIDEBOOK_ROOT, else those that the installed hook names, else ${DEFAULT_GUIDEBOOK}`;

const DATABASE = {
  "--db FILE":
    "The database of what was shown. Default: ADAPTIVE_GUIDEBOOK_DB, else ~/.adaptive-guidebook/adaptive-guidebook.db",
};

const LOCATIONS = {
  [GUIDEBOOK]:
    `A folder that holds guidelines; may be repeated. Default: the folders of ADAPTIVE_GUIDEBOOK_ROOT, else ${DEFAULT_GUIDEBOOK}`,
  ...DATABASE,
};

const INSTALLED_LOCATIONS = {
  [GUIDEBOOK]: `A folder that holds guidelines; may be repeated. Default: ${INSTALLED_GUIDEBOOK}`,
  ...DATABASE,
};

const FOLDERS = {
  "DIR": `A folder that holds guidelines, or one guideline.yaml. Default: ${INSTALLED_GUIDEBOOK}`,
  [GUIDEBOOK]: "The same as DIR; may be repeated",
};

const TEXT_OR_JSON = { "--format FORMAT": "text (default) or json" };

const SUB_AGENTS = "A session ID/* means the session and its sub-agents.";

/** In the order of the overview. */
export const HELP: Record<CommandName, CommandHelp> = {
  hook: {
    usage: "hook AGENT [OPTION]…",
    summary: "Answer an agent's hook: payload on stdin, response on stdout",
    options: {
      ...LOCATIONS,
      "--context-limit LENGTH":
        "Longest text for the agent; what does not fit is shown next. 0 for no limit. Default: the longest text that the agent takes whole",
      "--deadline MS": "Time limit for the answer. Default: 2000",
      "--no-transcript": "Do not read the agent's transcript to learn what the model still has",
      "--timings": "Print on stderr where the milliseconds go",
    },
    notes: [
      AGENT,
      "The agent calls this after each edit and command. It always exits with 0, whatever goes " +
      "wrong, and prints the reason on stderr; only wrong usage exits with 64. " +
      "ADAPTIVE_GUIDEBOOK=off turns it off.",
    ],
  },
  search: {
    usage: "search [--guidebook DIR]… [--db FILE] [--dry-run]",
    summary: "Search guidelines: request on stdin, response on stdout",
    options: { ...INSTALLED_LOCATIONS, "--dry-run": "Record nothing" },
    notes: [
      'Request:  {"sessionId": "…", "filepaths": ["/absolute/path", …]}\n' +
      'Response: [{"id": "…", "content": "…"}, …]',
    ],
  },
  check: {
    usage: "check [DIR]… [--guidebook DIR]… [--format FORMAT] [--repository DIR]",
    summary: "Check the guidelines in each folder",
    options: {
      ...FOLDERS,
      "--format FORMAT": "text (default), json, github (workflow commands) or sarif (2.1.0)",
      "--repository DIR": "Also check scopes against this repository's files",
    },
    notes: [
      "Exits with 1 when there is an error: a guideline that is not loaded, or that cannot do " +
      "what it says. Warnings and hints are shown and exit with 0.",
    ],
  },
  test: {
    usage: "test [DIR]… [--guidebook DIR]… [--update]",
    summary: "Run the examples of guidelines, and golden fixtures",
    options: {
      ...FOLDERS,
      "--update": "Write the actual outcome as the new expectation of each fixture that differs",
    },
    notes: [
      "In each folder, every guideline.yaml runs its examples, and every folder that holds a " +
      "1.input.json is a golden fixture. A fixture without its own guidebook/ runs with the " +
      "guidelines under test. Exits with 1 when something failed, or when there was nothing to " +
      "run.",
    ],
  },
  explain: {
    usage: "explain FILE… [--session ID] [--all] [--format FORMAT] [--guidebook DIR]… [--db FILE]",
    summary: "Show which guidelines an edit of each file would bring, and why",
    options: {
      "--session ID": "What this session was already shown counts as presented",
      "--all": "Also list what did not match or apply, each with its reason",
      ...TEXT_OR_JSON,
      ...INSTALLED_LOCATIONS,
    },
    notes: ["It only reads."],
  },
  new: {
    usage: "new ID [--guidebook DIR] [--force]",
    summary: "Write a guideline to fill in",
    options: {
      [GUIDEBOOK]:
        `Default: the first folder of ADAPTIVE_GUIDEBOOK_ROOT, else the first one that the installed hook names, else ${DEFAULT_GUIDEBOOK}`,
      "--force": "Overwrite the guideline that has this id",
    },
    notes: [
      "Writes DIR/ID/guideline.yaml, after Deno has asked for access to that folder. Without " +
      "access it is printed on stdout.",
    ],
  },
  presentations: {
    usage: "presentations [--session ID] [--format FORMAT] [--db FILE]",
    summary: "List what was shown to which session, and when",
    options: { "--session ID": "Only this session", ...TEXT_OR_JSON, ...DATABASE },
    notes: [SUB_AGENTS],
  },
  forget: {
    usage: "forget --session ID [--guideline ID] [--db FILE]",
    summary: "Show guidelines to a session once more",
    options: {
      "--session ID": "The session that they were shown to",
      "--guideline ID": "Only this guideline. Default: all that the session holds",
      ...DATABASE,
    },
    notes: [SUB_AGENTS],
  },
  install: {
    usage: "install AGENT [--user|--project] [--guidebook DIR]… [--no-shell] [--remove] [--print]",
    summary: "Add the hook to the agent's hook file, or remove it",
    options: {
      "--user": "For all your projects: the agent's hook file in your home folder (default)",
      "--project":
        "For everyone who works in this repository, with the guidelines of its guidebook/: the agent's hook file of the project",
      [GUIDEBOOK]:
        "A folder that holds guidelines; may be repeated. Not with --project or --remove",
      "--no-shell":
        "Call the hook after the agent's own edits only: changes made through the shell, by scripts and by MCP tools are not seen. Name it again at an upgrade. Not with --remove",
      "--remove": "Remove the hook; everything else stays as it is",
      "--print":
        'Only print the file as it would be, on stdout. Save it under another name first: with "> FILE" of the hook file itself the shell empties it before it is read',
    },
    notes: [
      AGENT,
      "It shows what changes, and writes after Deno has asked for access to that one file. " +
      "Without access the file is printed on stdout, and the exit code is 1. Existing content " +
      "stays where it is. An agent may run a new hook only after you have reviewed and trusted " +
      "it; the last lines say so.",
    ],
  },
  doctor: {
    usage: "doctor [--format FORMAT] [--guidebook DIR]… [--db FILE]",
    summary: "Check whether the hook works here, and if not, why",
    options: {
      ...TEXT_OR_JSON,
      ...LOCATIONS,
    },
    notes: [
      "Without options, what the agents' hook files name comes first.",
      "It examines git, Deno and its permissions, the guidebook, the database, the agents' hook " +
      "files for the user and for this folder, and which hooks are trusted. Then it sends a " +
      "trial payload through the hook, after Deno has asked for it; it only ever starts a command " +
      "that this program would write itself. Exits with 1 when there is a problem.",
    ],
  },
  help: {
    usage: "help [COMMAND]",
    summary: "Show this, or a command's options",
  },
};
