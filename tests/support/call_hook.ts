/** An agent that sends one payload to the hook, and keeps what comes back. */
import { run } from "../../lib/cli/hook.ts";
import { createPorts, type PortsOptions } from "../../lib/cli/ports.ts";
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { createMemoryPresentationStore } from "../../lib/presentation/store.ts";
import type { Ports } from "../../lib/search/ports.ts";
import { createFakeLocations } from "./fake_ports.ts";

export interface Call {
  args?: string[];
  stdin: string | Uint8Array;
  env?: Record<string, string>;
  /** Replaces stdout; returns how many of the bytes it took. */
  write?: (bytes: Uint8Array) => number;
  connect: (options: PortsOptions) => Ports;
}

export interface Answer {
  exitCode: number;
  stdout: string;
  stderr: string[];
}

/** Runs `hook codex` in this process. */
export async function callHook(call: Call): Promise<Answer> {
  const { io, read } = createScriptedIo(call.stdin, {
    env: (name) => call.env?.[name],
    callerFolder: () => "/",
    programFolder: "/",
    now: () => new Date("2026-09-23T09:41:18Z"),
  });
  const { write } = call;
  if (write) io.stdout.write = (bytes) => Promise.try(write, bytes);
  const exitCode = await run(call.args ?? ["codex"], io, call.connect);
  return { exitCode, ...read() };
}

/** Connects hooks to the disk, to no git, and to one store that lives as long as the test. */
export async function connectToMemory(): Promise<(options: PortsOptions) => Ports> {
  const presentations = await createMemoryPresentationStore();
  return (options) => ({
    ...createPorts(options),
    locations: createFakeLocations(),
    presentations: presentations(options.call),
  });
}

/** A payload as Codex 0.171.0 sends it after a patch; `fields` come over it. */
export function renderPayload(lines: string[], fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    session_id: "session-1",
    turn_id: "turn-1",
    transcript_path: null,
    cwd: "/work/shop",
    hook_event_name: "PostToolUse",
    model: "gpt-5.5",
    permission_mode: "default",
    tool_name: "apply_patch",
    tool_input: { command: "*** Begin Patch\n*** End Patch" },
    tool_response: [
      "Exit code: 0",
      "Wall time: 0 seconds",
      "Output:",
      "Success. Updated the following files:",
      ...lines,
      "",
    ].join("\n"),
    tool_use_id: "call-1",
    ...fields,
  });
}
