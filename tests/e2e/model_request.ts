/** One entry of the conversation that Codex sends to the model. */
export interface ConversationItem {
  readonly type: string;
  readonly role?: string;
  readonly output?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

/** A request as the model received it. */
export interface ModelRequest {
  readonly headers: Headers;
  readonly conversation: readonly ConversationItem[];
}

/** Reads the request of a Responses API client. */
export async function readModelRequest(request: Request): Promise<ModelRequest> {
  const { input } = await request.json() as { input: ConversationItem[] };
  return { headers: request.headers, conversation: input };
}

/** Tells whether a sub-agent asks, and not the agent that the user speaks to. */
export function isFromSubAgent(request: ModelRequest): boolean {
  return request.headers.has("x-openai-subagent");
}

/** Returns the id of the conversation: sub-agents and forks have their own. */
export function threadOf({ headers }: ModelRequest): string {
  const id = headers.get("thread-id");
  if (id === null) throw new Error('Cannot read header "thread-id" of a request: there is none');
  return id;
}

/** Returns the path of the agent that asks: "/root", or "/root/name" for its child of that name. */
export function agentOf({ headers }: ModelRequest): string {
  return JSON.parse(headers.get("x-codex-turn-metadata")!).agent_name;
}

/** Tells whether Codex wants a summary that takes the conversation's place, and no work. */
export function asksForSummary({ conversation }: ModelRequest): boolean {
  const last = conversation.at(-1);
  if (last?.type === "compaction_trigger") return true;
  return last?.role === "user" &&
    !!last.content?.some(({ text }) => text?.includes("CONTEXT CHECKPOINT COMPACTION"));
}

/**
 * Returns what hooks told the model. Codex's own developer messages all come before the first
 * user message, which describes the environment; those that follow it come from hooks.
 */
export function hookMessages({ conversation }: ModelRequest): ConversationItem["content"][] {
  const environment = conversation.findIndex(({ role }) => role === "user");
  if (environment < 0) throw new Error("Cannot find a user message in the request: there is none");
  return conversation.slice(environment)
    .filter(({ role }) => role === "developer")
    .map(({ content }) => content);
}
