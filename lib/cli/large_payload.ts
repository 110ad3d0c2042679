/**
 * What can be said of a payload that is too large to be read: which event it is about. The names
 * of session, event and tool are at one of its ends, beside the contents of files. Pure.
 */
import type { AgentAdapter } from "../agent/protocol.ts";
import { createNotice } from "../notice.ts";

/** Fields that name an event. */
const FIELD = /"(session_id|hook_event_name|tool_name|source|cwd)"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/**
 * A notice in the answer to the event, where the payload is one of ours; undefined where it is not,
 * or where its ends do not say.
 */
export function answerLargePayload(
  { head, tail }: { head: string; tail: string },
  limit: number,
  agent: AgentAdapter,
): string | undefined {
  const fields: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of `${head}\n${tail}`.matchAll(FIELD)) {
    if (!Object.hasOwn(fields, name)) fields[name] = parseText(value);
  }
  const eventName = fields["hook_event_name"];
  if (typeof eventName !== "string") return undefined;
  // One that is ours is malformed without the fields that were dropped.
  if (agent.parseEvent(JSON.stringify(fields)).kind === "nothing") return undefined;
  const notice = createNotice(
    "payload-too-large",
    `Cannot read what was changed: the agent sent more than ${limit} bytes. No guideline was looked for`,
  );
  return agent.renderResponse({ text: "", notices: [notice.message] }, eventName);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
