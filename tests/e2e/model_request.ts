/** One entry of the conversation that Codex sends to the model. */
export interface ConversationItem {
  readonly type: string;
  readonly role?: string;
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

/**
 * Returns what hooks told the model. Codex's own developer messages all stand before the first
 * user message, which describes the environment; those that follow it come from hooks.
 */
export function hookMessages({ conversation }: ModelRequest): ConversationItem["content"][] {
  const environment = conversation.findIndex(({ role }) => role === "user");
  if (environment < 0) throw new Error("Cannot find a user message in the request: there is none");
  return conversation.slice(environment)
    .filter(({ role }) => role === "developer")
    .map(({ content }) => content);
}
