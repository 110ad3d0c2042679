/** `adaptive-guidebook check`: tells the author of a guidebook what is wrong with it. */
import { checkGuidebook } from "../check/check.ts";
import { type Format, FORMATS, renderReport } from "../check/report.ts";
import { listRepository, type RepositoryFiles } from "../check/repository_check.ts";
import { NO_DEADLINE } from "../deadline.ts";
import type { Diagnostic, Severity } from "../diagnostic.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { isLinearEngineOn, regexEngine } from "../guideline/regex_engine.ts";
import { codex } from "../hook/codex.ts";
import { pathInside, resolvePath } from "../path.ts";
import { createGitPlaces } from "../repository/git.ts";
import { type Io, MissingInputError, UsageError, writeStdout } from "./io.ts";
import { requireFolder, resolveRoots } from "./locations.ts";
import { parseArguments } from "./options.ts";

/** Runs the command; {@linkcode EXIT.found} where there is an error. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, { format: "value", repository: "value" });
  const format = parseFormat(options.format ?? "text");
  const here = io.callerFolder();
  const display = (path: string) => pathInside(here, path) ?? (path === here ? "." : path);
  const roots = withoutRepeated(resolveRoots(operands, io));
  if (roots.length === 0) throw new MissingInputError("Cannot check: no guidebook is named");
  for (const root of roots) requireFolder("check", root, operands.length > 0);
  const repository = options.repository === undefined
    ? undefined
    : await readRepository(resolvePath(here, options.repository), display, io);
  const tellsSlow = isLinearEngineOn();
  if (!tellsSlow) io.say("slow-pattern is not checked: V8's linear engine is switched off");

  const checked = await checkGuidebook(roots, {
    display,
    patterns: regexEngine,
    limit: { limit: codex.contextLimit, measure: codex.measure },
    tellsSlow,
    ...(repository && { repository }),
  });
  await writeStdout(io.stdout, renderReport(checked, format));
  io.say(summarize(checked.texts.size, checked.diagnostics));
  const isError = ({ severity }: Diagnostic) => severity === "error";
  return checked.diagnostics.some(isError) ? EXIT.found : EXIT.done;
}

function parseFormat(name: string): Format {
  const format = FORMATS.find((format) => format === name);
  if (format) return format;
  throw new UsageError(`Cannot print format "${name}": formats are ${FORMATS.join(", ")}`);
}

async function readRepository(
  root: string,
  display: (path: string) => string,
  io: Io,
): Promise<RepositoryFiles> {
  requireFolder("walk", root);
  const places = createGitPlaces({ base: root, env: io.env, deadline: NO_DEADLINE });
  const [place] = await places.locate([`${root}/guideline.yaml`]);
  // Paths are told from the root of the repository, as they are to the hook.
  const whole = place?.root ?? root;
  return { name: display(whole), identity: await place?.identity(), paths: listRepository(whole) };
}

function summarize(guidelines: number, diagnostics: readonly Diagnostic[]): string {
  const found = (severity: Severity, noun: string) =>
    count(diagnostics.filter((diagnostic) => diagnostic.severity === severity).length, noun);
  return `${count(guidelines, "guideline")} checked: ${found("error", "error")}, ${
    found("warning", "warning")
  }, ${found("hint", "hint")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A guidebook that is named twice, or lies in another one, has no two of each guideline. */
function withoutRepeated(roots: readonly string[]): string[] {
  const unique = [...new Set(roots)];
  return unique.filter((root) =>
    !unique.some((other) => other !== root && pathInside(other, root) !== undefined)
  );
}
