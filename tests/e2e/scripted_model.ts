import type { Answer } from "./model_answer.ts";
import { asksForSummary, type ModelRequest, readModelRequest } from "./model_request.ts";
import { noAnswer, notFound, ScriptedServer } from "./scripted_server.ts";

/** A scripted model that speaks the Responses API. */
export class ScriptedModel extends ScriptedServer<ModelRequest, Answer> {
  readonly #waiting = new Set<() => void>();
  readonly #end = Promise.withResolvers<void>();

  /** The base URL to configure in the client. */
  get url(): string {
    return `${this.origin}/v1`;
  }

  /** Resolves when no more than this number of answers is left. */
  untilLeft(count: number): Promise<void> {
    return this.#until(() => this.script.length <= count);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    this.#end.resolve();
    await super[Symbol.asyncDispose]();
  }

  protected override async respond(incoming: Request): Promise<Response> {
    if (incoming.method !== "POST" || !incoming.url.endsWith("/responses")) return notFound();
    const taken = this.take(await readModelRequest(incoming), isWork);
    if (!taken) return noAnswer();
    const { answer, earlier } = taken;
    for (const check of this.#waiting) check();
    if (answer.inOrder) {
      await this.#until(() => !earlier.some((other) => this.script.includes(other)));
    }
    if (answer.never) await this.#end.promise;
    return this.stream((number) => listEvents(answer, number));
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }
}

function isWork(request: ModelRequest): boolean {
  return !asksForSummary(request);
}

function listEvents(answer: Answer, number: number) {
  const id = `response_${number}`;
  const item = { id: `item_${number}`, call_id: `call_${number}`, ...answer.item };
  const { usage: total = 2 } = answer;
  const usage = { input_tokens: total - 1, output_tokens: 1, total_tokens: total };
  return [
    { type: "response.created", response: { id } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id, usage } },
  ];
}
