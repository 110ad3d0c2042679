import type { Answer } from "./model_answer.ts";
import { asksForSummary, type ModelRequest, readModelRequest } from "./model_request.ts";

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
  readonly #waiting = new Set<() => void>();
  readonly #end = Promise.withResolvers<void>();
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
    // Copied, because the same answer may be given more than once.
    this.#script.push(...answers.map((answer) => ({ ...answer })));
  }

  /** Resolves when no more than this number of answers is left. */
  untilLeft(count: number): Promise<void> {
    return this.#until(() => this.#script.length <= count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.resolve();
    await this.#server.shutdown();
  }

  async #respond(incoming: Request): Promise<Response> {
    if (incoming.method !== "POST" || !incoming.url.endsWith("/responses")) {
      return new Response("Not found", { status: 404 });
    }
    const request = await readModelRequest(incoming);
    this.requests.push(request);
    const index = this.#script.findIndex(({ when = isWork }) => when(request));
    const [answer] = index < 0 ? [] : this.#script.splice(index, 1);
    if (!answer) {
      this.unscripted++;
      return new Response("The script has no answer to this request", { status: 400 });
    }
    for (const look of this.#waiting) look();
    const earlier = this.#script.slice(0, index);
    if (answer.inOrder) {
      await this.#until(() => !earlier.some((other) => this.#script.includes(other)));
    }
    if (answer.never) await this.#end.promise;
    return new Response(renderEvents(answer, ++this.#answered), {
      headers: { "content-type": "text/event-stream" },
    });
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}

function isWork(request: ModelRequest): boolean {
  return !asksForSummary(request);
}

function renderEvents(answer: Answer, number: number): string {
  const id = `response_${number}`;
  const item = { id: `item_${number}`, call_id: `call_${number}`, ...answer.item };
  const { usage: total = 2 } = answer;
  const usage = { input_tokens: total - 1, output_tokens: 1, total_tokens: total };
  return [
    { type: "response.created", response: { id } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id, usage } },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
