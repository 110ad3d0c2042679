/** `adaptive-guidebook doctor`: is it really working here? Writes only the guidebook's cache. */
import { checkAgents } from "../doctor/agent_check.ts";
import { checkDatabase } from "../doctor/database_check.ts";
import { ok } from "../doctor/finding.ts";
import { checkRoots } from "../doctor/guidebook_check.ts";
import { checkPermissions } from "../doctor/permission_check.ts";
import { checkDeno, checkGit, checkProgram } from "../doctor/program_check.ts";
import { FORMATS, renderFindings, summarize } from "../doctor/report.ts";
import { checkVariables } from "../doctor/variable_check.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { findRepositoryRoot } from "../repository/locate.ts";
import { lookAtAgents } from "../doctor/inspect/agents.ts";
import { sendCanaries } from "../doctor/inspect/trial.ts";
import { findNamedLocations } from "../doctor/inspect/named_locations.ts";
import { lookAtDatabase, lookAtRoot } from "../doctor/inspect/storage.ts";
import {
  lookAtDeno,
  lookAtGit,
  lookAtPermissions,
  lookAtProgram,
} from "../doctor/inspect/environment.ts";
import { type Io, UsageError } from "./io.ts";
import { dataFolder } from "./locations.ts";
import { parseArguments } from "./options.ts";
import { isFolder } from "./path_kind.ts";
import { primeGuidebook } from "./prime_guidebook.ts";
import { printText } from "./print.ts";

/** Runs the command; {@linkcode EXIT.found} where there is a problem. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    format: "value",
    guidebook: "values",
    db: "value",
  });
  const format = FORMATS.find((format) => format === (options.format ?? "text"));
  if (operands.length > 0) throw new UsageError(`Cannot take operand "${operands[0]}"`);
  if (!format) {
    throw new UsageError(`Cannot print as "${options.format}": formats are ${FORMATS.join(", ")}`);
  }
  const folder = io.callerFolder();
  const root = findRepositoryRoot(folder) ?? folder;
  const git = await lookAtGit(io);
  const program = lookAtProgram(io);
  const agents = await lookAtAgents({ folder, root }, program?.call, io);
  const named = findNamedLocations(options, agents, root, io);
  const database = lookAtDatabase(named.database, named.databaseOrigin, io);
  const roots = await Promise.all(named.roots.map(lookAtRoot));

  const findings = [
    ...checkGit(git),
    ...checkDeno(lookAtDeno()),
    ...checkProgram(program),
    ...checkPermissions(lookAtPermissions(io, git)),
    ...checkVariables({
      home: io.env("HOME"),
      state: io.env("ADAPTIVE_GUIDEBOOK"),
      relative: named.notices.map(({ message }) => message),
    }),
    ...checkRoots(roots),
    ...checkDatabase(database),
    ...checkAgents(agents),
    ok(
      "shell-edits",
      "Hooks see edits by the agent's own tools, and none through the shell (sed -i, cat > file)",
    ),
    ...await sendCanaries({
      agents,
      program,
      root,
      io,
      roots: roots.filter(({ content }) => content).map(({ path }) => path),
      database: lookAtDatabase(named.hookDatabase, named.databaseOrigin, io),
    }),
  ];
  await printText(io.stdout, renderFindings(findings, format));
  io.say(summarize(findings));
  if (isFolder(dataFolder(io) ?? "")) await primeGuidebook(options.guidebook, io);
  return findings.some(({ status }) => status === "problem") ? EXIT.found : EXIT.done;
}
