/** What a person wants `install` to do, and where. */
import { AGENT_NAMES, type AgentName } from "../agent/agents.ts";
import { AGENT_TITLES } from "./advice.ts";
import { hookFilePath, type HookScope } from "../agent/hook_file/path.ts";
import { parentPath, resolvePath } from "../path.ts";
import { type Io, MissingInputError, UsageError } from "../cli/io.ts";
import { parseArguments } from "../cli/options.ts";
import { isFile, isThere } from "../cli/path_kind.ts";

/** The command line of `install`. */
export interface Wish {
  agent: AgentName;
  scope: HookScope;
  /** Absolute. */
  guidebooks: string[];
  printOnly: boolean;
  remove: boolean;
}

/** Reads the command line. */
export function readWish(args: string[], io: Io): Wish {
  const { options, operands } = parseArguments(args, {
    user: "flag",
    project: "flag",
    guidebook: "values",
    print: "flag",
    remove: "flag",
  });
  if (options.user && options.project) {
    throw new UsageError("Cannot take --user and --project together");
  }
  if (options.project && options.guidebook.length > 0) {
    throw new UsageError(
      "Cannot take --guidebook with --project: its command names guidebook/ in the repository",
    );
  }
  if (options.remove && options.guidebook.length > 0) {
    throw new UsageError(
      "Cannot take --guidebook with --remove: the hook is taken out whatever it names",
    );
  }
  const guidebooks = options.guidebook.map((path) => resolvePath(io.callerFolder(), path));
  for (const path of guidebooks.filter(isFile)) {
    throw new MissingInputError(
      `Cannot take "${path}" for a guidebook: it is a file; name the folder of your guidelines`,
    );
  }
  return {
    agent: readAgent(operands),
    scope: options.project ? "project" : "user",
    guidebooks,
    printOnly: options.print,
    remove: options.remove,
  };
}

function readAgent(operands: string[]): AgentName {
  const [first = "", ...more] = operands;
  const agents = `agents are ${AGENT_NAMES.join(", ")}`;
  if (operands.length === 0) throw new UsageError(`Cannot install: no agent is named; ${agents}`);
  const agent = AGENT_NAMES.find((name) => name === first);
  if (!agent) throw new UsageError(`Cannot install for "${first}": ${agents}`);
  if (more.length > 0) {
    throw new UsageError(
      `Cannot install for "${operands.join(" ")}": call it once for each agent`,
    );
  }
  return agent;
}

/** The hook file that is meant; `repository` is the root of the one that the person works in. */
export function findHookFile(
  { agent, scope }: Wish,
  repository: string | undefined,
  io: Io,
): string {
  if (scope === "project" && repository === undefined) {
    throw new MissingInputError(
      `Cannot find the project: "${io.callerFolder()}" is in no git repository; ` +
        "go into one with cd, or make one with git init",
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

/** The nearest folder from `folder` upwards that has `.git`, as the hook has it. */
export function findRepository(folder: string): string | undefined {
  for (let path = folder;; path = parentPath(path)) {
    if (isThere(`${path === "/" ? "" : path}/.git`)) return path;
    if (path === "/") return undefined;
  }
}
