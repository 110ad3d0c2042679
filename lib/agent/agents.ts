/** The agents that this program serves, by their names on the command line. Pure. */
import { claudeCode } from "./claude_code/protocol.ts";
import { codex } from "./codex/protocol.ts";
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

/** Whether `name` is the name of an agent. */
export function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(ADAPTERS, name);
}
