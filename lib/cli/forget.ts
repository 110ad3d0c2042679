/** `adaptive-guidebook forget`: shows a session its guidelines once more. */
import { countOf } from "../words.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import {
  forgetPresentations,
  listPresentations,
  type PresentationRecord,
} from "../presentation/read.ts";
import { type Io, UsageError } from "./io.ts";
import { parseArguments } from "./options.ts";
import { readStore } from "./store_file.ts";

/** Runs the command. */
export function run(args: string[], io: Io): Promise<ExitCode> {
  const { options, operands } = parseArguments(args, {
    db: "value",
    session: "value",
    guideline: "value",
  });
  const { session, guideline } = options;
  if (operands.length > 0) throw new UsageError(`Cannot take operand "${operands[0]}"`);
  if (session === undefined) throw new UsageError("Cannot forget: --session is missing");
  const count = readStore(
    options.db,
    io,
    (path) => forgetPresentations(path, { session, guideline, now: io.now() }),
  );
  const counted = `${countOf(count ?? 0, "presentation")} forgotten`;
  const reason = count === undefined
    ? "nothing was shown to anybody yet"
    : count === 0
    ? readStore(options.db, io, (path) => explainNone(listPresentations(path, session), options))
    : undefined;
  io.say(reason === undefined ? counted : `${counted}: ${reason}`);
  return Promise.resolve(EXIT.done);
}

/** Why the session holds nothing, given what it was shown: a typing error looks like success. */
function explainNone(
  shown: readonly PresentationRecord[],
  { session, guideline }: { session: string | undefined; guideline: string | undefined },
): string {
  const help = "adaptive-guidebook presentations lists what was";
  if (shown.length === 0) return `nothing was shown to session "${session}"; ${help}`;
  const isKnown = guideline === undefined || shown.some((record) => record.guideline === guideline);
  return isKnown
    ? "it is not held any more"
    : `guideline "${guideline}" was not shown to session "${session}"; ${help}`;
}
