import type { Newcomer, Where } from "../newcomer.ts";
import { runClient } from "../run_client.ts";
import { claudeEnvironment } from "./claude_home.ts";
import { installClaude } from "./claude_install.ts";
import type { Answer } from "./model_answer.ts";
import type { ModelRequest } from "./model_request.ts";
import { ScriptedModel } from "./scripted_model.ts";
import { listHookEnds, parseStream, promptArguments } from "./stream.ts";

const TIME_LIMIT_MS = 60_000;

/** The result of one run of `claude -p`. */
export interface InstalledRun {
  readonly requests: readonly ModelRequest[];
  /** The hooks that ran, and how each ended, such as `PostToolUse:Write success`. */
  readonly hookEnds: readonly string[];
}

/** The real Claude Code of a newcomer. */
export class InstalledClaude implements AsyncDisposable {
  readonly #model = new ScriptedModel();
  readonly #binary: string;
  readonly #newcomer: Newcomer;

  private constructor(binary: string, newcomer: Newcomer) {
    this.#binary = binary;
    this.#newcomer = newcomer;
  }

  static async open(newcomer: Newcomer): Promise<InstalledClaude> {
    return new InstalledClaude(await installClaude(), newcomer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#model[Symbol.asyncDispose]();
  }

  /**
   * Runs one prompt. Throws unless Claude Code asks for all of these answers and for no more, and
   * exits with 0; whatever its hooks do.
   */
  async run(
    answers: readonly Answer[],
    { cwd = this.#newcomer.repository, env = {} }: Where = {},
  ): Promise<InstalledRun> {
    const client = new Deno.Command(this.#binary, {
      args: promptArguments({ tools: "Bash,Edit,Read,Write" }),
      cwd,
      clearEnv: true,
      env: { ...this.#newcomer.env, ...claudeEnvironment(this.#model.url), ...env },
      ...{ stdin: "null", stdout: "piped", stderr: "piped" },
    });
    const { requests, stdout } = await runClient(client, this.#model, answers, TIME_LIMIT_MS);
    return {
      requests,
      hookEnds: listHookEnds(parseStream(stdout))
        .map(({ hook_name, outcome }) => `${hook_name} ${outcome}`),
    };
  }
}
