/** The registry of the agents' setups, each loaded when it is asked for. Pure. */
import { AGENT_NAMES, type AgentName } from "./agents.ts";
import type { AgentSetup } from "./setup.ts";

const SETUPS: Record<AgentName, () => Promise<AgentSetup>> = {
  "codex": async () => (await import("./codex/setup.ts")).codexSetup,
  "claude-code": async () => (await import("./claude_code/setup.ts")).claudeCodeSetup,
};

/** What `install` and `doctor` need to know of the agent. */
export function loadSetup(agent: AgentName): Promise<AgentSetup> {
  return SETUPS[agent]();
}

/** The same of all agents, in the order of {@linkcode AGENT_NAMES}. */
export function loadSetups(): Promise<AgentSetup[]> {
  return Promise.all(AGENT_NAMES.map(loadSetup));
}
