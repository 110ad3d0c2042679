/** A command's streams without a terminal: stdin is given, what the command writes is kept. */
import type { Io } from "./io.ts";

/** All of a command's world but its streams. */
export type Surroundings = Omit<Io, "stdin" | "stdout" | "stderr" | "say">;

/** What a command has written. */
export interface Written {
  stdout: string;
  /** Lines of stderr. */
  stderr: string[];
}

/** An `Io` that has `stdin` to read, in the world of `surroundings`; `read` returns what was written. */
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
      write: (bytes) => {
        stdout += decoder.decode(bytes, { stream: true });
        return Promise.resolve(bytes.length);
      },
    },
    stderr: {
      write: (bytes) => {
        stderr.push(...new TextDecoder().decode(bytes).trimEnd().split("\n"));
        return Promise.resolve(bytes.length);
      },
    },
    say: (...lines) => stderr.push(...lines),
  };
  return { io, read: () => ({ stdout, stderr }) };
}
