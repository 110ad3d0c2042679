/**
 * Codex's session file ("rollout"), as measured on 0.171.0: append-only JSON lines, flushed before
 * each hook. It mirrors the model's context: response items in their order, hook texts marked as
 * such, and a `compacted` line that replaces all before it. Not a documented interface: whatever
 * does not look like it throws, and the caller goes on without. Pure.
 */
import { isRecord } from "../../json.ts";
import { parentPath } from "../../path.ts";
import { HEADER } from "../../presentation/text.ts";
import type {
  AppliedLine,
  LongLine,
  TranscriptBase,
  TranscriptFormat,
  TranscriptState,
} from "../protocol.ts";

const HOOK_TEXT = "hooks.additional_context";
const COMPACTED = '"compacted"';

/** How Codex keeps what is in a context. */
export const codexTranscript: TranscriptFormat = {
  parseBase,
  applyLine,
  skipLine,
  markers: [HOOK_TEXT, COMPACTED],
  isComplete: true,
  baseFolders,
  isBaseFile,
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A fork or a rewound session continues another file, named in its first line. */
function parseBase(firstLine: string): TranscriptBase | undefined {
  const { type, payload } = parseLine(firstLine);
  if (type !== "session_meta" || !isRecord(payload)) throw new TypeError("no session_meta");
  const base = payload["history_base"];
  if (base === undefined || base === null) return undefined;
  if (!isRecord(base)) throw new TypeError("unknown history_base");
  const { thread_id: threadId, end_ordinal_exclusive: endOrdinal } = base;
  if (typeof threadId !== "string" || !UUID.test(threadId) || typeof endOrdinal !== "number") {
    throw new TypeError("unknown history_base");
  }
  return { threadId, end: endOrdinal };
}

function applyLine(line: string, state: TranscriptState, base?: TranscriptBase): AppliedLine {
  if (isBehind(line, base)) return { end: true };
  // Most lines are of no interest, and parsing is what takes time.
  if (!line.includes(HOOK_TEXT) && !line.includes(COMPACTED)) return state;
  const { type, payload } = parseLine(line);
  if (type === "response_item") return { texts: [...state.texts, ...hookTexts(payload)] };
  if (type !== "compacted") return state;
  const history = isRecord(payload) ? payload["replacement_history"] : undefined;
  return { texts: Array.isArray(history) ? history.flatMap(hookTexts) : [] };
}

function skipLine(
  { head, mentions }: LongLine,
  state: TranscriptState,
  base?: TranscriptBase,
): AppliedLine {
  if (isBehind(head, base)) return { end: true };
  if (mentions) throw new TypeError("a line that is too long");
  return state;
}

/** Whether the line does not belong to `base` any more. */
function isBehind(line: string, base: TranscriptBase | undefined): boolean {
  if (!base) return false;
  const ordinal = /"ordinal":\s*(\d+)/.exec(line.slice(0, 200))?.[1];
  if (ordinal === undefined) throw new TypeError("no ordinal");
  return Number(ordinal) >= Number(base.end);
}

/** Our texts among the contents of an item of the context. */
function hookTexts(item: unknown): string[] {
  if (!isRecord(item) || item["role"] !== "developer") return [];
  const { content, internal_chat_message_metadata_passthrough: metadata } = item;
  const kinds = isRecord(metadata) ? metadata["content_item_kinds"] : undefined;
  if (!Array.isArray(content) || !Array.isArray(kinds)) return [];
  return content.flatMap((part, i) =>
    kinds[i] === HOOK_TEXT && isRecord(part) && typeof part["text"] === "string" &&
      part["text"].startsWith(HEADER)
      ? [part["text"]]
      : []
  );
}

/**
 * Session files are in `sessions/YYYY/MM/DD/`, by local time. A thread's id is a UUID version 7,
 * which begins with the milliseconds since 1970.
 */
function baseFolders({ threadId }: TranscriptBase, transcriptPath: string): string[] {
  const own = parentPath(transcriptPath);
  const sessions = parentPath(parentPath(parentPath(own)));
  const started = parseInt(threadId.replaceAll("-", "").slice(0, 12), 16);
  const days = [0, -1, 1].map((day) => {
    const date = new Date(started + day * 86_400_000);
    return Number.isNaN(date.getTime())
      ? own
      : `${sessions}/${date.toISOString().slice(0, 10).replaceAll("-", "/")}`;
  });
  return [...new Set([own, ...days])];
}

/** `rollout-<time>-<thread>.jsonl`, or with `_<segment>` for what came after a rewind. */
function isBaseFile({ threadId }: TranscriptBase, name: string): boolean {
  return name.endsWith(`-${threadId}.jsonl`) || name.endsWith(`_${threadId}.jsonl`);
}

function parseLine(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line);
  if (!isRecord(value)) throw new TypeError("not an object");
  return value;
}
