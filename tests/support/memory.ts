/** Shared by the tests of the presentation memory: a folder, a transcript, an Io. */
import type { Deadline } from "../../lib/deadline.ts";
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { NOW } from "./fake_ports.ts";

/** Every phase is over before it begins. */
export const NO_TIME: Deadline = { begin: () => ({ remaining: () => 0 }) };

/** A phase that is over after `looks` looks at the clock. */
export function timeFor(looks: number): Deadline {
  let left = looks;
  return { begin: () => ({ remaining: () => left-- > 0 ? 10_000 : 0 }) };
}

export { TemporaryFolder } from "./files.ts";

/** The first line of a transcript. */
export function metaLine(payload: Record<string, unknown> = {}, ordinal = 0): string {
  return line({ ordinal, type: "session_meta", payload: { cli_version: "0.171.0", ...payload } });
}

/** What a transcript goes on from, for its first line. */
export function basedOn(threadId: string, endOrdinal: number): Record<string, unknown> {
  return {
    history_base: {
      thread_id: threadId,
      end_ordinal_exclusive: endOrdinal,
      end_byte_offset: 1,
    },
  };
}

/** A line with a text that a hook has put into the context. */
export function hookLine(ordinal: number, text: string): string {
  return line({ ordinal, type: "response_item", payload: hookItem(text) });
}

export function compactedLine(ordinal: number, ...kept: string[]): string {
  const payload = { message: "Summary", replacement_history: kept.map(hookItem) };
  return line({ ordinal, type: "compacted", payload });
}

/** A line that is of no interest. */
export function otherLine(ordinal: number, text = "go"): string {
  const content = [{ type: "input_text", text }];
  const payload = { type: "message", role: "user", content };
  return line({ ordinal, type: "response_item", payload });
}

function hookItem(text: string): Record<string, unknown> {
  return {
    type: "message",
    role: "developer",
    content: [{ type: "input_text", text }],
    internal_chat_message_metadata_passthrough: {
      content_item_kinds: ["hooks.additional_context"],
    },
  };
}

function line(value: Record<string, unknown>): string {
  return `${JSON.stringify({ timestamp: "2026-11-30T09:14:31.747Z", ...value })}\n`;
}

/** A command's world without a terminal; `read` returns what was written. */
export function createIo({ env = {}, stdin = "", now = NOW }: {
  env?: Record<string, string>;
  stdin?: string;
  now?: Date;
} = {}) {
  return createScriptedIo(stdin, {
    env: (name) => env[name],
    callerFolder: () => "/",
    programFolder: "/",
    now: () => now,
  });
}
