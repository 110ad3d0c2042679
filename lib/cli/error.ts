/** What a command that failed tells the person, and its exit code. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { usageOf } from "./help.ts";
import { type Io, MissingInputError, UsageError } from "./io.ts";

/** Says what went wrong in `command`; a stack only for a bug of ours. */
export function reportError(error: unknown, command: string, io: Io): ExitCode {
  if (error instanceof UsageError) {
    io.say(`error: ${escapeHidden(error.message)}`);
    io.say(usageOf(command));
    return EXIT.usage;
  }
  if (error instanceof MissingInputError) {
    io.say(`error: ${escapeHidden(error.message)}`);
    return EXIT.missing;
  }
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  io.say("error: This is a bug of Adaptive Guidebook, please report it");
  io.say(stack.split("\n").map(escapeHidden).join("\n"));
  return EXIT.bug;
}
