/**
 * What Codex has been told to trust. It keeps a hash of each hook's definition under its position in
 * the file. The hashed form was measured on `@openai/codex` 0.171.0 (docs/doctor.md), and tests/e2e/
 * compares it with the real one. Pure.
 */
import { isRecord } from "../../json.ts";
import type { FoundEntry } from "../hook_file/read.ts";
import type { Trust } from "../setup.ts";
import { timeoutOf } from "./timeout.ts";

/** A hook's position and definition. */
export type HookDefinition = Pick<
  FoundEntry,
  "event" | "group" | "handler" | "matcher" | "value"
>;

/** Events without a matcher: what a group has as one is ignored. */
const PLAIN_EVENTS = ["UserPromptSubmit", "Stop", "Interrupt"];
/** Events whose answer may carry context, so that its limit is a part of the definition. */
const SPEAKING_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
];
/** The default, which is left out. */
const CONTEXT_LIMIT = 2500;

/** The key of a hook under `[hooks.state]`; `file` as Codex names it. */
export function trustKey(file: string, { event, group, handler }: HookDefinition): string {
  return `${file}:${toSnakeCase(event)}:${group}:${handler}`;
}

/** The hash of a command hook: over JSON with sorted keys, and what Codex fills in or leaves out. */
export async function hashHook({ event, matcher, value }: HookDefinition): Promise<string> {
  const fields = isRecord(value) ? value : {};
  const { command, statusMessage, additionalContextLimit: limit } = fields;
  const identity = {
    event_name: toSnakeCase(event),
    hooks: [{
      ...(SPEAKING_EVENTS.includes(event) && typeof limit === "number" && limit !== CONTEXT_LIMIT &&
        { additionalContextLimit: limit }),
      async: fields["async"] === true,
      command,
      ...(typeof statusMessage === "string" && { statusMessage }),
      timeout: timeoutOf(event, fields["timeout"]),
      type: "command",
    }],
    ...(matcher !== undefined && !PLAIN_EVENTS.includes(event) && { matcher }),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(identity));
  return `sha256:${new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex()}`;
}

/** Whether Codex runs a hook, according to the table `hooks.state` of its config.toml. */
export async function readTrust(
  state: unknown,
  file: string,
  hook: HookDefinition,
): Promise<Trust> {
  const entry = isRecord(state) ? state[trustKey(file, hook)] : undefined;
  if (!isRecord(entry) || typeof entry["trusted_hash"] !== "string") return "untrusted";
  if (entry["trusted_hash"] !== await hashHook(hook)) return "changed";
  return entry["enabled"] === false ? "disabled" : "trusted";
}

/** Whether Codex reads the configuration of a project, under any of the names of its root. */
export function isTrustedProject(projects: unknown, roots: readonly string[]): boolean {
  return isRecord(projects) && roots.some((root) => {
    const entry = projects[root];
    return isRecord(entry) && entry["trust_level"] === "trusted";
  });
}

function toSnakeCase(event: string): string {
  return event.replace(/[A-Z]/g, (letter, i) => `${i === 0 ? "" : "_"}${letter.toLowerCase()}`);
}
