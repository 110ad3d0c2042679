import { isFromRoot, isFromSubAgent, type ModelRequest } from "./model_request.ts";

/** One part of an answer, in the form of the Messages API; the model adds the ids. */
export type AnswerPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly name: string; readonly input: object };

/** What the model answers, once, to the first request that it is meant for. */
export interface Answer {
  readonly parts: readonly AnswerPart[];
  /** How long the conversation is said to be; close to the model's window, it is compacted next. */
  readonly inputTokens?: number;
  /** What happens while the model thinks. */
  readonly meanwhile?: () => Promise<void>;
  /** Chooses the requests that this answer is meant for: with several agents, those of one. */
  readonly when?: (request: ModelRequest) => boolean;
}

/** Says something, which ends the turn. */
export function say(text: string): Answer {
  return { parts: [{ type: "text", text }] };
}

/** Calls a tool. */
export function call(name: string, input: object): Answer {
  return { parts: [{ type: "tool_use", name, input }] };
}

/** Several calls in one answer. */
export function together(...answers: Answer[]): Answer {
  return { parts: answers.flatMap(({ parts }) => parts) };
}

export function write(path: string, content: string): Answer {
  return call("Write", { file_path: path, content });
}

export function read(path: string): Answer {
  return call("Read", { file_path: path });
}

export function edit(path: string, oldString: string, newString: string): Answer {
  return call("Edit", { file_path: path, old_string: oldString, new_string: newString });
}

/** An edit to which the guideline about ports is relevant; each number means another file. */
export function addService(number: number): Answer {
  return write(`src/Service${number}.kt`, "val orders = OrderRepositoryImpl()\n");
}

/** Starts a sub-agent and waits for it. */
export function startAgent(task: string): Answer {
  const kind = { subagent_type: "general-purpose", run_in_background: false };
  return call("Agent", { description: "Add a service", prompt: task, ...kind });
}

/** Fills the model's window, so that Claude Code compacts the conversation before it goes on. */
export function fillWindow(answer: Answer): Answer {
  return { ...answer, inputTokens: 990_000 };
}

/** Means an answer for the agent that the user speaks to. */
export function ofRoot(answer: Answer): Answer {
  return { ...answer, when: isFromRoot };
}

/** Means an answer for whichever sub-agent asks. */
export function ofSubAgent(answer: Answer): Answer {
  return { ...answer, when: isFromSubAgent };
}
