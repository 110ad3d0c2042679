import { join } from "node:path";
import { writeFiles } from "./workspace.ts";

/** Configures Codex in a home folder: which model it asks, and what runs after an edit. */
export async function writeCodexHome(
  home: string,
  modelUrl: string,
  hookCommand: string,
): Promise<void> {
  const hook = { type: "command", command: hookCommand, timeout: 30, additionalContextLimit: 0 };
  const hooks = { PostToolUse: [{ matcher: "apply_patch", hooks: [hook] }] };
  await writeFiles(join(home, ".codex"), {
    "config.toml": renderConfig(modelUrl),
    "hooks.json": JSON.stringify({ hooks }),
  });
}

/** The last three settings keep Codex from asking anything but the model. */
function renderConfig(modelUrl: string): string {
  return `model_provider = "scripted"
check_for_update_on_startup = false
analytics = { enabled = false }
features = { plugins = false }

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;
}
