import type { ModelRequest } from "./model_request.ts";

/** One item of an answer, in the form of the Responses API; the model adds the ids. */
export interface AnswerItem {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What the model answers, once, to the first request that it is meant for. */
export interface Answer {
  readonly item: AnswerItem;
  /** Chooses the requests that this answer is meant for: with several agents, those of one. */
  readonly when?: (request: ModelRequest) => boolean;
}

/** Says something, which ends the turn. */
export function say(text: string): Answer {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { item: { type: "message", role: "assistant", content } };
}

/** Edits files by the tool `apply_patch`; the lines go between `*** Begin Patch` and `*** End Patch`. */
export function applyPatch(...lines: string[]): Answer {
  return { item: { type: "custom_tool_call", name: "apply_patch", input: patch(lines) } };
}

/** Edits files as models in code mode do: by a script, which the tool `exec` runs. */
export function applyPatchInScript(...lines: string[]): Answer {
  const input = `text(await tools.apply_patch(${JSON.stringify(patch(lines))}));`;
  return { item: { type: "custom_tool_call", name: "exec", input } };
}

/** Calls a tool that takes JSON. */
export function callTool(namespace: string, name: string, args: object): Answer {
  return { item: { type: "function_call", namespace, name, arguments: JSON.stringify(args) } };
}

function patch(lines: string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}
