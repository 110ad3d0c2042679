/** How long a text each agent takes whole where this person's hooks are installed. */
import { ADAPTERS, type AgentLimit, CONTEXT_LIMITS } from "../agent/agents.ts";
import { findRepositoryRoot } from "../repository/locate.ts";
import type { Io } from "./io.ts";

const OPTION = /\s--context-limit(?:=|\s+)["']?(\d+)/g;

/**
 * The limits of the agents that have a hook of ours, of all where none has. `--context-limit` in a
 * hook replaces its agent's own limit; of several the smallest counts.
 */
export async function findContextLimits(io: Io): Promise<readonly AgentLimit[]> {
  const { readHookFiles } = await import("../install/disk/hook_files.ts");
  const { sortHooks } = await import("../agent/hook_file/our_hooks.ts");
  const folder = io.callerFolder();
  const repository = findRepositoryRoot(folder);
  const agents = await readHookFiles({ folder, repository, env: io.env });
  const installed = agents.flatMap(({ setup, files }): AgentLimit[] => {
    const commands = files.flatMap(({ text }) => {
      const hooks = sortHooks(text, setup, undefined);
      return "problem" in hooks ? [] : hooks.ours.map(({ command }) => command);
    });
    if (commands.length === 0) return [];
    const { title, contextLimit, limitUnit: unit, measure } = ADAPTERS[setup.name];
    const max = Math.min(...commands.map((command) => readLimit(command) ?? contextLimit));
    return [{ title, max, unit, measure }];
  });
  return installed.length > 0 ? installed : CONTEXT_LIMITS;
}

/** The limit that a hook's command names; infinite for 0, which lifts it. */
function readLimit(command: string): number | undefined {
  const max = [...command.matchAll(OPTION)].at(-1)?.[1];
  return max === undefined ? undefined : Number(max) || Infinity;
}
