/** Runs a command of the command line in this process, with a world of its own. */
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
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
  const { io, read } = createScriptedIo(stdin ?? "", {
    env: (name) => env[name],
    callerFolder: () => folder,
    programFolder,
    now: () => new Date("2026-09-23T09:41:18Z"),
  });
  io.stdin.isTerminal = () => stdin === undefined;
  const exitCode = await run(args, io);
  const { stdout, stderr } = read();
  return { exitCode, stdout, stderr: stderr.join("\n") };
}
