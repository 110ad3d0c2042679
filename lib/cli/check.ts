/** `adaptive-guidebook check`: lists what is wrong in a guidebook. */
import { countOf } from "../words.ts";
import { checkGuidebook } from "../check/check.ts";
import { FORMATS, renderReport } from "../check/report.ts";
import { listRepository, type RepositoryFiles } from "../check/repository_check.ts";
import { NO_DEADLINE } from "../deadline.ts";
import type { Diagnostic, Severity } from "../diagnostic.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { isLinearEngineOn, regexEngine } from "../pattern/regex_engine.ts";
import { findContextLimits } from "./context_limits.ts";
import { pathInside, resolvePath } from "../path.ts";
import { createGitLocations } from "../repository/locate.ts";
import { describeRoot } from "./find_guidebook.ts";
import type { Io } from "./io.ts";
import { parseArguments } from "./options.ts";
import { primeGuidebook } from "./prime_guidebook.ts";
import { parseFormat, printText } from "./print.ts";
import { findTargets, requireFolder } from "./targets.ts";

/** Runs the command; {@linkcode EXIT.found} where there is an error. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    guidebook: "values",
    format: "value",
    repository: "value",
  });
  const format = parseFormat(options.format, FORMATS);
  const here = io.callerFolder();
  const display = (path: string) => pathInside(here, path) ?? (path === here ? "." : path);
  const targets = await findTargets("check", [...options.guidebook, ...operands], io);
  const repository = options.repository === undefined
    ? undefined
    : await readRepository(resolvePath(here, options.repository), display, io);
  const findsSlow = isLinearEngineOn();
  if (!findsSlow) io.say("slow-pattern is not checked: V8's linear engine is switched off");

  const { diagnostics, texts } = await checkGuidebook(targets.roots, {
    display,
    patterns: regexEngine,
    limits: await findContextLimits(io),
    findsSlow,
    ...(repository && { repository }),
  });
  // A duplicate id is reported with the location of the other guideline, so all of them are read.
  const covers = (file: string) => targets.covers(resolvePath(here, file));
  const meant = diagnostics.filter(({ file }) => covers(file));
  const count = [...texts.keys()].filter(covers).length;
  await printText(io.stdout, renderReport({ diagnostics: meant, texts }, format));
  if (count === 0 && targets.origins.size > 0) {
    io.say(...targets.roots.map((root) => `Looked in ${describeRoot(root, targets)}`));
  }
  io.say(summarize(count, meant));
  await primeGuidebook([...options.guidebook, ...operands], io);
  const isError = ({ severity }: Diagnostic) => severity === "error";
  return meant.some(isError) ? EXIT.found : EXIT.done;
}

async function readRepository(
  root: string,
  display: (path: string) => string,
  io: Io,
): Promise<RepositoryFiles> {
  requireFolder("walk", root);
  const locations = createGitLocations({ base: root, env: io.env, deadline: NO_DEADLINE });
  const [location] = await locations.locate([`${root}/guideline.yaml`]);
  // Paths are relative to the root of the repository, as in the hook.
  const whole = location?.root ?? root;
  return {
    name: display(whole),
    identity: await location?.identity(),
    paths: listRepository(whole),
  };
}

function summarize(guidelines: number, diagnostics: readonly Diagnostic[]): string {
  const found = (severity: Severity, noun: string) =>
    countOf(diagnostics.filter((diagnostic) => diagnostic.severity === severity).length, noun);
  return `${countOf(guidelines, "guideline")} checked: ${found("error", "error")}, ${
    found("warning", "warning")
  }, ${found("hint", "hint")}`;
}
