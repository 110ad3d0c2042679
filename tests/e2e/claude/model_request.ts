/** One message of the conversation that Claude Code sends to the model. */
export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** One part of a message. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  /** Of a tool's result. */
  readonly content?: string | readonly Block[];
}

/** A request as the model received it. */
export interface ModelRequest {
  readonly headers: Headers;
  readonly messages: readonly Message[];
}

/** Reads the request of a Messages API client. */
export async function readModelRequest(request: Request): Promise<ModelRequest> {
  const { messages } = await request.json() as { messages: Message[] };
  return { headers: request.headers, messages };
}

/** Tells whether a sub-agent asks, and not the agent that the user speaks to. */
export function isFromSubAgent(request: ModelRequest): boolean {
  return request.headers.has("x-claude-code-agent-id");
}

/** Tells whether the agent that the user speaks to asks. */
export function isFromRoot(request: ModelRequest): boolean {
  return !isFromSubAgent(request);
}

/** Tells whether a summary of the conversation is asked for; a notice may follow the question. */
export function isForSummary({ messages }: ModelRequest): boolean {
  const question = "Your task is to create a detailed summary";
  return messages.slice(-3).some(({ content }) => textOf(content).includes(question));
}

/** The text before each text of a hook, for any tool. */
const HEAD = /(?:^|\n\n)(?:PostToolUse(?:Failure)?:\w+|UserPromptSubmit) hook additional context: /;
/** What Claude Code itself may say behind them in the same message. */
const OWN_NOTICE =
  /\n\n(?:The following deferred tools are now available|Available agent types for the|The user hasn't heard from you|\[SYSTEM NOTIFICATION)[^]*$/;

/** Returns the texts of hooks that the model reads, in their order. */
export function hookTexts({ messages }: ModelRequest): string[] {
  return messages.filter(({ role }) => role === "system").flatMap(({ content }) => {
    const [before = "", ...texts] = textOf(content).split(HEAD);
    if (before !== "" && texts.length > 0) throw new Error(`Cannot read message: "${before}"`);
    return texts.map((text) => text.replace(OWN_NOTICE, ""));
  });
}

/** All that a message says, also in results of tools. */
export function textOf(content: string | readonly Block[]): string {
  if (typeof content === "string") return content;
  return content.map(({ text, content = "" }) => text ?? textOf(content)).join("\n");
}
