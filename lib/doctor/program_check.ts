/** Whether git, Deno and the program itself are what the hook needs. Pure. */
import { type Finding, ok, problem, warning } from "./finding.ts";

/** The release of Deno that the tests run with. */
export const TESTED_DENO = "2.9.6";

/** What git said to `git --version`, or why it said nothing. */
export type GitFacts = { version: string } | { trouble: "missing" | "late" | "refused" | "failed" };

/** What Deno says of itself. */
export interface DenoFacts {
  version: string;
  /** Whether V8's linear engine is on. */
  linear: boolean;
}

/** The running program, and whether it can be started again. */
export interface ProgramFacts {
  kind: "installed" | "source" | "compiled";
  path: string;
  call: string;
  /** Whether `path` may be started; undefined for a checkout, which has nothing to start. */
  executable: boolean | undefined;
  /** The Deno that the launcher names, and whether it may be started. */
  deno: { path: string; executable: boolean } | undefined;
}

const GIT_TROUBLES = {
  missing: "it is not on the PATH",
  late: "it does not answer",
  failed: "it ends with an error",
};

/** Findings about git. */
export function checkGit(git: GitFacts): Finding[] {
  if ("version" in git) return [ok("git", `${git.version} answers`)];
  // The permissions say so themselves.
  if (git.trouble === "refused") return [];
  return [problem(
    "git",
    `Cannot run git: ${GIT_TROUBLES[git.trouble]}. Guidelines that name repositories do not apply`,
    git.trouble === "missing"
      ? "Install git, or put its folder on the PATH that the agent is started with"
      : "Run: git --version",
  )];
}

/** Findings about Deno and V8. */
export function checkDeno({ version, linear }: DenoFacts): Finding[] {
  return [
    version === TESTED_DENO ? ok("deno", `Deno ${version}`) : warning(
      "deno",
      `Cannot vouch for Deno ${version}: this release was tested with ${TESTED_DENO}`,
      `Run: npm install --global deno@${TESTED_DENO}`,
    ),
    linear ? ok("v8-flags", "V8 evaluates patterns in linear time") : warning(
      "v8-flags",
      "Cannot evaluate patterns in linear time: V8's flags are not set, so slow patterns may be " +
        "given up",
      "Start the program by its launcher, or by the task of its deno.json, which set them",
    ),
  ];
}

/** Findings about the program that runs; undefined for a bundle that nothing has installed. */
export function checkProgram(program: ProgramFacts | undefined): Finding[] {
  if (!program) {
    return [warning(
      "program",
      "Cannot tell how this program is called from a hook file: nothing has installed it",
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
      "Run with the Deno that you have, in a checkout: deno task install",
    )];
  }
  const where = { installed: "Installed", source: "Run from source", compiled: "Compiled" }[kind];
  return [ok("program", `${where}; a hook file calls it by: ${call}`)];
}
