/**
 * The form of a hooks.json that Codex 0.171.0 accepts. It rejects the whole file over one field of
 * another form, or over an unknown key at the top; it ignores other unknown keys and events. Pure.
 */
import * as z from "zod";
import type { Span } from "../../diagnostic.ts";
import { locate } from "../hook_file/json_text.ts";

const uint = z.number().int().nonnegative().nullish();
const text = z.string().nullish();

const handler = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("command"),
    command: z.string(),
    commandWindows: text,
    timeout: uint,
    // Unlike the others it may not be null.
    async: z.boolean().optional(),
    statusMessage: text,
    additionalContextLimit: uint,
  }),
  z.object({ type: z.enum(["mcp_tool", "prompt", "agent"]) }),
]);

const groups = z.array(z.object({ matcher: text, hooks: z.array(handler).optional() })).optional();

/** The events of Codex 0.171.0. */
const EVENTS = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "Interrupt",
];

const file = z.strictObject({
  description: text,
  hooks: z.object(Object.fromEntries(EVENTS.map((event) => [event, groups]))).optional(),
});

/** Why Codex rejects a hooks.json with this text, which is valid JSON; undefined where it does not. */
export function findCodexFault(text: string): { message: string; at: Span } | undefined {
  const { error } = file.safeParse(JSON.parse(text));
  const [issue] = error?.issues ?? [];
  if (!issue) return undefined;
  const path = issue.path.map((part) => typeof part === "number" ? part : String(part));
  const name = path.map((part) => typeof part === "number" ? `[${part}]` : `.${part}`).join("")
    .replace(/^\./, "");
  return {
    message: `${name === "" ? "" : `${name}: `}${issue.message}`,
    at: locate(text, path),
  };
}
