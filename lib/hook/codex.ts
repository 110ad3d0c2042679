/**
 * The hook protocol of the OpenAI Codex CLI, as measured on `@openai/codex` 0.171.0
 * (docs/codex-protocol.md). Pure.
 */
import { resolvePath } from "../path.ts";
import type { AgentAdapter, HookEvent, HookOutcome } from "./event.ts";
import { parseAddedRuns } from "./patch.ts";

export const codex: AgentAdapter = { parseEvent, renderResponse };

const SUCCESS = "Success. Updated the following files:";
const NOTHING: HookEvent = { kind: "nothing" };

function parseEvent(payload: string): HookEvent {
  if (payload.trim() === "") return malformed("stdin is empty");
  let event: unknown;
  try {
    event = JSON.parse(payload);
  } catch {
    return malformed("it is not JSON");
  }
  if (!isRecord(event)) return malformed("it is not a JSON object");
  if (typeof event.hook_event_name !== "string") return malformed('it has no "hook_event_name"');
  if (event.hook_event_name !== "PostToolUse" || event.tool_name !== "apply_patch") return NOTHING;

  const { session_id, agent_id, cwd, tool_response } = event;
  if (typeof session_id !== "string" || session_id === "") {
    return malformed('it has no "session_id"');
  }
  if (typeof cwd !== "string" || !cwd.startsWith("/")) {
    return malformed('it has no absolute "cwd"');
  }
  if (typeof tool_response !== "string") return malformed('its "tool_response" is not a string');
  const paths = parseChangedPaths(tool_response);
  if (!paths) return malformed('its "tool_response" lists no updated files');
  return {
    kind: "edit",
    // A sub-agent shares the root's session_id but not its context.
    sessionId: typeof agent_id === "string" && agent_id !== ""
      ? `${session_id}/${agent_id}`
      : session_id,
    cwd,
    changedPaths: [...new Set(paths.map((path) => resolvePath(cwd, path)))],
    addedRuns: createAddedRuns(event.tool_input, cwd),
  };
}

/**
 * The files that `apply_patch` says it added (A) or modified (M); deleted ones (D) are gone. Newer
 * releases put `Exit code`, `Wall time` and `Output` lines before the list. Undefined where there
 * is no list.
 */
function parseChangedPaths(toolResponse: string): string[] | undefined {
  const lines = toolResponse.split("\n").map((line) =>
    line.endsWith("\r") ? line.slice(0, -1) : line
  );
  const start = lines.indexOf(SUCCESS);
  if (start < 0) return undefined;
  return lines.slice(start + 1).filter((line) => /^[AM] ./.test(line)).map((line) => line.slice(2));
}

/** The patch is parsed when it is first asked for: most guidelines look at the whole file. */
function createAddedRuns(toolInput: unknown, cwd: string): (path: string) => string[] | undefined {
  const patch = isRecord(toolInput) ? toolInput.command : undefined;
  let runs: Map<string, string[]> | undefined;
  return (path) => {
    if (typeof patch !== "string") return undefined;
    runs ??= parseAddedRuns(patch, cwd);
    return runs.get(path);
  };
}

/**
 * Codex drops the whole answer over one field that it does not know, and takes an empty
 * `additionalContext` for an empty message: only what is needed is said.
 */
function renderResponse({ text, notices }: HookOutcome): string | undefined {
  if (text === "" && notices.length === 0) return undefined;
  return JSON.stringify({
    ...(notices.length > 0 && { systemMessage: notices.join("\n") }),
    ...(text !== "" && {
      hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: text },
    }),
  });
}

function malformed(reason: string): HookEvent {
  return { kind: "malformed", reason };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
