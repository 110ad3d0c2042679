/** The registry of the agents that this program serves, by their names on the command line. Pure. */
import { claudeCode } from "./claude_code/protocol.ts";
import { codex } from "./codex/protocol.ts";
import type { ContextLimit } from "../presentation/text.ts";
import type { AgentAdapter } from "./protocol.ts";

/** The hook protocol of each agent: all of it that the hook loads. */
export const ADAPTERS = {
  "codex": codex,
  "claude-code": claudeCode,
} satisfies Record<string, AgentAdapter>;

/** One of the agents. */
export type AgentName = keyof typeof ADAPTERS;

/** The names of all agents. */
export const AGENT_NAMES = Object.keys(ADAPTERS) as readonly AgentName[];

/** The agent that is meant where a golden fixture or a command names none. */
export const DEFAULT_AGENT: AgentName = "codex";

/** How long a context text each agent takes whole, in which unit. */
export const CONTEXT_LIMITS: readonly AgentLimit[] = Object.values(ADAPTERS).map((
  { title, contextLimit, limitUnit, measure },
) => ({ title, max: contextLimit, unit: limitUnit, measure }));

/** The limit of one agent. */
export interface AgentLimit extends ContextLimit {
  title: string;
  /** What `measure` counts, in the plural. */
  unit: string;
}

/** Whether `name` is the name of an agent. */
export function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(ADAPTERS, name);
}

/** The agent as people call it. */
export function titleOf(agent: AgentName): string {
  return ADAPTERS[agent].title;
}

/** The folder of an agent's own that the file at `path` is in; undefined for none. */
export function ownFolderOf(
  path: string,
  env: (name: string) => string | undefined,
): string | undefined {
  const adapters: readonly AgentAdapter[] = Object.values(ADAPTERS);
  for (const adapter of adapters) {
    const folder = adapter.ownFolder(path, env);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** The adapter of the agent whose transcript is at `path`; of the default one where it is unknown. */
export function adapterOfTranscript(path: string | undefined): AgentAdapter {
  const adapters: readonly AgentAdapter[] = Object.values(ADAPTERS);
  const found = path === undefined ? undefined : adapters.find((it) => it.isTranscript(path));
  return found ?? ADAPTERS[DEFAULT_AGENT];
}
