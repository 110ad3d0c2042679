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
  };
  /** For the hook, which must not wait for whoever reads it; everybody else says lines. */
  stderr: {
    write(bytes: Uint8Array): Promise<number>;
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

/** An unknown word, and those that may have been meant. */
export interface Misspelling {
  word: string;
  candidates: readonly string[];
}

/** Raised for wrong usage: the message is for the person, the usage follows it. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message: string, readonly misspelt?: Misspelling) {
    super(message);
  }
}

/**
 * All of stdin as text; undefined where it has more than `limit` bytes. What is over the limit is
 * read and dropped, so that the writer is not cut off.
 */
export async function readStdin(stdin: Io["stdin"], limit: number): Promise<string | undefined> {
  const buffer = new Uint8Array(64 * 1024);
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (let count = await stdin.read(buffer); count !== null; count = await stdin.read(buffer)) {
    length += count;
    if (length <= limit) text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
  return length > limit ? undefined : text + decoder.decode();
}

/** Writes all of `text` to stdout; rejects where the reader has gone. */
export async function writeStdout(stdout: Io["stdout"], text: string): Promise<void> {
  await writeAll(stdout, new TextEncoder().encode(text));
}

/** The same for bytes; false where stdout takes no more. */
export async function writeAll(
  stdout: Pick<Io["stdout"], "write">,
  bytes: Uint8Array,
): Promise<boolean> {
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
