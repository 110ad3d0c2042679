/** `adaptive-guidebook search`: a SearchRequest on stdin, a SearchResponse on stdout. */
import { NO_DEADLINE } from "../deadline.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { stringifyJson } from "../json.ts";
import { resolvePath } from "../path.ts";
import { createReadOnlyStore, readPresentationLog } from "../presentation/log.ts";
import {
  MalformedRequestError,
  parseSearchRequest,
  type SearchRequest,
} from "../search/request.ts";
import { search } from "../search/search.ts";
import { type Io, readStdin, UsageError, writeStdout } from "./io.ts";
import { countGuidelines, describeEmpty } from "./empty_guidebook.ts";
import { findGuidebook } from "./find_guidebook.ts";
import { parseArguments } from "./options.ts";
import { createPorts } from "./ports.ts";

const REQUEST_LIMIT = 64 * 1024 * 1024;

/** Runs the command. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    "guidebook": "values",
    "db": "value",
    "dry-run": "flag",
  });
  if (operands.length > 0) throw new UsageError(`Cannot take operand "${operands[0]}"`);
  if (io.stdin.isTerminal()) {
    throw new UsageError("Cannot search: a SearchRequest is read from stdin");
  }

  let request: SearchRequest;
  try {
    const text = await readStdin(io.stdin, REQUEST_LIMIT);
    if (text === undefined) throw new MalformedRequestError("it is too large");
    request = parseSearchRequest(text);
  } catch (error) {
    if (!(error instanceof MalformedRequestError)) throw error;
    io.say(`error: Cannot read SearchRequest: ${error.message}`);
    io.say('help: It looks like {"sessionId": "…", "filepaths": ["/absolute/path"]}');
    return EXIT.malformed;
  }
  const filepaths = [...new Set(request.filepaths.map((path) => resolvePath("/", path)))];
  const locations = await findGuidebook(options, io);
  const workFolder = io.callerFolder();
  const dryRun = options["dry-run"];
  const ports = createPorts({
    ...locations,
    cache: dryRun ? undefined : locations.cache,
    workFolder,
    deadline: NO_DEADLINE,
    io,
  });
  if (dryRun) {
    // The hook's store creates a missing database and repairs a corrupt one.
    const log = await readPresentationLog(locations.database, request.sessionId);
    ports.presentations = createReadOnlyStore(log);
  }
  const outcome = await search({ ...request, filepaths }, ports);
  for (const { message } of outcome.notices) io.say(message);
  for (const reason of outcome.skipped) {
    io.say(`Cannot look at changed file ${reason}`);
  }
  const roots = locations.roots.map(({ path }) => path);
  if (locations.origins.size > 0 && roots.every((path) => countGuidelines(path) === 0)) {
    for (const path of roots) io.say(describeEmpty(path, locations));
  }
  let delivered = false;
  try {
    await writeStdout(io.stdout, `${stringifyJson(outcome.response)}\n`);
    delivered = true;
  } finally {
    outcome.settle(delivered && !dryRun);
  }
  return EXIT.done;
}
