/**
 * The form of a hooks.json that Codex 0.171.0 takes. Over one field of another form it drops the whole
 * file; keys and events that it does not know it passes over, but for those at the top. Pure.
 */
import * as z from "zod";

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

/** Why Codex takes nothing of a hooks.json with this content; undefined where it takes it. */
export function findCodexFault(content: unknown): string | undefined {
  const { error } = file.safeParse(content);
  const [issue] = error?.issues ?? [];
  if (!issue) return undefined;
  const place = issue.path.map((part) =>
    typeof part === "number" ? `[${part}]` : `.${String(part)}`
  )
    .join("").replace(/^\./, "");
  return `${place === "" ? "" : `at ${place}: `}${issue.message}`;
}
