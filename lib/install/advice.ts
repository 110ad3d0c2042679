/** What a person has to know and to do beside what was written into a hook file. Pure. */
import type { AgentName } from "../agent/agents.ts";
import { optionsOf } from "../agent/hook_file/command.ts";
import type { FoundEntry } from "../agent/hook_file/read.ts";
import type { HookScope } from "../agent/hook_file/path.ts";
import type { MergedHooks, RemovedHooks } from "../agent/hook_file/merge.ts";

/** The agents as people call them. */
export const AGENT_TITLES: Record<AgentName, string> = {
  "codex": "Codex",
  "claude-code": "Claude Code",
};

/** What to look at in the merged file: a line each. */
export function adviseOnFile(
  { replaced, kept, foreign }: MergedHooks,
  agent: AgentName,
  command: string,
): string[] {
  const now = optionsOf(command, agent);
  const lost = replaced.map((old) => optionsOf(old, agent).filter((word) => !now.includes(word)))
    .filter((words) => words.length > 0);
  return [
    ...lost.map((words) =>
      `warning: The older command had "${words.join(" ")}", the new one has not. ` +
      "install takes --guidebook; what else you need is yours to add"
    ),
    ...kept.map((entry) => stays(entry, "A second entry of ours")),
    ...foreign.map((entry) => staysForeign(entry, agent)),
  ];
}

/** What to look at in the file that the hook was taken out of: a line each. */
export function adviseOnRemoval({ kept, foreign }: RemovedHooks, agent: AgentName): string[] {
  return [
    ...kept.map((entry) => stays(entry, "An entry of ours")),
    ...foreign.map((entry) => staysForeign(entry, agent)),
  ];
}

/** What the agent still asks of the person before it runs the hook. */
export function adviseOnTrust(
  agent: AgentName,
  scope: HookScope,
  folder: string,
  trustStays: boolean,
): string[] {
  if (agent === "claude-code") {
    return scope === "user"
      ? ["Nothing has to be trusted. Sessions that run already take it up within seconds."]
      : [
        `Claude Code reads this file only where it is started in exactly ${folder}.`,
        "There it asks once whether you trust the folder; claude -p does not ask.",
      ];
  }
  if (trustStays) {
    return ["Entries and positions of the hook are the same as before, so your trust in it stays."];
  }
  return [
    'Now review and trust the hook: start codex, it opens with "Hooks need review".',
    "Until then Codex skips the hook, and codex exec does so without a word. That trust is yours",
    "to give: this program never writes it.",
    ...(scope === "project"
      ? [
        "The project itself must be trusted, too: codex asks for it, or run codex exec --trust once.",
        "Every member of the team does both on their own machine.",
      ]
      : []),
  ];
}

function stays(entry: FoundEntry, what: string): string {
  return `warning: ${what} stays at ${placeOf(entry)}. Without it others would move, and ` +
    "Codex would skip them until you trust them again: take it out yourself";
}

function staysForeign(entry: FoundEntry, agent: AgentName): string {
  return `warning: The entry at ${placeOf(entry)} speaks of adaptive-guidebook, but is no plain ` +
    `call of its hook for ${AGENT_TITLES[agent]}, so it stays as it is`;
}

function placeOf({ event, group, handler }: FoundEntry): string {
  return `hooks.${event}[${group}].hooks[${handler}]`;
}
