/** `adaptive-guidebook check`: tells the author of a guidebook what is wrong with it. */
import { checkGuidebook } from "../check/check.ts";
import { renderDiagnostic } from "../diagnostic.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { pathInside, resolvePath } from "../path.ts";
import { type Io, MissingInputError, writeStdout } from "./io.ts";
import { resolveLocations } from "./locations.ts";
import { parseArguments } from "./options.ts";

export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { operands } = parseArguments(args, {});
  const here = io.callerFolder();
  const roots = operands.length > 0
    ? operands.map((path) => resolvePath(here, path))
    : resolveLocations({ guidebook: [], db: undefined }, io).roots.map(({ path }) => path);
  if (roots.length === 0) throw new MissingInputError("Cannot check: no guidebook is named");
  for (const root of roots) requireFolder(root);

  const { diagnostics, texts } = await checkGuidebook(
    roots,
    (path) => pathInside(here, path) ?? path,
  );
  for (const diagnostic of diagnostics) {
    await writeStdout(
      io.stdout,
      `${renderDiagnostic(diagnostic, texts.get(diagnostic.file))}\n\n`,
    );
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  io.say(`${count(texts.size, "guideline")} checked, ${count(errors, "error")}`);
  return errors > 0 ? EXIT.found : EXIT.done;
}

function requireFolder(path: string): void {
  try {
    if (Deno.statSync(path).isDirectory) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  throw new MissingInputError(`Cannot check "${path}": there is no such folder`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
