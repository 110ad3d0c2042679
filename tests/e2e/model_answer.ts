import { asksForSummary, type ModelRequest } from "./model_request.ts";

/** One item of an answer, in the form of the Responses API; the model adds the ids. */
export interface AnswerItem {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What the model answers, once, to the first request that it is meant for. */
export interface Answer {
  readonly item: AnswerItem;
  /**
   * Chooses the requests that this answer is meant for: with several agents, those of one.
   * Default: all but those that ask for a summary.
   */
  readonly when?: (request: ModelRequest) => boolean;
  /** The size of the conversation that is reported to Codex, in tokens; a large one makes it compact. Default: 2. */
  readonly usage?: number;
  /** Held back until all answers before it in the script were asked for. */
  readonly inOrder?: boolean;
  /** Never given: the model thinks until somebody interrupts it. */
  readonly never?: boolean;
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

/** Stands in the output of an edit: Codex says it, and in code mode the script. */
export const EDITED = "Success. Updated the following files";

/** Edits files as models in code mode do: by a script. */
export function applyPatchInScript(...lines: string[]): Answer {
  return runScript(`await ${patchCall(lines)}; text(${JSON.stringify(EDITED)});`);
}

/** Returns the call by which a script edits files: a promise. */
export function patchCall(lines: string[]): string {
  return `tools.apply_patch(${JSON.stringify(patch(lines))})`;
}

/** Runs a script in code mode, by the tool `exec`. */
export function runScript(script: string): Answer {
  return { item: { type: "custom_tool_call", name: "exec", input: script } };
}

/** Calls a tool that takes JSON; most have a namespace. */
export function callTool(namespace: string | undefined, name: string, args: object): Answer {
  return { item: { type: "function_call", namespace, name, arguments: JSON.stringify(args) } };
}

/** Answers a request of Codex for a summary, in words: what it asks of any provider. */
export function summarize(): Answer {
  return { ...say("We added services"), when: asksForSummary };
}

/** Answers a request of Codex for a summary by an opaque item: what it asks of its vendor. */
export function compact(): Answer {
  const item = { type: "compaction", encrypted_content: "b3BhcXVl" };
  return { item, when: asksForSummary };
}

function patch(lines: string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}
