/** A message of JSON-RPC, as `codex app-server` writes it: a response or a notification. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Notification;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The parts that the tests look at. */
interface Notification {
  readonly threadId?: string;
  readonly turn?: { readonly id: string; readonly status: string };
  readonly run?: { readonly eventName: string; readonly status: string };
}

/** How a run of a hook ended, sub-agents' included. */
export interface HookEnd {
  readonly eventName: string;
  readonly status: string;
}

const TIME_LIMIT_MS = 120_000;

/** A running `codex app-server`: what an editor that embeds Codex talks to. */
export class AppServer implements AsyncDisposable {
  readonly hookEnds: HookEnd[] = [];
  readonly #process: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stderr: Promise<string>;
  readonly #reading: Promise<void>;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #newestTurns = new Map<string, string>();
  readonly #turns = new Map<string, PromiseWithResolvers<string>>();
  readonly #timer: ReturnType<typeof setTimeout>;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#stdin = process.stdin.getWriter();
    this.#stderr = new Response(process.stderr).text();
    this.#timer = setTimeout(() => process.kill("SIGKILL"), TIME_LIMIT_MS);
    this.#reading = this.#read();
  }

  /** Starts the server; all of its standard streams must be piped. */
  static async start(command: Deno.Command): Promise<AppServer> {
    const server = new AppServer(command.spawn());
    const clientInfo = { name: "adaptive-guidebook-e2e", version: "1" };
    await server.call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
    await server.#write({ method: "initialized" });
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stdin.close().catch(() => {});
    await this.#process.status;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  /** Calls a method and returns its result. Throws what the server answers instead. */
  async call<Result>(method: string, params: object): Promise<Result> {
    const id = this.#calls.size + 1;
    const call = Promise.withResolvers<unknown>();
    this.#calls.set(id, call);
    await this.#write({ id, method, params });
    return await call.promise as Result;
  }

  /** Waits until a turn is over, and returns how it ended. */
  turnEnd(id: string): Promise<string> {
    return this.#turn(id).promise;
  }

  /** Returns the id of the turn of a thread that began last. */
  newestTurn(threadId: string): string | undefined {
    return this.#newestTurns.get(threadId);
  }

  #turn(id: string): PromiseWithResolvers<string> {
    const turn = this.#turns.get(id) ?? Promise.withResolvers<string>();
    this.#turns.set(id, turn);
    return turn;
  }

  #write(message: object): Promise<void> {
    return this.#stdin.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const text of this.#process.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#take(JSON.parse(line));
    }
    const error = new Error(`Cannot reach the app server: it ended\n${await this.#stderr}`);
    for (const wait of [...this.#calls.values(), ...this.#turns.values()]) {
      // Most have been answered, and of the others perhaps nobody waits.
      wait.promise.catch(() => {});
      wait.reject(error);
    }
  }

  #take({ id, method, params, result, error }: Message): void {
    if (method === undefined) {
      const call = this.#calls.get(id!)!;
      if (error) call.reject(new Error(error.message));
      else call.resolve(result);
    } else if (method === "turn/started") {
      this.#newestTurns.set(params!.threadId!, params!.turn!.id);
    } else if (method === "turn/completed") {
      this.#turn(params!.turn!.id).resolve(params!.turn!.status);
    } else if (method === "hook/completed") {
      this.hookEnds.push(params!.run!);
    }
  }
}

interface HooksList {
  readonly data: readonly [{ readonly hooks: readonly { key: string; currentHash: string }[] }];
}

/** Trusts all configured hooks, as a person does who is asked: only `codex exec` has a flag for it. */
export async function trustHooks(server: AppServer, folder: string): Promise<void> {
  const { data: [{ hooks }] } = await server.call<HooksList>("hooks/list", { cwds: [folder] });
  const value = Object.fromEntries(
    hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
  );
  const write = { keyPath: "hooks.state", value, mergeStrategy: "upsert" };
  await server.call("config/value/write", write);
}
