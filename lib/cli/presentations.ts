/** `adaptive-guidebook presentations`: what was shown to which session, when, and why it ended. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { listPresentations, type PresentationRecord } from "../presentation/read.ts";
import { type Io, UsageError } from "./io.ts";
import { parseArguments } from "./options.ts";
import { parseFormat, printJson, printLines, TEXT_OR_JSON } from "./print.ts";
import { readStore } from "./store_file.ts";

/** Runs the command. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    db: "value",
    session: "value",
    format: "value",
  });
  const { session } = options;
  const format = parseFormat(options.format, TEXT_OR_JSON);
  if (operands.length > 0) throw new UsageError(`Cannot take operand "${operands[0]}"`);
  const records = readStore(options.db, io, (path) => listPresentations(path, session)) ?? [];
  if (format === "json") {
    await printJson(io.stdout, records);
    return EXIT.done;
  }
  await printLines(io.stdout, listRecords(records));
  if (records.length === 0) {
    io.say(session === undefined ? "Nothing was shown yet" : `Nothing was shown to "${session}"`);
  }
  return EXIT.done;
}

/** Grouped by session, oldest first. */
function listRecords(records: PresentationRecord[]): string[] {
  const sessions = Map.groupBy(records, ({ session }) => session);
  return [...sessions].flatMap(([session, shown], i) => [
    ...(i > 0 ? [""] : []),
    session,
    ...shown.map((record) => `  ${renderRecord(record)}`),
  ]);
}

function renderRecord(
  { guideline, presentedAt, origin, call, endedAt, endedBy }: PresentationRecord,
): string {
  return [
    `${presentedAt}  ${guideline}`,
    ...(origin === "inherited" ? ["inherited"] : []),
    ...(call === null ? [] : [`in answer to ${call}`]),
    ...(endedAt === null ? [] : [`ended ${endedAt}: ${endedBy}`]),
  ].join(", ");
}
