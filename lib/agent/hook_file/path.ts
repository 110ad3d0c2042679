/** Where an agent has its hook file. Pure. */
import type { AgentName } from "../agents.ts";
import { isAbsolutePath, resolvePath } from "../../path.ts";

/** `user`: for all that this person does. `project`: for all who work in a repository. */
export type HookScope = "user" | "project";

/** What says where hook files are. */
export interface HookFilePlaces {
  home: string | undefined;
  /** CODEX_HOME and CLAUDE_CONFIG_DIR, as they are set. */
  codexHome: string | undefined;
  claudeConfigDir: string | undefined;
  /** Codex: the root of the repository. Claude Code: the folder where `claude` is started. */
  projectFolder: string | undefined;
}

/** The absolute path of the hook file; undefined where nothing says where it is. */
export function hookFilePath(
  agent: AgentName,
  scope: HookScope,
  { home, codexHome, claudeConfigDir, projectFolder }: HookFilePlaces,
): string | undefined {
  const codex = agent === "codex";
  const below = (folder: string | undefined, path: string) =>
    folder !== undefined && isAbsolutePath(folder) ? resolvePath(folder, path) : undefined;
  if (scope === "project") {
    return below(projectFolder, codex ? ".codex/hooks.json" : ".claude/settings.json");
  }
  // Only Codex takes an empty variable for one that is not set; a relative one means another folder
  // wherever the agent is started.
  const own = codex ? codexHome || undefined : claudeConfigDir;
  if (own !== undefined) return below(own, codex ? "hooks.json" : "settings.json");
  return below(home, codex ? ".codex/hooks.json" : ".claude/settings.json");
}
