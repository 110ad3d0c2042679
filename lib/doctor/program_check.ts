/** Whether git, Deno and the program itself are what the hook needs. Pure. */
import { type Finding, ok, problem, warning } from "./finding.ts";

/** The release of Deno that the tests run with. */
export const TESTED_DENO = "2.9.6";

/** The answer to `git --version`, or why there is none. */
export type GitFacts =
  | { version: string }
  | { failure: "missing" | "timeout" | "refused" | "failed" };

/** The running Deno. */
export interface DenoFacts {
  version: string;
  /** Whether V8's linear engine is on. */
  linear: boolean;
}

/** The running program, and whether it can be started. */
export interface ProgramFacts {
  kind: "installed" | "source" | "compiled";
  path: string;
  call: string;
  /** Whether `path` may be started; undefined for a checkout, which has nothing to start. */
  executable: boolean | undefined;
  /** The Deno that the launcher names, and whether it may be started. */
  deno: { path: string; executable: boolean } | undefined;
}

const GIT_FAILURES = {
  missing: "it is not on the PATH",
  timeout: "it does not answer",
  failed: "it ends with an error",
};

/** Findings about git. */
export function checkGit(git: GitFacts): Finding[] {
  if ("version" in git) {
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(git.version) ?? []).map(Number);
    return major > 0 && (major < 2 || major === 2 && minor < 31)
      ? [warning(
        "git",
        `${git.version} is older than 2.31, so changes made through the shell and by MCP tools are ` +
          "not seen",
        "Install a newer git on the PATH that the agent is started with",
      )]
      : [ok("git", `${git.version} answers`)];
  }
  // A finding about the permissions says so.
  if (git.failure === "refused") return [];
  return [problem(
    "git",
    `Cannot run git: ${GIT_FAILURES[git.failure]}. Guidelines that name repositories do not apply`,
    git.failure === "missing"
      ? "Install git, or put its folder on the PATH that the agent is started with"
      : "Run: git --version",
  )];
}

/** Findings about Deno and V8. */
export function checkDeno({ version, linear }: DenoFacts): Finding[] {
  return [
    version === TESTED_DENO ? ok("deno", `Deno ${version}`) : warning(
      "deno",
      `Deno ${version} is not the release that this program was tested with, ${TESTED_DENO}`,
      `Run: npm install --global deno@${TESTED_DENO}`,
    ),
    linear ? ok("v8-flags", "V8 evaluates patterns in linear time") : warning(
      "v8-flags",
      "V8's flags for linear time are not set, so slow patterns may time out",
      "Start the program by its launcher, or by the task of its deno.json, which set them",
    ),
  ];
}

/** Findings about the program that runs; undefined for a bundle that nothing has installed. */
export function checkProgram(program: ProgramFacts | undefined): Finding[] {
  if (!program) {
    return [warning(
      "program",
      "A hook file cannot name this program: it is not installed",
      "Run in a checkout: deno task install",
    )];
  }
  const { kind, path, call, executable, deno } = program;
  if (executable === false) {
    return [problem(
      "launcher",
      `Cannot start "${path}": it is not executable`,
      "Run in a checkout: deno task install",
    )];
  }
  if (deno && !deno.executable) {
    return [problem(
      "launcher",
      `Cannot start "${deno.path}": the launcher "${path}" names it, and it is not executable`,
      "Run in a checkout, with a Deno of your own: deno task install",
    )];
  }
  const where = { installed: "Installed", source: "Run from source", compiled: "Compiled" }[kind];
  return [ok("program", `${where}; hook files call it as: ${call}`)];
}
