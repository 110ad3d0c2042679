/**
 * The hook protocol of the OpenAI Codex CLI, as measured on `@openai/codex` 0.171.0
 * (docs/codex-protocol.md). Pure.
 */
import { resolvePath } from "../path.ts";
import type { ContextChange } from "../search/context_change.ts";
import { codexTranscript } from "./codex_transcript.ts";
import type { AgentAdapter, HookEvent, HookOutcome, Occasion } from "./event.ts";
import { parseAddedRuns } from "./patch.ts";

export const codex: AgentAdapter = {
  parseEvent,
  renderResponse,
  // 2,500 of its tokens, each 4 bytes of UTF-8; a longer text is cut in the middle.
  contextLimit: 10_000,
  measure: (text) => new TextEncoder().encode(text).length,
  transcript: codexTranscript,
};

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
  const { hook_event_name: eventName, session_id: session, agent_id: agent } = event;
  if (typeof eventName !== "string") return malformed('it has no "hook_event_name"');
  const isEdit = eventName === "PostToolUse" && event.tool_name === "apply_patch";
  const change = isEdit ? undefined : parseContextChange(eventName, event);
  if (!isEdit && !change) return NOTHING;

  if (typeof session !== "string" || session === "") return malformed('it has no "session_id"');
  const occasion: Occasion = {
    // A sub-agent shares the root's session_id but not its context.
    sessionId: typeof agent === "string" && agent !== "" ? `${session}/${agent}` : session,
    turnId: optionalText(event.turn_id),
    callId: optionalText(event.tool_use_id),
    transcriptPath: optionalText(event.transcript_path),
    eventName,
  };
  return change ? { kind: "context", ...occasion, change } : parseEdit(event, occasion);
}

function parseEdit(
  { cwd, tool_input, tool_response }: Record<string, unknown>,
  occasion: Occasion,
): HookEvent {
  if (typeof cwd !== "string" || !cwd.startsWith("/")) {
    return malformed('it has no absolute "cwd"');
  }
  if (typeof tool_response !== "string") return malformed('its "tool_response" is not a string');
  const paths = parseChangedPaths(tool_response);
  if (!paths) return malformed('its "tool_response" lists no updated files');
  return {
    kind: "edit",
    ...occasion,
    cwd,
    changedPaths: [...new Set(paths.map((path) => resolvePath(cwd, path)))],
    addedRuns: createAddedRuns(tool_input, cwd),
  };
}

/**
 * Compaction throws every hook text away; `PostCompact` alone tells of every one that succeeded.
 * The `SessionStart` that follows it in a root can speak. A rewind looks like a resume. `clear`,
 * `startup` and `fork` come with an id of their own.
 */
function parseContextChange(
  eventName: string,
  { source }: Record<string, unknown>,
): ContextChange | undefined {
  if (eventName === "PostCompact") return "ended";
  if (eventName === "SessionStart" && source === "compact") return "restarted";
  if (eventName === "SessionStart" && source === "resume") return "resumed";
  if (eventName === "Interrupt") return "interrupted";
  return undefined;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
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
  return lines.slice(start + 1).filter((line) => /^[AM] ./s.test(line)).map((line) =>
    line.slice(2)
  );
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
function renderResponse({ text, notices }: HookOutcome, eventName: string): string | undefined {
  // Codex drops the whole answer over half a surrogate pair.
  const context = SPEAKING_EVENTS.includes(eventName) ? text.toWellFormed() : "";
  if (context === "" && notices.length === 0) return undefined;
  return JSON.stringify({
    ...(notices.length > 0 && { systemMessage: notices.join("\n").toWellFormed() }),
    ...(context !== "" && {
      hookSpecificOutput: { hookEventName: eventName, additionalContext: context },
    }),
  });
}

/** Those of our events whose answer may carry context. */
const SPEAKING_EVENTS = ["PostToolUse", "SessionStart"];

function malformed(reason: string): HookEvent {
  return { kind: "malformed", reason };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
