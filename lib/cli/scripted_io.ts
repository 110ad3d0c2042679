/** A command's streams without a terminal: what it reads is written down before, what it writes is kept. */
import type { Io } from "./io.ts";

/** What of its world a command does not read or write. */
export type Surroundings = Omit<Io, "stdin" | "stdout" | "say">;

/** What a command has written. */
export interface Written {
  stdout: string;
  /** Lines of stderr. */
  stderr: string[];
}

/** An `Io` that has `stdin` to read, in the world of `surroundings`; `read` tells what was written. */
export function createScriptedIo(
  stdin: string | Uint8Array,
  surroundings: Surroundings,
): { io: Io; read: () => Written } {
  let unread = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
  let stdout = "";
  const stderr: string[] = [];
  const decoder = new TextDecoder();
  const io: Io = {
    ...surroundings,
    stdin: {
      isTerminal: () => false,
      read: (buffer) => {
        if (unread.length === 0) return Promise.resolve(null);
        const part = unread.subarray(0, buffer.length);
        buffer.set(part);
        unread = unread.subarray(part.length);
        return Promise.resolve(part.length);
      },
    },
    stdout: {
      isTerminal: () => false,
      write: (bytes) => Promise.try(() => io.stdout.writeSync(bytes)),
      writeSync: (bytes) => {
        stdout += decoder.decode(bytes, { stream: true });
        return bytes.length;
      },
    },
    say: (...lines) => stderr.push(...lines),
  };
  return { io, read: () => ({ stdout, stderr }) };
}
