/**
 * A command's output for people and programs. What foreign text could do to a terminal is undone
 * here, once for all commands; stdout whose reader has gone is not written to any more, so that
 * `| head` ends a command as if it had printed everything.
 */
import { escapeHidden } from "../hidden_characters.ts";
import { stringifyJson } from "../json.ts";
import { type Io, writeStdout } from "./io.ts";

type Stdout = Io["stdout"];

/** Prints each of `lines` on one line: what is hidden in it is escaped, a line break too. */
export async function printLines(stdout: Stdout, lines: readonly string[]): Promise<void> {
  await printVerbatim(stdout, lines.map((line) => `${escapeHidden(line)}\n`).join(""));
}

/** Prints `text`, whose line breaks are our own; a missing last one is added, to an empty text none. */
export async function printText(stdout: Stdout, text: string): Promise<void> {
  if (text !== "") await printLines(stdout, text.replace(/\n$/, "").split("\n"));
}

/** Prints `value` as indented JSON. */
export async function printJson(stdout: Stdout, value: unknown): Promise<void> {
  await printVerbatim(stdout, `${stringifyJson(value)}\n`);
}

/** Prints `text` as it is: a file that a person saves, or what is already free of hidden text. */
export async function printVerbatim(stdout: Stdout, text: string): Promise<void> {
  try {
    await writeStdout(stdout, text);
  } catch (error) {
    if (!isClosedReader(error)) throw error;
  }
}

/** Whether writing failed since the reader has gone, as `head` does after its last line. */
export function isClosedReader(error: unknown): boolean {
  return error instanceof Error && error.name === "BrokenPipe";
}
