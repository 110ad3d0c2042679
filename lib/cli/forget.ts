/** `adaptive-guidebook forget`: shows a session its guidelines once more. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { forgetPresentations } from "../presentation/read.ts";
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
  ) ?? 0;
  io.say(`${count} presentation${count === 1 ? "" : "s"} forgotten`);
  return Promise.resolve(EXIT.done);
}
