/**
 * Claude Code's transcript, as measured on 2.1.332: append-only JSON lines, written before each hook
 * runs. A line names the one that it goes on from, so that a rewind, which begins with a prompt that
 * goes on from an earlier line, leaves a branch behind. The results of calls that ran side by side
 * are branches too, and all in the context, which is why only prompts are followed. Not a documented
 * interface: what does not look like it throws, and the caller goes on without. Pure.
 */
import { fieldsOf, isRecord } from "../../json.ts";
import { parentPath } from "../../path.ts";
import { HEADER } from "../../presentation/text.ts";
import type {
  AppliedLine,
  LongLine,
  TranscriptBase,
  TranscriptFormat,
  TranscriptState,
} from "../protocol.ts";

const HOOK_TEXT = '"hook_additional_context"';
const BOUNDARY = '"compact_boundary"';
/** The first line of a sub-agent that begins with its parent's context. */
const FORK = '"fork-context-ref"';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** How Claude Code keeps what is in a context. */
export const claudeCodeTranscript: TranscriptFormat = {
  parseBase,
  applyLine,
  skipLine,
  markers: [HOOK_TEXT, BOUNDARY],
  // Not promised anywhere. A text that is not there yet must not be said once more at every edit.
  isComplete: false,
  baseFolders: (_, path) => [parentPath(parentPath(parentPath(path)))],
  isBaseFile: ({ threadId }, name) => name === `${threadId}.jsonl`,
};

/** The transcript of a sub-agent, beside that of its root. */
export function subAgentTranscript(rootPath: string, agentId: string): string | undefined {
  return rootPath.endsWith(".jsonl") && /^[\w-]+$/.test(agentId)
    ? `${rootPath.slice(0, -".jsonl".length)}/subagents/agent-${agentId}.jsonl`
    : undefined;
}

function parseBase(firstLine: string): TranscriptBase | undefined {
  if (!firstLine.startsWith("{")) throw new TypeError("not an object");
  if (!firstLine.includes(FORK)) return undefined;
  const { type, parentSessionId, parentLastUuid } = parseLine(firstLine);
  if (type !== "fork-context-ref") return undefined;
  if (
    typeof parentSessionId !== "string" || !UUID.test(parentSessionId) ||
    typeof parentLastUuid !== "string"
  ) throw new TypeError("unknown fork-context-ref");
  return { threadId: parentSessionId, end: parentLastUuid };
}

function applyLine(line: string, state: TranscriptState, base?: TranscriptBase): AppliedLine {
  // Behind the last line of the base, whatever it is.
  if (base && state.last === base.end) return { end: true };
  const { parent, name, goesOn } = readLinks(line, line);
  if (name === undefined) return state;
  if (line.includes(BOUNDARY)) {
    const { subtype, compactMetadata } = parseLine(line);
    if (subtype === "compact_boundary") {
      const compacted = { ...state, compactions: (state.compactions ?? 0) + 1 };
      return compact(compacted, name, compactMetadata);
    }
  }
  const branch = goesOn || parent === undefined || parent === state.last
    ? state.texts
    : state.earlier
    ? state.earlier.get(parent)
    : undefined;
  if (branch === undefined) {
    if (state.earlier) throw new TypeError("unknown parent");
    return { restart: true };
  }
  const texts = line.includes(HOOK_TEXT) ? [...branch, ...hookTexts(parseLine(line))] : branch;
  return advance(state, texts, name);
}

/** A long line is a result or a prompt with large contents; as a prompt it may begin a branch. */
function skipLine(
  { head, tail, mentions }: LongLine,
  state: TranscriptState,
  base?: TranscriptBase,
): AppliedLine {
  if (mentions) throw new TypeError("a line that is too long");
  // Without the contents between them, the two ends have all that is looked for.
  return applyLine(`${head}\n${tail}`, state, base);
}

/** The first call of a context that was summarised begins without texts, but for what was kept. */
function compact(state: TranscriptState, name: string, metadata: unknown): AppliedLine {
  const { headUuid, tailUuid } = fieldsOf(fieldsOf(metadata)["preservedSegment"]);
  if (typeof headUuid !== "string" || typeof tailUuid !== "string") return advance(state, [], name);
  if (!state.earlier) return { restart: true };
  const [before, kept] = [headUuid, tailUuid].map((uuid) => state.earlier?.get(uuid) ?? []);
  return advance(state, kept!.slice(before!.length), name);
}

function advance(
  { texts: before, dropped = [], earlier, compactions }: TranscriptState,
  texts: readonly string[],
  last: string,
): TranscriptState {
  // What a line quotes of another one's name comes later than that line.
  if (earlier && !earlier.has(last)) earlier.set(last, texts);
  const rest = { last, ...(earlier && { earlier }), ...(compactions && { compactions }) };
  if (texts === before) return { texts, dropped, ...rest };
  const gone = before.filter((text) => !texts.includes(text) && !dropped.includes(text));
  return { texts, dropped: [...dropped, ...gone], ...rest };
}

/**
 * Which line this is, and which one it goes on from, without parsing it: keys stand as they are,
 * while quotes in contents are escaped. `goesOn` for all but a prompt.
 */
function readLinks(head: string, tail: string) {
  const parent = /^\{"parentUuid":"([^"]+)"/.exec(head)?.[1];
  const name = /"uuid":"([^"]+)","timestamp"/.exec(tail)?.[1] ??
    /"uuid":"([^"]+)"/.exec(tail)?.[1];
  const isPrompt = head.includes('"type":"user"') && !tail.includes('"sourceToolAssistantUUID"');
  return { parent, name, goesOn: !isPrompt };
}

function hookTexts({ attachment }: Record<string, unknown>): string[] {
  const { type, content } = fieldsOf(attachment);
  if (type !== "hook_additional_context" || !Array.isArray(content)) return [];
  return content.filter((text) => typeof text === "string" && text.startsWith(HEADER));
}

function parseLine(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line);
  if (!isRecord(value)) throw new TypeError("not an object");
  return value;
}
