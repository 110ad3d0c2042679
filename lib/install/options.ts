/** The command line of `install`, and the file that it means. */
import { AGENT_NAMES, type AgentName, isAgentName, titleOf } from "../agent/agents.ts";
import type { AgentSetup, HookCoverage, HookScope, Workplace } from "../agent/setup.ts";
import { type Io, MissingInputError, UsageError } from "../cli/io.ts";
import { parseArguments } from "../cli/options.ts";
import { isFile } from "../cli/path_kind.ts";
import { resolvePath } from "../path.ts";

/** What a person asked `install` to do. */
export interface InstallOptions {
  agent: AgentName;
  scope: HookScope;
  /** Absolute. */
  guidebooks: string[];
  coverage: HookCoverage;
  printOnly: boolean;
  remove: boolean;
}

/**
 * Reads the command line.
 * @throws {UsageError} when it is wrong.
 * @throws {MissingInputError} when a guidebook is not a folder.
 */
export function parseInstallArguments(args: string[], io: Io): InstallOptions {
  const { options, operands } = parseArguments(args, {
    user: "flag",
    project: "flag",
    guidebook: "values",
    "no-shell": "flag",
    print: "flag",
    remove: "flag",
  });
  if (options.user && options.project) {
    throw new UsageError("Cannot combine --user and --project");
  }
  if (options.project && options.guidebook.length > 0) {
    throw new UsageError(
      "Cannot combine --guidebook and --project: its command names guidebook/ in the repository",
    );
  }
  if (options.remove && options.guidebook.length > 0) {
    throw new UsageError(
      "Cannot combine --guidebook and --remove: the hook is removed whatever it names",
    );
  }
  if (options.remove && options["no-shell"]) {
    throw new UsageError("Cannot combine --no-shell and --remove: all entries are removed");
  }
  const guidebooks = options.guidebook.map((path) => resolvePath(io.callerFolder(), path));
  for (const path of guidebooks.filter(isFile)) {
    throw new MissingInputError(
      `Cannot use "${path}" as a guidebook: it is a file; name the folder of your guidelines`,
    );
  }
  return {
    agent: parseAgent(operands),
    scope: options.project ? "project" : "user",
    guidebooks,
    coverage: options["no-shell"] ? "edits" : "changes",
    printOnly: options.print,
    remove: options.remove,
  };
}

function parseAgent(operands: string[]): AgentName {
  const [first = "", ...more] = operands;
  const agents = `agents are ${AGENT_NAMES.join(", ")}`;
  if (operands.length === 0) throw new UsageError(`Cannot install: no agent is named; ${agents}`);
  if (!isAgentName(first)) throw new UsageError(`Cannot install for "${first}": ${agents}`);
  if (more.length > 0) {
    throw new UsageError(
      `Cannot install for "${operands.join(" ")}": call it once for each agent`,
    );
  }
  return first;
}

/**
 * The path of the hook file that is meant.
 * @throws {MissingInputError} when there is no project, or nothing says where the file is.
 */
export function findHookFile(
  scope: HookScope,
  setup: AgentSetup,
  workplace: Workplace,
): string {
  const { folder, repository, env } = workplace;
  if (scope === "project" && repository === undefined) {
    throw new MissingInputError(
      `Cannot find the project: "${folder}" is not in a git repository; ` +
        "go into one with cd, or create one with git init",
    );
  }
  const path = setup.hookFilePath(scope, workplace);
  if (path !== undefined) return path;
  const [variable = "HOME"] = setup.variables;
  const named = env(variable) !== undefined ? variable : "HOME";
  throw new MissingInputError(
    `Cannot find the hook file of ${titleOf(setup.name)}: ${named} is not an absolute path`,
  );
}
