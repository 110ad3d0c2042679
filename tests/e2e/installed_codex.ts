import { join } from "node:path";
import { AppServer, trustHooks } from "./app_server.ts";
import { renderConfig } from "./codex_home.ts";
import { installCodex } from "./codex_install.ts";
import type { Answer } from "./model_answer.ts";
import type { ModelRequest } from "./model_request.ts";
import type { Newcomer, Where } from "./newcomer.ts";
import { runClient } from "./run_client.ts";
import { ScriptedModel } from "./scripted_model.ts";
import { writeFiles } from "./workspace.ts";

const TIME_LIMIT_MS = 60_000;

/** The result of one run of `codex exec`. */
export interface InstalledRun {
  readonly requests: readonly ModelRequest[];
  /** The hooks that ran, and how each ended, such as `PostToolUse Completed`. */
  readonly hookEnds: readonly string[];
}

/** The real Codex of a newcomer, who trusts hooks as a person does, and not by a flag. */
export class InstalledCodex implements AsyncDisposable {
  readonly #model = new ScriptedModel();
  readonly #binary: string;
  readonly #newcomer: Newcomer;

  private constructor(binary: string, newcomer: Newcomer) {
    this.#binary = binary;
    this.#newcomer = newcomer;
  }

  static async open(newcomer: Newcomer): Promise<InstalledCodex> {
    const codex = new InstalledCodex(await installCodex(), newcomer);
    await codex.configure(join(newcomer.home, ".codex"));
    return codex;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#model[Symbol.asyncDispose]();
  }

  /** Makes `folder` one in which Codex finds the model, and nothing else. */
  async configure(folder: string): Promise<void> {
    await writeFiles(folder, { "config.toml": renderConfig(this.#model.url, {}) });
  }

  /**
   * Runs one session. Throws unless Codex asks for all of these answers and for no more, and exits
   * with 0; whatever its hooks do.
   */
  async exec(
    answers: readonly Answer[],
    where: Where = {},
    flags: readonly string[] = [],
  ): Promise<InstalledRun> {
    const access = "--dangerously-bypass-approvals-and-sandbox";
    const args = ["exec", access, ...flags, "--model", "gpt-5.5", "Go"];
    const client = this.#command(args, where, "null");
    const { requests, stderr } = await runClient(client, this.#model, answers, TIME_LIMIT_MS);
    return {
      requests,
      hookEnds: [...stderr.matchAll(/^hook: (\w+ \w+)$/gm)].map(([, end]) => end!),
    };
  }

  /** Trusts all hooks that Codex finds there. */
  async trust(where: Where = {}): Promise<void> {
    await using server = await AppServer.start(this.#command(["app-server"], where, "piped"));
    await trustHooks(server, where.cwd ?? this.#newcomer.repository);
  }

  #command(
    args: string[],
    { cwd = this.#newcomer.repository, env = {} }: Where,
    stdin: "null" | "piped",
  ): Deno.Command {
    return new Deno.Command(this.#binary, {
      args,
      cwd,
      clearEnv: true,
      env: { ...this.#newcomer.env, ...env },
      ...{ stdin, stdout: "piped", stderr: "piped" },
    });
  }
}
