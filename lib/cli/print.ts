/**
 * A command's output on stdout. Foreign text is made harmless to a terminal here, once for all
 * commands. A reader that has gone is ignored, so that `| head` changes no exit code.
 */
import { escapeHidden } from "../hidden_characters.ts";
import { stringifyJson } from "../json.ts";
import { type Io, UsageError, writeStdout } from "./io.ts";

type Stdout = Io["stdout"];

/** How commands print that have nothing special for programs. */
export const TEXT_OR_JSON = ["text", "json"] as const;

/**
 * The format that `--format` names, by default the first one.
 * @throws {UsageError} when it is none of `formats`.
 */
export function parseFormat<Format extends string>(
  name: string | undefined,
  formats: readonly Format[],
): Format {
  const format = name === undefined ? formats[0] : formats.find((format) => format === name);
  if (format !== undefined) return format;
  throw new UsageError(`Cannot print as "${name}": formats are ${formats.join(", ")}`);
}

/** Prints each of `lines` on one line: hidden characters and line breaks in it are escaped. */
export async function printLines(stdout: Stdout, lines: readonly string[]): Promise<void> {
  await printVerbatim(stdout, lines.map((line) => `${escapeHidden(line)}\n`).join(""));
}

/** Prints `text`, whose line breaks are our own, and adds a missing last one unless it is empty. */
export async function printText(stdout: Stdout, text: string): Promise<void> {
  if (text !== "") await printLines(stdout, text.replace(/\n$/, "").split("\n"));
}

/** Prints `value` as indented JSON. */
export async function printJson(stdout: Stdout, value: unknown): Promise<void> {
  await printVerbatim(stdout, `${stringifyJson(value, 2)}\n`);
}

/** Prints `text` unchanged: a file that a person saves. */
export async function printVerbatim(stdout: Stdout, text: string): Promise<void> {
  try {
    await writeStdout(stdout, text);
  } catch (error) {
    if (!isClosedReader(error)) throw error;
  }
}

/** Whether writing failed because the reader has gone, as `head` does after its last line. */
export function isClosedReader(error: unknown): boolean {
  return error instanceof Error && error.name === "BrokenPipe";
}
