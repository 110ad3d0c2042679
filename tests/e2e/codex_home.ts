import { join } from "node:path";
import { codexSetup } from "../../lib/agent/codex/setup.ts";
import { groupOf } from "../../lib/agent/hook_file/entries.ts";
import { writeFiles } from "./workspace.ts";

/** What a developer may have configured besides. */
export interface Settings {
  /** Name of the provider. One that is called "OpenAI" is asked to compact by itself. */
  readonly provider?: string;
  /** Further settings, as lines of TOML with dotted keys. */
  readonly lines?: readonly string[];
  /** A command that runs after an edit, beside our hook. */
  readonly besideHook?: string;
  /** Whether our hook runs wherever `install` puts it, and not only after edits. */
  readonly everywhere?: boolean;
}

/** Configures Codex in a home folder: which model it asks, and our hook as the README says. */
export async function writeCodexHome(
  home: string,
  modelUrl: string,
  hookCommand: string,
  settings: Settings = {},
): Promise<void> {
  const hook = { type: "command", command: hookCommand, timeout: 30 };
  const speaking = { ...hook, additionalContextLimit: 0 };
  const beside = settings.besideHook === undefined
    ? []
    : [{ type: "command", command: settings.besideHook }];
  const hooks = settings.everywhere ? listReleasedHooks(hookCommand) : {
    PostToolUse: [{ matcher: "apply_patch", hooks: [speaking, ...beside] }],
    PostCompact: [{ hooks: [hook] }],
    SessionStart: [{ matcher: "compact|resume", hooks: [speaking] }],
    // Codex gives it no more than three seconds, and says so where more is asked for.
    Interrupt: [{ hooks: [{ ...hook, timeout: 3 }] }],
  };
  await writeFiles(join(home, ".codex"), {
    "config.toml": renderConfig(modelUrl, settings),
    "hooks.json": JSON.stringify({ hooks }),
  });
}

/** The entries that `install` writes, with more time: this machine may be busy. */
function listReleasedHooks(command: string): Record<string, readonly unknown[]> {
  const entries = codexSetup.entries(command).map((entry) => {
    const { handler, event } = entry;
    const timeout = event === "Interrupt" ? handler.timeout : 30;
    return [event, [groupOf({ ...entry, handler: { ...handler, timeout } })]] as const;
  });
  return Object.fromEntries(entries);
}

/** The settings of Codex itself keep it from asking anything but the model. */
export function renderConfig(
  modelUrl: string,
  { provider = "scripted", lines = [] }: Settings,
): string {
  return `model_provider = "scripted"
check_for_update_on_startup = false
analytics.enabled = false
features.plugins = false
${lines.join("\n")}

[model_providers.scripted]
name = "${provider}"
base_url = "${modelUrl}"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;
}
