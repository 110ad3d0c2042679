/** What a command that failed tells the person, and its exit code. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { escapeHidden } from "../hidden_characters.ts";
import { usageOf } from "./help.ts";
import { nearest } from "../nearest.ts";
import type { Io, UsageError } from "./io.ts";

/** Says what went wrong in `command`; a stack only for a bug of ours. */
export function reportError(error: unknown, command: string, io: Io): ExitCode {
  // By name: in the bundle a command that loads lazily has classes of its own.
  const name = error instanceof Error ? error.name : undefined;
  if (error instanceof Error && name === "UsageError") {
    io.say(`error: ${escapeHidden(error.message)}`);
    const { misspelt } = error as UsageError;
    const near = misspelt ? nearest(misspelt.word, misspelt.candidates) : [];
    if (near.length > 0) {
      io.say(`help: Did you mean ${near.map((word) => `"${word}"`).join(" or ")}?`);
    }
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
