/** Runs a command of the command line in this process, with a world of its own. */
import type { Io } from "../../lib/cli/io.ts";
import { run } from "../../main.ts";

export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface CommandWorld {
  /** The folder that it is called from. */
  folder?: string;
  env?: Record<string, string>;
  stdin?: string;
  /** Where the running program is. */
  programFolder?: string;
}

export async function runCommand(
  args: string[],
  { folder = "/", env = {}, stdin, programFolder = "/" }: CommandWorld = {},
): Promise<CommandResult> {
  let unread = new TextEncoder().encode(stdin ?? "");
  const decoder = new TextDecoder();
  let stdout = "";
  const stderr: string[] = [];
  const io: Io = {
    stdin: {
      isTerminal: () => stdin === undefined,
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
      write: (bytes) => Promise.resolve(io.stdout.writeSync(bytes)),
      writeSync: (bytes) => {
        stdout += decoder.decode(bytes, { stream: true });
        return bytes.length;
      },
    },
    say: (text) => stderr.push(text),
    env: (name) => env[name],
    callerFolder: () => folder,
    programFolder,
    now: () => new Date("2026-09-23T09:41:18Z"),
  };
  const exitCode = await run(args, io);
  return { exitCode, stdout, stderr: stderr.join("\n") };
}
