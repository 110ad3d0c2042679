/** Whether Deno grants what the program needs, and no more. Pure. */
import { type Finding, ok, problem, warning } from "./finding.ts";

/**
 * The variables that the released permissions let the program read, beside those of the agents; a test
 * compares all of them with deno.json.
 */
export const OWN_VARIABLES = [
  "HOME",
  "PATH",
  "XDG_CONFIG_HOME",
  "INIT_CWD",
  "NO_COLOR",
  "ADAPTIVE_GUIDEBOOK",
  "ADAPTIVE_GUIDEBOOK_CACHE",
  "ADAPTIVE_GUIDEBOOK_DB",
  "ADAPTIVE_GUIDEBOOK_HOME",
  "ADAPTIVE_GUIDEBOOK_ROOT",
];

/** Whether Deno grants each; undefined without a data folder. */
export interface PermissionFacts {
  readAll: boolean;
  writeData: boolean | undefined;
  writeGuidebook: boolean | undefined;
  writeAll: boolean;
  runGit: boolean;
  runAll: boolean;
  /** Variables that may not be read, but should be. */
  unreadVariables: readonly string[];
  envAll: boolean;
  net: boolean;
  ffi: boolean;
  sys: boolean;
}

const AS_RELEASED =
  "Start the program by its launcher, or by the task of its deno.json: they grant exactly what is needed";

/** Findings about the permissions that the running process has. */
export function checkPermissions(facts: PermissionFacts): Finding[] {
  const missing = [
    ...(facts.readAll ? [] : ["--allow-read"]),
    ...(facts.writeData === false ? ["--allow-write for the data folder"] : []),
    ...(facts.runGit ? [] : ["--allow-run=git"]),
    ...(facts.unreadVariables.length > 0 ? [`--allow-env=${facts.unreadVariables.join(",")}`] : []),
  ];
  const more = [
    ...(facts.writeAll ? ["--allow-write"] : []),
    // A permission to write everything includes it.
    ...(facts.writeGuidebook && !facts.writeAll ? ["--allow-write for the default guidebook"] : []),
    ...(facts.runAll ? ["--allow-run"] : []),
    ...(facts.envAll ? ["--allow-env"] : []),
    ...(facts.net ? ["--allow-net"] : []),
    ...(facts.ffi ? ["--allow-ffi"] : []),
    ...(facts.sys ? ["--allow-sys"] : []),
  ];
  if (missing.length + more.length === 0) {
    return [ok("permissions", "The permissions are the released ones")];
  }
  return [
    ...(missing.length > 0
      ? [problem(
        "permission-missing",
        `Missing permissions: ${missing.join(", ")}`,
        AS_RELEASED,
      )]
      : []),
    ...(more.length > 0
      ? [warning(
        "permission-more",
        `More permissions than needed: ${more.join(", ")}`,
        AS_RELEASED,
      )]
      : []),
  ];
}
