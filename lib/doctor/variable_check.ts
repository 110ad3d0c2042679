/** Whether the environment lets the hook work. Pure. */
import { isAbsolutePath } from "../path.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** What was found of the environment. */
export interface VariableFacts {
  home: string | undefined;
  /** The value of ADAPTIVE_GUIDEBOOK. */
  state: string | undefined;
  /** What `resolveLocations` could not take, for a person. */
  relative: readonly string[];
}

/** Findings about the environment that `doctor` was started in. */
export function checkVariables({ home, state, relative }: VariableFacts): Finding[] {
  return [
    ...checkHome(home),
    ...(state === "off"
      ? [problem(
        "switched-off",
        "Cannot answer any agent that is started from here: ADAPTIVE_GUIDEBOOK is off",
        "Run: unset ADAPTIVE_GUIDEBOOK",
      )]
      : []),
    ...relative.map((message) =>
      problem("relative-path", message, "Write the path from / on, and start the agent anew")
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
      "Set HOME to your home folder, where the agent is started",
    )];
  }
  if (home.includes(",")) {
    return [problem(
      "home",
      `Cannot give access to the data folder: HOME "${home}" has a comma, where Deno splits paths`,
      "Set HOME to a path without a comma, such as a link to the folder",
    )];
  }
  return [ok("home", `HOME is ${home}`)];
}
