import { join } from "node:path";
import { claudeCodeSetup } from "../../../lib/agent/claude_code/setup.ts";
import { groupOf } from "../../../lib/agent/hook_file/entries.ts";
import { writeFiles } from "../workspace.ts";

/** What narrows each event that the hook knows; undefined where nothing does. */
const MATCHERS = {
  PostToolUse: "Edit|Write|NotebookEdit",
  SessionStart: "compact|resume",
  PostCompact: undefined,
};

export type HookEventName = keyof typeof MATCHERS;

/**
 * Configures Claude Code in a home folder: what runs after an edit and when a context changes, or,
 * `released`, wherever `install` puts the hook.
 */
export async function writeClaudeHome(
  home: string,
  command: string,
  events: readonly HookEventName[] | "released" = ["PostToolUse", "SessionStart", "PostCompact"],
): Promise<void> {
  const hook = { type: "command", command, timeout: 30 };
  const groups = events === "released"
    ? claudeCodeSetup.entries(command).map((entry) => {
      const handler = { ...entry.handler, timeout: hook.timeout };
      return [entry.event, [groupOf({ ...entry, handler })]];
    })
    : events.map((event) => [event, [{ matcher: MATCHERS[event], hooks: [hook] }]]);
  const settings = { hooks: Object.fromEntries(groups) };
  await writeFiles(join(home, ".claude"), { "settings.json": JSON.stringify(settings) });
}

/** Keeps Claude Code from asking anything but the model, and gives it no account. */
export function claudeEnvironment(modelUrl: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "no-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
    // What would leave this machine all the same finds nobody there.
    HTTP_PROXY: "http://127.0.0.1:9",
    HTTPS_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1",
  };
}
