/** Inspects what the hook depends on: git, Deno, the program, the permissions. */
import { loadSetups } from "../../agent/setups.ts";
import { findExecutable, isExecutable } from "../../cli/executable.ts";
import { readShellWords } from "../../shell.ts";
import { isLinearEngineOn } from "../../pattern/regex_engine.ts";
import { OWN_VARIABLES, type PermissionFacts } from "../permission_check.ts";
import type { DenoFacts, GitFacts, ProgramFacts } from "../program_check.ts";
import { askVersion } from "../../repository/git.ts";
import type { Io } from "../../cli/io.ts";
import { dataFolder } from "../../cli/locations.ts";
import { findProgram, LAUNCHER, LIBRARY } from "../../cli/program.ts";

/** In milliseconds. */
const GIT_TIMEOUT = 2000;

/** Runs `git --version` in the environment that the hook gives it. */
export async function inspectGit(io: Io): Promise<GitFacts> {
  if (findExecutable("git", io.callerFolder(), io) === undefined) return { failure: "missing" };
  // Otherwise Deno would ask the person, which the hook cannot.
  if (!isGranted({ name: "run", command: "git" })) return { failure: "refused" };
  const timeout = AbortSignal.timeout(GIT_TIMEOUT);
  const version = await askVersion(io.env, timeout);
  if (typeof version === "string") return { version };
  return {
    failure: timeout.aborted ? "timeout" : version.failure === "missing" ? "missing" : "failed",
  };
}

/** The running Deno and its V8. */
export function inspectDeno(): DenoFacts {
  return { version: Deno.version.deno, linear: isLinearEngineOn() };
}

/** The running program, as a hook file calls it. */
export function inspectProgram(io: Io): ProgramFacts | undefined {
  const program = findProgram(io);
  if (!program) return undefined;
  const { kind, path } = program;
  return {
    ...program,
    executable: kind === "source" ? undefined : isExecutable(path),
    deno: kind === "installed" ? readLauncher(path) : undefined,
  };
}

/** What Deno grants to the running process. */
export async function inspectPermissions(io: Io, git: GitFacts): Promise<PermissionFacts> {
  // Deno looks for git when it starts, and grants nothing where it is missing.
  const isMissing = "failure" in git && git.failure === "missing";
  const data = dataFolder(io);
  const setups = await loadSetups();
  const variables = [...OWN_VARIABLES, ...setups.flatMap(({ variables }) => variables)];
  return {
    readAll: isGranted({ name: "read" }),
    writeData: data === undefined ? undefined : isGranted({ name: "write", path: data }),
    writeGuidebook: data === undefined
      ? undefined
      : isGranted({ name: "write", path: `${data}/guidebook` }),
    writeAll: isGranted({ name: "write" }),
    runGit: isMissing || isGranted({ name: "run", command: "git" }),
    runAll: isGranted({ name: "run" }),
    unreadVariables: variables.filter((variable) => !isGranted({ name: "env", variable })),
    envAll: isGranted({ name: "env" }),
    net: isGranted({ name: "net" }),
    ffi: isGranted({ name: "ffi" }),
    sys: isGranted({ name: "sys" }),
  };
}

/** Whether Deno grants it now, without asking anybody. */
export function isGranted(descriptor: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(descriptor).state === "granted";
}

/** The Deno that a launcher starts, in the folder of its library that it names as its runtime. */
function readLauncher(path: string): { path: string; executable: boolean } | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch {
    // It cannot be executed either.
    return undefined;
  }
  const [line] = /^runtime=.*$/m.exec(text) ?? [];
  const [word = ""] = readShellWords(line ?? "") ?? [];
  const runtime = word.slice("runtime=".length);
  if (runtime === "") return undefined;
  const deno = `${path.slice(0, -LAUNCHER.length)}${LIBRARY}/${runtime}/deno`;
  return { path: deno, executable: isExecutable(deno) };
}
