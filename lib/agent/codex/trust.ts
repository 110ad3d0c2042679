/**
 * What Codex has been told to trust. It keeps a hash of each hook's definition, by its place in the
 * file. The form that is hashed was measured on `@openai/codex` 0.171.0 (docs/doctor.md);
 * tests/e2e/ holds it to the real one. Pure.
 */
import { isRecord } from "../../json.ts";
import type { FoundEntry } from "../hook_file/read.ts";

/** Where a hook stands, and how it is defined. */
export type HookDefinition = Pick<
  FoundEntry,
  "event" | "group" | "handler" | "matcher" | "value"
>;

/** What Codex has been told of a hook. */
export type Trust = "trusted" | "untrusted" | "changed" | "disabled";

/** Seconds; Codex's own. */
const TIMEOUT = 600;
/** Events whose hooks get so many seconds at most, and one where nothing is said. */
const SHORT_EVENTS = ["Interrupt", "SessionEnd"];
/** The most seconds that Codex gives to a hook of a short event. */
export const SHORT_TIMEOUT = 3;
/** Events that have no matcher, whatever stands there. */
const PLAIN_EVENTS = ["UserPromptSubmit", "Stop", "Interrupt"];
/** Events whose answer may carry context, so that a limit for it counts. */
const SPEAKING_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
];
/** The limit that Codex has by itself. */
const CONTEXT_LIMIT = 2500;

/** The key of a hook under `[hooks.state]`; `file` as Codex names it. */
export function trustKey(file: string, { event, group, handler }: HookDefinition): string {
  return `${file}:${toSnakeCase(event)}:${group}:${handler}`;
}

/** The seconds that Codex gives a hook. */
export function codexTimeout(event: string, timeout: unknown): number {
  const short = SHORT_EVENTS.includes(event);
  const given = typeof timeout === "number" ? timeout : short ? 1 : TIMEOUT;
  return Math.max(1, short ? Math.min(given, SHORT_TIMEOUT) : given);
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
      timeout: codexTimeout(event, fields["timeout"]),
      type: "command",
    }],
    ...(matcher !== undefined && !PLAIN_EVENTS.includes(event) && { matcher }),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(identity));
  return `sha256:${new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex()}`;
}

/** Whether Codex runs a hook, by the table `hooks.state` of its config.toml. */
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

/** Whether Codex takes the configuration of a project, by any of the names that its root has. */
export function isTrustedProject(projects: unknown, roots: readonly string[]): boolean {
  return isRecord(projects) && roots.some((root) => {
    const entry = projects[root];
    return isRecord(entry) && entry["trust_level"] === "trusted";
  });
}

function toSnakeCase(event: string): string {
  return event.replace(/[A-Z]/g, (letter, i) => `${i === 0 ? "" : "_"}${letter.toLowerCase()}`);
}
