/** `adaptive-guidebook doctor`: does the hook work here? Writes only the guidebook's cache. */
import { checkAgents } from "../doctor/agent_check.ts";
import { checkDatabase } from "../doctor/database_check.ts";
import { checkRoots } from "../doctor/guidebook_check.ts";
import { checkPermissions } from "../doctor/permission_check.ts";
import { checkDeno, checkGit, checkProgram } from "../doctor/program_check.ts";
import { FORMATS, renderFindings, summarize } from "../doctor/report.ts";
import { checkVariables } from "../doctor/variable_check.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { findRepositoryRoot } from "../repository/locate.ts";
import { inspectAgents } from "../doctor/inspect/agents.ts";
import { runTrials } from "../doctor/inspect/trial.ts";
import { findNamedLocations } from "../doctor/inspect/named_locations.ts";
import { inspectDatabase, inspectRoot } from "../doctor/inspect/storage.ts";
import {
  inspectDeno,
  inspectGit,
  inspectPermissions,
  inspectProgram,
} from "../doctor/inspect/environment.ts";
import { type Io, UsageError } from "./io.ts";
import { dataFolder } from "./locations.ts";
import { parseArguments } from "./options.ts";
import { isFolder } from "./path_kind.ts";
import { primeGuidebook } from "./prime_guidebook.ts";
import { parseFormat, printText } from "./print.ts";

/** Runs the command; {@linkcode EXIT.found} where there is a problem. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    format: "value",
    guidebook: "values",
    db: "value",
  });
  if (operands.length > 0) throw new UsageError(`Cannot take operand "${operands[0]}"`);
  const format = parseFormat(options.format, FORMATS);
  const folder = io.callerFolder();
  const repository = findRepositoryRoot(folder);
  const root = repository ?? folder;
  const git = await inspectGit(io);
  const program = inspectProgram(io);
  const agents = await inspectAgents({ folder, repository, env: io.env }, program?.call);
  const named = findNamedLocations(options, agents, root, io);
  const database = inspectDatabase(named.database, named.databaseOrigin, io);
  const roots = await Promise.all(named.roots.map(inspectRoot));

  const findings = [
    ...checkGit(git),
    ...checkDeno(inspectDeno()),
    ...checkProgram(program),
    ...checkPermissions(await inspectPermissions(io, git)),
    ...checkVariables({
      home: io.env("HOME"),
      state: io.env("ADAPTIVE_GUIDEBOOK"),
      relative: named.notices.map(({ message }) => message),
    }),
    ...checkRoots(roots),
    ...checkDatabase(database),
    ...checkAgents(agents),
    ...await runTrials({
      agents,
      program,
      root,
      io,
      roots: roots.filter(({ content }) => content).map(({ path }) => path),
      database: inspectDatabase(named.hookDatabase, named.databaseOrigin, io),
    }),
  ];
  await printText(io.stdout, renderFindings(findings, format));
  io.say(summarize(findings));
  if (isFolder(dataFolder(io) ?? "")) await primeGuidebook(options.guidebook, io);
  return findings.some(({ status }) => status === "problem") ? EXIT.found : EXIT.done;
}
