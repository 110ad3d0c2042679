import { type Answer, callTool } from "./model_answer.ts";
import { asksForSummary, isFromSubAgent, type ModelRequest } from "./model_request.ts";

/** Waits until a child has ended its task. */
export const wait = callTool("collaboration", "wait_agent", { timeout_ms: 20_000 });

/** Starts a child; `inherited` says which of its parent's turns it knows. Default: all. */
export function spawn(name: string, inherited?: "all" | "none"): Answer {
  const turns = inherited === undefined ? {} : { fork_turns: inherited };
  const task = { task_name: name, message: "Add a service", ...turns };
  return callTool("collaboration", "spawn_agent", task);
}

/** Starts a child as models do that have no code mode. */
export function spawnOld(inherits: boolean): Answer {
  const task = { message: "Add a service", fork_context: inherits };
  return callTool("multi_agent_v1", "spawn_agent", task);
}

/** Gives a child that has ended another task. */
export function followUp(name: string): Answer {
  return callTool("collaboration", "followup_task", { target: name, message: "Add another" });
}

/** Gives these answers to the agent that the user speaks to. */
export function root(...answers: Answer[]): Answer[] {
  return only((request) => !isFromSubAgent(request), ...answers);
}

/** Gives these answers to a sub-agent. */
export function child(...answers: Answer[]): Answer[] {
  return only(isFromSubAgent, ...answers);
}

/** Gives these answers to the requests for work of one agent. */
export function only(agent: (request: ModelRequest) => boolean, ...answers: Answer[]): Answer[] {
  const when = (request: ModelRequest) => agent(request) && !asksForSummary(request);
  return answers.map((answer) => ({ ...answer, when }));
}
