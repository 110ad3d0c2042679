/** An answer in a script. */
interface ScriptedAnswer<ModelRequest> {
  /** Chooses the requests that this answer is meant for. */
  readonly when?: (request: ModelRequest) => boolean;
}

/** A server on this machine that answers a client's requests from a script and keeps each of them. */
export abstract class ScriptedServer<ModelRequest, Answer extends ScriptedAnswer<ModelRequest>>
  implements AsyncDisposable {
  readonly requests: ModelRequest[] = [];
  /** The number of requests that the script had no answer to. */
  unscripted = 0;
  /** Those that nobody has asked for yet. */
  protected readonly script: Answer[] = [];
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => this.respond(request),
  );
  #answered = 0;

  /** The origin of the URL to configure in the client. */
  protected get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The answers that nobody has asked for yet. */
  get pending(): readonly Answer[] {
    return this.script;
  }

  /** Appends answers to the script. */
  expect(answers: readonly Answer[]): void {
    // Copied, because the same answer may be given more than once.
    this.script.push(...answers.map((answer) => ({ ...answer })));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  protected abstract respond(incoming: Request): Promise<Response>;

  /**
   * Keeps `request` and takes its answer out of the script: the first one that is meant for it, or where
   * an answer does not say, for which `byDefault` holds.
   */
  protected take(
    request: ModelRequest,
    byDefault: (request: ModelRequest) => boolean = () => true,
  ): { answer: Answer; earlier: readonly Answer[] } | undefined {
    this.requests.push(request);
    const index = this.script.findIndex(({ when = byDefault }) => when(request));
    const [answer] = index < 0 ? [] : this.script.splice(index, 1);
    if (answer) return { answer, earlier: this.script.slice(0, index) };
    this.unscripted++;
    return undefined;
  }

  /** A stream of server-sent events; `render` gets the number of the answer. */
  protected stream(render: (number: number) => readonly { type: string }[]): Response {
    const events = render(++this.#answered)
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
  }
}

/** The response to a request that the script has no answer to. */
export function noAnswer(): Response {
  return new Response("The script has no answer to this request", { status: 400 });
}

/** The response to a request for anything but the model. */
export function notFound(): Response {
  return new Response("Not found", { status: 404 });
}
