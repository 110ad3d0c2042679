/** What this program needs in an agent's hook file. Pure. */
import type { AgentName } from "../agents.ts";

/** One handler, and the group that it stands in alone. */
export interface HookEntry {
  event: string;
  /** Undefined where the event has none. */
  matcher: string | undefined;
  handler: HookHandler;
}

/** As the agents have it; `timeout` is in seconds. */
export interface HookHandler {
  type: "command";
  command: string;
  timeout: number;
  /** Codex: 0 keeps it from cutting a text that is longer than 10,000 bytes. */
  additionalContextLimit?: number;
}

/** The entries of `agent` that run `command`, in the order of the documents. */
export function hookEntries(agent: AgentName, command: string): HookEntry[] {
  const codex = agent === "codex";
  const entry = (
    event: string,
    { matcher, timeout = 10, speaks = false }: {
      matcher?: string;
      timeout?: number;
      speaks?: boolean;
    } = {},
  ): HookEntry => ({
    event,
    matcher,
    handler: {
      type: "command",
      command,
      timeout,
      ...(codex && speaks && { additionalContextLimit: 0 }),
    },
  });
  return [
    entry("PostToolUse", {
      matcher: codex ? "apply_patch" : "Edit|Write|NotebookEdit",
      speaks: true,
    }),
    entry("SessionStart", { matcher: "compact|resume", speaks: true }),
    entry("PostCompact"),
    // Codex allows three seconds; Claude Code has no such event.
    ...(codex ? [entry("Interrupt", { timeout: 3 })] : []),
  ];
}

/** The group that holds the entry alone, as it stands in the file. */
export function groupOf({ matcher, handler }: HookEntry): Record<string, unknown> {
  return { ...(matcher !== undefined && { matcher }), hooks: [handler] };
}
