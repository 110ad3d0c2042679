/** Looks at what the hook stands on: git, Deno, the program, the permissions. */
import { readShellWords } from "../../shell.ts";
import { isLinearEngineOn } from "../../pattern/regex_engine.ts";
import { isAbsolutePath } from "../../path.ts";
import { type PermissionFacts, READ_VARIABLES } from "../permission_check.ts";
import type { DenoFacts, GitFacts, ProgramFacts } from "../program_check.ts";
import { gitEnvironment } from "../../repository/git.ts";
import type { Io } from "../../cli/io.ts";
import { dataFolder } from "../../cli/locations.ts";
import { findProgram, LAUNCHER, LIBRARY } from "../../cli/program.ts";

/** Milliseconds that git gets to tell its version. */
const PATIENCE = 2000;

/** Runs `git --version` in the environment that the hook gives it. */
export async function lookAtGit(io: Io): Promise<GitFacts> {
  if (findExecutable("git", io.callerFolder(), io) === undefined) return { trouble: "missing" };
  // Else Deno would ask the person, and the hook has nobody to ask.
  if (!isGranted({ name: "run", command: "git" })) return { trouble: "refused" };
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["--version"],
      clearEnv: true,
      env: gitEnvironment(io.env),
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal: patience,
    }).output();
    if (patience.aborted) return { trouble: "late" };
    const [version = ""] = new TextDecoder().decode(stdout).split("\n");
    return success && version !== "" ? { version } : { trouble: "failed" };
  } catch (error) {
    return { trouble: error instanceof Deno.errors.NotFound ? "missing" : "failed" };
  }
}

/** What Deno and V8 say of themselves. */
export function lookAtDeno(): DenoFacts {
  return { version: Deno.version.deno, linear: isLinearEngineOn() };
}

/** The running program, as a hook file names it. */
export function lookAtProgram(io: Io): ProgramFacts | undefined {
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
export function lookAtPermissions(io: Io, git: GitFacts): PermissionFacts {
  // Deno looks for git when it starts, and grants nothing for what is not there.
  const isMissing = "trouble" in git && git.trouble === "missing";
  const data = dataFolder(io);
  return {
    readAll: isGranted({ name: "read" }),
    writeData: data === undefined ? undefined : isGranted({ name: "write", path: data }),
    writeGuidebook: data === undefined
      ? undefined
      : isGranted({ name: "write", path: `${data}/guidebook` }),
    writeAll: isGranted({ name: "write" }),
    runGit: isMissing || isGranted({ name: "run", command: "git" }),
    runAll: isGranted({ name: "run" }),
    unreadVariables: READ_VARIABLES.filter((variable) => !isGranted({ name: "env", variable })),
    envAll: isGranted({ name: "env" }),
    net: isGranted({ name: "net" }),
    ffi: isGranted({ name: "ffi" }),
    sys: isGranted({ name: "sys" }),
  };
}

/** Whether Deno grants it now, without a question to anybody. */
export function isGranted(descriptor: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(descriptor).state === "granted";
}

/** Whether somebody may start the file. */
export function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/** The program that a shell starts for `word`; undefined where there is none. */
export function findExecutable(word: string, folder: string, io: Io): string | undefined {
  const home = io.env("HOME") ?? "";
  const name = word.replace(/^(?:\$HOME|\$\{HOME\}|~)(?=\/)/, () => home);
  const places = name.includes("/")
    ? [isAbsolutePath(name) ? name : `${folder}/${name}`]
    : (io.env("PATH") ?? "").split(":").map((place) => `${place === "" ? folder : place}/${name}`);
  return places.find(isExecutable);
}

/** The Deno that a launcher starts: the folder in its library that it names as its runtime. */
function readLauncher(path: string): { path: string; executable: boolean } | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch {
    // Then it cannot be executed either.
    return undefined;
  }
  const [line] = /^runtime=.*$/m.exec(text) ?? [];
  const [word = ""] = readShellWords(line ?? "") ?? [];
  const runtime = word.slice("runtime=".length);
  if (runtime === "") return undefined;
  const deno = `${path.slice(0, -LAUNCHER.length)}${LIBRARY}/${runtime}/deno`;
  return { path: deno, executable: isExecutable(deno) };
}
