/** `adaptive-guidebook explain`: which guidelines would a file's edit bring, and why or why not? */
import { NO_DEADLINE } from "../deadline.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { codex } from "../agent/codex/protocol.ts";
import { pathInside, resolvePath } from "../path.ts";
import { createReadOnlyStore, readPresentationLog } from "../presentation/log.ts";
import { stringifyJson } from "../json.ts";
import { explain } from "../search/explain.ts";
import { renderExplanation, toPlainExplanation } from "./explanation.ts";
import { type Io, MissingInputError, UsageError, writeStdout } from "./io.ts";
import { checkCommand, describeEmpty } from "./empty_guidebook.ts";
import { findGuidebook } from "./find_guidebook.ts";
import { parseArguments } from "./options.ts";
import { createPorts, withCache } from "./ports.ts";

/** Runs the command; it changes nothing. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    guidebook: "values",
    db: "value",
    session: "value",
    format: "value",
    all: "flag",
  });
  const format = options.format ?? "text";
  if (format !== "text" && format !== "json") {
    throw new UsageError(`Cannot print format "${format}": formats are text, json`);
  }
  if (operands.length === 0) throw new UsageError("Cannot explain: no file is named");
  const workFolder = io.callerFolder();
  const filepaths = [...new Set(operands.map((path) => resolvePath(workFolder, path)))];
  for (const path of filepaths) requirePath(path);

  const locations = await findGuidebook(options, io);
  const log = await readPresentationLog(locations.database, options.session);
  const { contextPath } = log.held;
  const explainWith = (useCache: boolean) => {
    const ports = createPorts({
      ...locations,
      cache: useCache ? locations.cache : undefined,
      workFolder,
      deadline: NO_DEADLINE,
      io,
      limit: { limit: codex.contextLimit, measure: codex.measure },
      occasion: { turnId: undefined, callId: undefined, contextPath },
      transcript: codex.transcript,
    });
    return explain({ sessionId: options.session ?? "", filepaths }, {
      ...ports,
      // Reads, where the hook's own store would make a database that is not there.
      presentations: createReadOnlyStore(log),
    });
  };
  // What guidelines say is read as it is written down, so that belongs to it.
  const text = await withCache(async (useCache) => render(await explainWith(useCache)));
  await writeStdout(io.stdout, `${text}\n`);
  return EXIT.done;

  function render(explained: Awaited<ReturnType<typeof explain>>): string {
    const has = (code: string) => explained.notices.some((notice) => notice.code === code);
    const notices = [
      ...(io.env("ADAPTIVE_GUIDEBOOK") === "off"
        ? ["The hook is switched off: ADAPTIVE_GUIDEBOOK=off"]
        : []),
      ...explained.notices.map(({ message }) => message),
      ...(has("guideline-not-loaded")
        ? [`What is wrong with them: ${checkCommand(locations.roots.map(({ path }) => path))}`]
        : []),
    ];
    const explanation = {
      files: explained.files,
      notices,
      empty: explained.files.some(({ guidelines }) => guidelines.length > 0)
        ? []
        : locations.roots.length === 0
        ? ["no guidelines: no guidebook is named"]
        : locations.roots.map(({ path }) => describeEmpty(path, locations)),
      gitFault: has("git-missing")
        ? "git cannot be started"
        : has("git-late")
        ? "git did not answer in time"
        : undefined,
      session: options.session,
      log: log.entries,
      display: (path: string) => pathInside(workFolder, path) ?? path,
      // Of other files nothing is printed but where a pattern was found; git's own hold its URLs.
      mayQuote: (path: string, root: string | undefined) =>
        !path.split("/").includes(".git") &&
        (root !== undefined || pathInside(workFolder, path) !== undefined),
    };
    return format === "json"
      ? stringifyJson(toPlainExplanation(explanation), 2)
      : renderExplanation(explanation, options.all);
  }
}

function requirePath(path: string): void {
  let isFolder: boolean;
  try {
    isFolder = Deno.statSync(path).isDirectory;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) return;
    throw new MissingInputError(`Cannot explain "${path}": there is no such file`);
  }
  if (isFolder) throw new UsageError(`Cannot explain "${path}": it is a folder, name files in it`);
}
