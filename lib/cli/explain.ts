/** `adaptive-guidebook explain`: which guidelines would a file's edit bring, and why or why not? */
import { NO_DEADLINE } from "../deadline.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { adapterOfTranscript } from "../agent/agents.ts";
import { pathInside, resolvePath } from "../path.ts";
import { createReadOnlyStore, readPresentationLog } from "../presentation/log.ts";
import { explain, type Explained } from "../search/explain.ts";
import { type Explanation, listExplanation, toPlainExplanation } from "./explanation.ts";
import { type Io, MissingInputError, UsageError } from "./io.ts";
import { checkCommand, describeEmpty } from "./empty_guidebook.ts";
import { findGuidebook, type FoundLocations } from "./find_guidebook.ts";
import { parseArguments } from "./options.ts";
import { createPorts } from "./ports.ts";
import { parseFormat, printJson, printLines, TEXT_OR_JSON } from "./print.ts";
import { mayQuote } from "./quotable.ts";

/** Runs the command, which only reads. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    guidebook: "values",
    db: "value",
    session: "value",
    format: "value",
    all: "flag",
  });
  const format = parseFormat(options.format, TEXT_OR_JSON);
  if (operands.length === 0) throw new UsageError("Cannot explain: no file is named");
  const workFolder = io.callerFolder();
  const filepaths = [...new Set(operands.map((path) => resolvePath(workFolder, path)))];
  for (const path of filepaths) requirePath(path);

  const locations = await findGuidebook(options, io);
  const log = await readPresentationLog(locations.database, options.session);
  const { contextPath } = log.held;
  const agent = adapterOfTranscript(contextPath);
  const ports = createPorts({
    ...locations,
    workFolder,
    deadline: NO_DEADLINE,
    io,
    limit: { max: agent.contextLimit, measure: agent.measure },
    call: { turnId: undefined, callId: undefined, contextPath },
    transcript: agent.transcript,
  });
  const explained = await explain({ sessionId: options.session ?? "", filepaths }, {
    ...ports,
    // The hook's own store would create a missing database.
    presentations: createReadOnlyStore(log),
  });
  const quotable = await findQuotable(explained, workFolder);
  const explanation: Explanation = {
    files: explained.files,
    ...describeState(explained, locations, io),
    session: options.session,
    log: log.entries,
    display: (path) => pathInside(workFolder, path) ?? path,
    mayQuote: (path) => quotable.has(path),
  };
  if (format === "json") {
    await printJson(io.stdout, toPlainExplanation(explanation, options.all));
  } else await printLines(io.stdout, listExplanation(explanation, options.all));
  return EXIT.done;
}

/** The state of the hook and of the guidebook, as far as it affects the explanation. */
function describeState(
  { files, notices }: Explained,
  locations: FoundLocations,
  io: Io,
): Pick<Explanation, "notices" | "empty"> {
  const roots = locations.roots.map(({ path }) => path);
  const has = (code: string) => notices.some((notice) => notice.code === code);
  const isOff = io.env("ADAPTIVE_GUIDEBOOK") === "off";
  const isEmpty = files.every(({ guidelines }) => guidelines.length === 0);
  return {
    notices: [
      ...(isOff ? ["The hook is switched off: ADAPTIVE_GUIDEBOOK=off"] : []),
      ...notices.map(({ message }) => message),
      ...(has("guideline-not-loaded") ? [`To see what is wrong: ${checkCommand(roots)}`] : []),
    ],
    empty: !isEmpty
      ? []
      : roots.length === 0
      ? ["no guidelines: no guidebook is named"]
      : roots.map((path) => describeEmpty(path, locations)),
  };
}

/** The files from which text may be quoted. */
async function findQuotable(
  { files }: Explained,
  workFolder: string,
): Promise<ReadonlySet<string>> {
  const asked = files.filter(({ guidelines }) => guidelines.some(({ found }) => found));
  const checked = await Promise.all(
    asked.map(async ({ location: { path, root } }) =>
      await mayQuote(path, root === undefined ? [workFolder] : [root, workFolder]) ? [path] : []
    ),
  );
  return new Set(checked.flat());
}

function requirePath(path: string): void {
  let isFolder: boolean;
  try {
    isFolder = Deno.statSync(path).isDirectory;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) return;
    throw new MissingInputError(`Cannot explain "${path}": there is no such file`);
  }
  if (isFolder) throw new UsageError(`Cannot explain "${path}": it is a folder; name files in it`);
}
