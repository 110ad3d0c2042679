/** Maps what a command has thrown to a message and an exit code. */
import { EXIT, type ExitCode } from "../exit_code.ts";
import { nearest } from "../nearest.ts";
import { joinWords } from "../words.ts";
import { isCommand, renderUsage } from "./help.ts";
import type { Io, UsageError } from "./io.ts";
import { isClosedReader } from "./print.ts";

/** Prints what went wrong in `command`; a stack only for a bug of ours. */
export function reportError(error: unknown, command: string, io: Io): ExitCode {
  // The reader of stdout has closed it.
  if (isClosedReader(error)) return EXIT.done;
  // By name: in the bundle a command that loads lazily has classes of its own.
  const name = error instanceof Error ? error.name : undefined;
  if (error instanceof Error && name === "UsageError") {
    io.say(`error: ${error.message}`, ...adviseOnUsage(error as UsageError, command));
    return EXIT.usage;
  }
  if (error instanceof Error && name === "MissingInputError") {
    io.say(`error: ${error.message}`);
    return EXIT.missing;
  }
  if (error instanceof Error && isOutputFault(error)) {
    io.say(`error: Cannot write the output: ${error.message}`);
    return EXIT.found;
  }
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  io.say("error: This is a bug of Adaptive Guidebook, please report it", ...stack.split("\n"));
  return EXIT.bug;
}

/** Whether the device that stdout was redirected to is full or broken. */
function isOutputFault(error: Error): boolean {
  return "code" in error && ["ENOSPC", "EDQUOT", "EFBIG", "EIO"].includes(String(error.code));
}

/** The likely correction of a typing error; else how the command is called. */
function adviseOnUsage({ misspelt }: UsageError, command: string): string[] {
  const near = misspelt ? nearest(misspelt.word, misspelt.candidates) : [];
  if (near.length > 0) {
    return [`help: Did you mean ${joinWords(near.map((word) => `"${word}"`), "or")}?`];
  }
  return isCommand(command)
    ? renderUsage(command).split("\n")
    : ["help: adaptive-guidebook help lists the commands"];
}
