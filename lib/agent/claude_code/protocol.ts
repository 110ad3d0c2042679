/**
 * The hook protocol of Anthropic's Claude Code, as measured on `@anthropic-ai/claude-code` 2.1.332
 * (docs/claude-code-protocol.md). Pure.
 */
import { isRecord } from "../../json.ts";
import type { TurnEvent } from "../../look/turn.ts";
import { isAbsolutePath, resolvePath } from "../../path.ts";
import type { ContextChange } from "../../search/context_change.ts";
import type { AgentAdapter, HookEvent, Occasion } from "../protocol.ts";
import { findFolder, homeFolder } from "../own_folder.ts";
import { malformed, parseOccasion, parsePayload } from "../payload.ts";
import { renderAnswer } from "../response.ts";
import { parseAddedRuns, parseCommandRuns } from "./structured_patch.ts";
import { claudeCodeTranscript, subAgentTranscript } from "./transcript.ts";

/** The adapter of Claude Code. */
export const claudeCode: AgentAdapter = {
  title: "Claude Code",
  parseEvent,
  carriesContext,
  renderResponse: (outcome, eventName) =>
    renderAnswer(outcome, eventName, carriesContext(eventName)),
  // In UTF-16 units; of a longer text the model gets the first 2 KB and the name of a file.
  contextLimit: 10_000,
  limitUnit: "UTF-16 units",
  measure: (text) => text.length,
  isTranscript: (path) => /\/projects\/[^/]+\/.+\.jsonl$/.test(path),
  ownFolder: (path, env) =>
    findFolder(path, env("CLAUDE_CONFIG_DIR") || homeFolder(env, ".claude")) ??
      SCRATCH_FOLDER.exec(path)?.[0],
  transcript: claudeCodeTranscript,
};

/** One for each user, by the number. */
const SCRATCH_FOLDER = /^\/(?:private\/)?tmp\/claude(?:-\d+)?(?=\/)/;

/** The tools that change a file, and where their input names it. */
const EDIT_TOOLS: Readonly<Record<string, string>> = {
  Edit: "file_path",
  Write: "file_path",
  NotebookEdit: "notebook_path",
};

function parseEvent(text: string): HookEvent {
  const payload = parsePayload(text);
  if (payload.kind === "malformed") return payload;
  const { eventName, fields } = payload;
  const { tool_name: tool, source } = fields;
  const pathKey = eventName === "PostToolUse" && typeof tool === "string" &&
      Object.hasOwn(EDIT_TOOLS, tool)
    ? EDIT_TOOLS[tool]
    : undefined;
  const change = parseContextChange(eventName, source);
  const moment = pathKey === undefined ? parseMoment(eventName, fields) : undefined;
  if (pathKey === undefined && !moment && !change) return { kind: "nothing" };

  const common = parseOccasion(payload, "prompt_id");
  if ("kind" in common) return common;
  const occasion = { ...common, ...parseSubAgent(fields, common.transcriptPath) };
  if (pathKey !== undefined) return parseEdit(fields, pathKey, occasion);
  // Compaction within a turn keeps the calls of the newest answer, with their hook texts. So nothing is
  // repeated merely because the turn was interrupted by it.
  const { cwd, duration_ms: duration } = fields;
  if (moment && typeof cwd === "string" && isAbsolutePath(cwd)) {
    return {
      kind: "moment",
      ...occasion,
      ...(change && { turnId: undefined, change }),
      moment,
      cwd,
      duration: typeof duration === "number" ? duration : undefined,
      addedRuns: (path) => parseCommandRuns(fields["tool_response"], path),
    };
  }
  return change ? { kind: "context", ...occasion, turnId: undefined, change } : { kind: "nothing" };
}

/** A command that exits with an error has an event of its own, and may have changed files. */
function parseMoment(
  eventName: string,
  { tool_name: tool, source, is_interrupt: isInterrupt }: Record<string, unknown>,
): TurnEvent | undefined {
  switch (eventName) {
    case "PostToolUse":
    case "PostToolUseFailure":
      if (typeof tool !== "string" || !/^(?:Bash$|mcp__)/.test(tool)) return undefined;
      return isInterrupt === true ? "break" : "command";
    case "UserPromptSubmit":
      return "prompt";
    case "SessionStart":
      return source === "compact" ? "compacted" : "begin";
    case "Stop":
    case "SubagentStop":
      return "end";
    case "StopFailure":
      return "break";
  }
  return undefined;
}

function carriesContext(eventName: string): boolean {
  return ["PostToolUse", "PostToolUseFailure", "UserPromptSubmit"].includes(eventName);
}

/** A sub-agent's payload has its root's transcript; a fork begins with its root's context. */
function parseSubAgent(
  { agent_id: agentId, agent_type: type, session_id: root }: Record<string, unknown>,
  rootPath: string | undefined,
): Partial<Occasion> {
  if (typeof agentId !== "string" || agentId === "") return {};
  return {
    transcriptPath: rootPath === undefined ? undefined : subAgentTranscript(rootPath, agentId),
    ...(type === "fork" && typeof root === "string" && { inheritsFrom: root }),
  };
}

/**
 * `tool_input` has the absolute path, also where the model wrote it relative to the folder or to `~`;
 * `tool_response` has it as the model wrote it.
 */
function parseEdit(
  { cwd, tool_input: input, tool_response: response }: Record<string, unknown>,
  pathKey: string,
  occasion: Occasion,
): HookEvent {
  if (typeof cwd !== "string" || !isAbsolutePath(cwd)) return malformed('it has no absolute "cwd"');
  const path = isRecord(input) ? input[pathKey] : undefined;
  if (typeof path !== "string" || path === "") {
    return malformed(`its "tool_input" has no "${pathKey}"`);
  }
  const changed = resolvePath(cwd, path);
  return {
    kind: "edit",
    ...occasion,
    cwd,
    changedPaths: [changed],
    addedRuns: (path) => path === changed ? parseAddedRuns(response) : undefined,
  };
}

/**
 * A compaction that succeeded raises two events, in root and sub-agent: `SessionStart`, then
 * `PostCompact`. The first ends the context; the second finds nothing left to end, and is the
 * fallback where the first is not registered. `startup`, `clear` and `fork` have an id of their own.
 */
function parseContextChange(eventName: string, source: unknown): ContextChange | undefined {
  if (eventName === "PostCompact") return "ended";
  if (eventName !== "SessionStart") return undefined;
  if (source === "compact") return "ended";
  return source === "resume" ? "resumed" : undefined;
}
