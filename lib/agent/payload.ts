/** What the payloads of all agents have in common: JSON, and what names a session. Pure. */
import { isRecord } from "../json.ts";
import type { Malformed, Occasion } from "./protocol.ts";

/** A payload that is an object and names its event. */
export interface Payload {
  kind: "payload";
  eventName: string;
  fields: Record<string, unknown>;
}

/** Reads the part of a payload that is the same for all agents. */
export function parsePayload(text: string): Payload | Malformed {
  if (text.trim() === "") return malformed("stdin is empty");
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    return malformed("it is not JSON");
  }
  if (!isRecord(fields)) return malformed("it is not a JSON object");
  const eventName = fields["hook_event_name"];
  if (typeof eventName !== "string") return malformed('it has no "hook_event_name"');
  return { kind: "payload", eventName, fields };
}

/** When and where the event happened; `turnKey` is the agent's field for its turn. */
export function parseOccasion(
  { eventName, fields }: Payload,
  turnKey: string,
): Occasion | Malformed {
  const { session_id: session, agent_id: agent } = fields;
  if (typeof session !== "string" || session === "") return malformed('it has no "session_id"');
  return {
    // A sub-agent shares the root's session_id but not its context.
    sessionId: typeof agent === "string" && agent !== "" ? `${session}/${agent}` : session,
    turnId: optionalText(fields[turnKey]),
    callId: optionalText(fields["tool_use_id"]),
    transcriptPath: optionalText(fields["transcript_path"]),
    eventName,
  };
}

/** A payload that cannot be read; `reason` is for a person. */
export function malformed(reason: string): Malformed {
  return { kind: "malformed", reason };
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
