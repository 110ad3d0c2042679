import assert from "node:assert/strict";
import type { Newcomer, Where } from "../newcomer.ts";
import { claudeEnvironment } from "./claude_home.ts";
import { installClaude } from "./claude_install.ts";
import type { Answer } from "./model_answer.ts";
import type { ModelRequest } from "./model_request.ts";
import { ScriptedModel } from "./scripted_model.ts";

const TIME_LIMIT_MS = 60_000;

/** What came of one run of `claude -p`. */
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
    const before = this.#model.requests.length;
    this.#model.expect(answers);
    const output = ["--output-format", "stream-json", "--verbose", "--include-hook-events"];
    const access = ["--permission-mode", "acceptEdits", "--allowedTools", "Edit,Read,Write"];
    const child = new Deno.Command(this.#binary, {
      args: ["-p", "Go", ...output, ...access, "--model", "claude-opus-5-5"],
      cwd,
      clearEnv: true,
      env: { ...this.#newcomer.env, ...claudeEnvironment(this.#model.url), ...env },
      ...{ stdin: "null", stdout: "piped", stderr: "piped" },
    }).spawn();
    const timer = setTimeout(() => child.kill("SIGKILL"), TIME_LIMIT_MS);
    const { code, ...said } = await child.output();
    clearTimeout(timer);
    const [stdout, stderr] = [said.stdout, said.stderr].map((it) => new TextDecoder().decode(it));
    assert.equal(code, 0, stderr);
    assert.deepEqual(this.#model.pending, [], stderr);
    assert.equal(this.#model.unscripted, 0, stderr);
    const lines: StreamLine[] = stdout!.trim().split("\n").map((line) => JSON.parse(line));
    return {
      requests: this.#model.requests.slice(before),
      hookEnds: lines.filter(({ subtype }) => subtype === "hook_response")
        .map(({ hook_name, outcome }) => `${hook_name} ${outcome}`),
    };
  }
}

/** A line of `stream-json`, as far as it is read here. */
interface StreamLine {
  readonly subtype?: string;
  readonly hook_name?: string;
  readonly outcome?: string;
}
