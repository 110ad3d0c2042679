import type { Answer } from "./model_answer.ts";
import { isForSummary, type ModelRequest, readModelRequest } from "./model_request.ts";

/**
 * A server that speaks the Messages API, answers from a script and keeps each request. It
 * summarises of itself: a compaction is not the script's.
 */
export class ScriptedModel implements AsyncDisposable {
  readonly requests: ModelRequest[] = [];
  /** How many requests the script had no answer to. */
  unscripted = 0;
  readonly #script: Answer[] = [];
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => this.#respond(request),
  );
  #answered = 0;

  /** The base URL to configure in the client. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The answers that nobody has asked for yet. */
  get pending(): readonly Answer[] {
    return this.#script;
  }

  /** Appends answers to the script. */
  expect(answers: readonly Answer[]): void {
    this.#script.push(...answers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  async #respond(incoming: Request): Promise<Response> {
    if (incoming.method !== "POST" || !new URL(incoming.url).pathname.endsWith("/v1/messages")) {
      return new Response("Not found", { status: 404 });
    }
    const request = await readModelRequest(incoming);
    if (isForSummary(request)) {
      const summary = "<analysis>None</analysis><summary>Services were added</summary>";
      return this.#stream({ parts: [{ type: "text", text: summary }] });
    }
    this.requests.push(request);
    const index = this.#script.findIndex(({ when }) => when?.(request) ?? true);
    const [answer] = index < 0 ? [] : this.#script.splice(index, 1);
    if (answer) return this.#stream(answer);
    this.unscripted++;
    return new Response("The script has no answer to this request", { status: 400 });
  }

  #stream(answer: Answer): Response {
    return new Response(renderEvents(answer, ++this.#answered), {
      headers: { "content-type": "text/event-stream" },
    });
  }
}

function renderEvents({ parts, inputTokens = 100 }: Answer, number: number): string {
  const usage = { input_tokens: inputTokens, output_tokens: 1 };
  const message = {
    ...{ id: `msg_${number}`, type: "message", role: "assistant", model: "scripted", content: [] },
    ...{ stop_reason: null, stop_sequence: null, usage },
  };
  const stopReason = parts.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return [
    { type: "message_start", message },
    ...parts.flatMap((part, index) => {
      const [block, delta] = part.type === "text"
        ? [{ type: "text", text: "" }, { type: "text_delta", text: part.text }]
        : [
          { type: "tool_use", id: `toolu_${number}_${index}`, name: part.name, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(part.input) },
        ];
      return [
        { type: "content_block_start", index, content_block: block },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ];
    }),
    { type: "message_delta", delta: { stop_reason: stopReason }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
