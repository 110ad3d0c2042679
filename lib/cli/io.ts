/** The world of a command, handed in by `main.ts`, so that tests can hand in another one. */
export interface Io {
  stdin: {
    isTerminal(): boolean;
    /** Fills `buffer`; resolves to the bytes read, or to null at the end. */
    read(buffer: Uint8Array): Promise<number | null>;
  };
  stdout: {
    isTerminal(): boolean;
    /** Resolves to how many of `bytes` were written. */
    write(bytes: Uint8Array): Promise<number>;
    /** The same at once; waits while the reader does not keep up. */
    writeSync(bytes: Uint8Array): number;
  };
  /**
   * Writes lines to stderr; never throws. main.ts escapes hidden characters and line breaks in each of
   * them.
   */
  say(...lines: string[]): void;
  /** An environment variable; undefined where it is not set or may not be read. */
  env(name: string): string | undefined;
  /** The folder that the command was called from. */
  callerFolder(): string;
  /** Where the running program is: the folder of `main.ts`, or of the bundle. */
  programFolder: string;
  now(): Date;
}

/** A word that is none, and those that may have been meant. */
export interface Misspelt {
  word: string;
  candidates: readonly string[];
}

/** Raised for wrong usage: the message is for the person, the usage follows it. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message: string, readonly misspelt?: Misspelt) {
    super(message);
  }
}

/**
 * All of stdin as text; undefined where it has more than `limit` bytes. What is over the limit is
 * read and dropped, so that the writer is not cut off. With `isWhole` a text that it holds to be whole
 * is not waited on for its end.
 */
export async function readStdin(
  stdin: Io["stdin"],
  limit: number,
  isWhole: (text: string) => boolean = () => false,
): Promise<string | undefined> {
  const buffer = new Uint8Array(64 * 1024);
  const first = await stdin.read(buffer);
  if (first === null) return "";
  // What fills the buffer goes on, most likely.
  if (first < buffer.length && first <= limit) {
    const text = new TextDecoder().decode(buffer.subarray(0, first));
    if (isWhole(text)) return text;
  }
  const chunks = [];
  let length = 0;
  for (let count: number | null = first; count !== null; count = await stdin.read(buffer)) {
    length += count;
    if (length <= limit) chunks.push(buffer.slice(0, count));
  }
  if (length > limit) return undefined;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return new TextDecoder().decode(bytes);
}

/** Whether `text` is an object in JSON, and nothing more; no beginning of one is. */
export function isJsonObject(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes all of `text` to stdout; rejects where the reader has gone. */
export async function writeStdout(stdout: Io["stdout"], text: string): Promise<void> {
  await writeAll(stdout, new TextEncoder().encode(text));
}

/** The same for bytes; false where stdout takes no more. */
export async function writeAll(stdout: Io["stdout"], bytes: Uint8Array): Promise<boolean> {
  for (let offset = 0; offset < bytes.length;) {
    const count = await stdout.write(bytes.subarray(offset));
    if (count === 0) return false;
    offset += count;
  }
  return true;
}

/** Raised where something that a command was told to read is not there. */
export class MissingInputError extends Error {
  override readonly name = "MissingInputError";
}
