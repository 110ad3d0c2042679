/** Whether the environment variables let the hook work. Pure. */
import { isAbsolutePath } from "../path.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** The environment variables that matter. */
export interface VariableFacts {
  home: string | undefined;
  /** The value of ADAPTIVE_GUIDEBOOK. */
  state: string | undefined;
  /** Messages about values that are not absolute paths. */
  relative: readonly string[];
}

/** Findings about the environment that `doctor` was started in. */
export function checkVariables({ home, state, relative }: VariableFacts): Finding[] {
  return [
    ...checkHome(home),
    ...(state === "off"
      ? [problem(
        "switched-off",
        "The hook is switched off for agents that are started from here: ADAPTIVE_GUIDEBOOK is off",
        "Run: unset ADAPTIVE_GUIDEBOOK",
      )]
      : []),
    ...relative.map((message) =>
      problem("relative-path", message, "Use an absolute path and restart the agent")
    ),
  ];
}

function checkHome(home: string | undefined): Finding[] {
  if (home === undefined || !isAbsolutePath(home)) {
    return [problem(
      "home",
      home === undefined
        ? "Cannot find the data folder: HOME is not set"
        : `Cannot find the data folder: HOME "${home}" is not an absolute path`,
      "Set HOME to your home folder in the environment of the agent",
    )];
  }
  if (home.includes(",")) {
    return [problem(
      "home",
      `Cannot grant access to the data folder: HOME "${home}" has a comma, at which Deno splits paths`,
      "Set HOME to a path without a comma, such as a link to the folder",
    )];
  }
  return [ok("home", `HOME is ${home}`)];
}
