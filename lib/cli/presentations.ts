/** `adaptive-guidebook presentations`: what was shown to which session, when, and why it ended. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { stringifyJson } from "../json.ts";
import { listPresentations, type PresentationRecord } from "../presentation/read.ts";
import { type Io, UsageError, writeStdout } from "./io.ts";
import { parseArguments } from "./options.ts";
import { readStore } from "./store_file.ts";

/** Runs the command. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    db: "value",
    session: "value",
    format: "value",
  });
  const { session, format = "text" } = options;
  if (operands.length > 0) throw new UsageError(`Cannot take operand "${operands[0]}"`);
  if (format !== "text" && format !== "json") {
    throw new UsageError(`Cannot print as "${format}": formats are text, json`);
  }
  const records = readStore(options.db, io, (path) => listPresentations(path, session)) ?? [];
  if (format === "json") {
    await writeStdout(io.stdout, `${stringifyJson(records, 2)}\n`);
    return EXIT.done;
  }
  await writeStdout(io.stdout, renderRecords(records));
  if (records.length === 0) {
    io.say(
      session === undefined
        ? "Nothing was shown yet"
        : escapeHidden(`Nothing was shown to "${session}"`),
    );
  }
  return EXIT.done;
}

/** Grouped by session, oldest first. */
function renderRecords(records: PresentationRecord[]): string {
  const sessions = Map.groupBy(records, ({ session }) => session);
  return [...sessions].map(([session, shown]) =>
    `${escapeHidden(session)}\n${shown.map((record) => `  ${renderRecord(record)}\n`).join("")}`
  ).join("\n");
}

function renderRecord(
  { guideline, presentedAt, origin, call, endedAt, endedBy }: PresentationRecord,
): string {
  return [
    `${presentedAt}  ${escapeHidden(guideline)}`,
    ...(origin === "inherited" ? ["inherited"] : []),
    ...(call === null ? [] : [`in answer to ${escapeHidden(call)}`]),
    ...(endedAt === null ? [] : [`ended ${endedAt}: ${endedBy}`]),
  ].join(", ");
}
