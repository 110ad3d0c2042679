/** What a command that failed tells the person, and its exit code. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { usageOf } from "./help.ts";
import type { Io } from "./io.ts";

/** Says what went wrong in `command`; a stack only for a bug of ours. */
export function reportError(error: unknown, command: string, io: Io): ExitCode {
  // By name: in the bundle a command that loads lazily has classes of its own.
  const name = error instanceof Error ? error.name : undefined;
  if (error instanceof Error && name === "UsageError") {
    io.say(`error: ${escapeHidden(error.message)}`);
    io.say(usageOf(command));
    return EXIT.usage;
  }
  if (error instanceof Error && name === "MissingInputError") {
    io.say(`error: ${escapeHidden(error.message)}`);
    return EXIT.missing;
  }
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  io.say("error: This is a bug of Adaptive Guidebook, please report it");
  io.say(stack.split("\n").map(escapeHidden).join("\n"));
  return EXIT.bug;
}
