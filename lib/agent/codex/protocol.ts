/**
 * The hook protocol of the OpenAI Codex CLI, as measured on `@openai/codex` 0.171.0
 * (docs/codex-protocol.md). Pure.
 */
import { isRecord } from "../../json.ts";
import type { TurnEvent } from "../../look/turn.ts";
import { isAbsolutePath, resolvePath } from "../../path.ts";
import type { ContextChange } from "../../search/context_change.ts";
import { codexTranscript } from "./transcript.ts";
import type { AgentAdapter, HookEvent, Occasion } from "../protocol.ts";
import { parseAddedRuns } from "./patch.ts";
import { findFolder, homeFolder } from "../own_folder.ts";
import { malformed, parseOccasion, parsePayload } from "../payload.ts";
import { renderAnswer } from "../response.ts";

/** The adapter of Codex. */
export const codex: AgentAdapter = {
  title: "Codex",
  parseEvent,
  carriesContext,
  // Codex drops the whole answer over one field that it does not know.
  renderResponse: (outcome, eventName) =>
    renderAnswer(outcome, eventName, carriesContext(eventName)),
  // 2,500 of its tokens, each 4 bytes of UTF-8; a longer text is cut in the middle.
  contextLimit: 10_000,
  limitUnit: "bytes",
  measure: (text) => new TextEncoder().encode(text).length,
  isTranscript: (path) => /\/rollout-[^/]+\.jsonl$/.test(path),
  ownFolder: (path, env) => findFolder(path, env("CODEX_HOME") || homeFolder(env, ".codex")),
  transcript: codexTranscript,
};

const SUCCESS = "Success. Updated the following files:";
const NOTHING: HookEvent = { kind: "nothing" };

function parseEvent(text: string): HookEvent {
  const payload = parsePayload(text);
  if (payload.kind === "malformed") return payload;
  const { eventName, fields } = payload;
  const isEdit = eventName === "PostToolUse" && fields["tool_name"] === "apply_patch";
  const moment = isEdit ? undefined : parseMoment(eventName, fields);
  const change = isEdit ? undefined : parseContextChange(eventName, fields);
  if (!isEdit && !moment && !change) return NOTHING;

  const occasion = parseOccasion(payload, "turn_id");
  if ("kind" in occasion) return occasion;
  if (isEdit) return parseEdit(fields, occasion);
  const { cwd } = fields;
  if (moment && typeof cwd === "string" && isAbsolutePath(cwd)) {
    return { kind: "moment", ...occasion, moment, cwd, duration: undefined, change };
  }
  return change ? { kind: "context", ...occasion, change } : NOTHING;
}

/** A command that still runs when its call returns has its event when its end is seen. */
function parseMoment(
  eventName: string,
  { tool_name: tool, source }: Record<string, unknown>,
): TurnEvent | undefined {
  switch (eventName) {
    case "PostToolUse":
      return typeof tool === "string" && /^(?:Bash$|mcp__)/.test(tool) ? "command" : undefined;
    case "UserPromptSubmit":
      return "prompt";
    case "SessionStart":
      return source === "compact" ? "compacted" : "begin";
    case "Stop":
    case "SubagentStop":
      return "end";
    case "Interrupt":
      return "break";
  }
  return undefined;
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
 * Compaction drops every hook text; only `PostCompact` reports each one that succeeded. The answer to
 * the `SessionStart` that follows it in a root may carry context. A rewind looks like a resume. `clear`,
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

function carriesContext(eventName: string): boolean {
  return ["PostToolUse", "SessionStart", "UserPromptSubmit"].includes(eventName);
}
