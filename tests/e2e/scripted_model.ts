import type { Answer } from "./model_answer.ts";
import { type ModelRequest, readModelRequest } from "./model_request.ts";

/** A server that speaks the Responses API, answers from a script and keeps each request. */
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
    return `http://127.0.0.1:${this.#server.addr.port}/v1`;
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
    if (incoming.method !== "POST" || !incoming.url.endsWith("/responses")) {
      return new Response("Not found", { status: 404 });
    }
    const request = await readModelRequest(incoming);
    this.requests.push(request);
    const index = this.#script.findIndex(({ when }) => when?.(request) ?? true);
    const [answer] = index < 0 ? [] : this.#script.splice(index, 1);
    if (!answer) {
      this.unscripted++;
      return new Response("The script has no answer to this request", { status: 400 });
    }
    return new Response(renderEvents(answer, ++this.#answered), {
      headers: { "content-type": "text/event-stream" },
    });
  }
}

function renderEvents(answer: Answer, number: number): string {
  const id = `response_${number}`;
  const item = { id: `item_${number}`, call_id: `call_${number}`, ...answer.item };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return [
    { type: "response.created", response: { id } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id, usage } },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
