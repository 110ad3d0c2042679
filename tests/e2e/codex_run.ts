import assert from "node:assert/strict";
import { join } from "node:path";
import { AppServer, trustHooks } from "./app_server.ts";
import { type Settings, writeCodexHome } from "./codex_home.ts";
import { GUIDEBOOK } from "./guidebook.ts";
import { hookCommand } from "./hook_command.ts";
import type { Answer } from "./model_answer.ts";
import type { ModelRequest } from "./model_request.ts";
import { runClient } from "./run_client.ts";
import { ScriptedModel } from "./scripted_model.ts";
import { prepareTools, type Tools } from "./tools.ts";
import { until } from "./until.ts";
import { commitAll, createWorkspace, type Files, type Workspace, writeFiles } from "./workspace.ts";

const TIME_LIMIT_MS = 120_000;

/** So long that the outcome does not depend on the load of the machine. */
const LONG_DEADLINE = ["--deadline", "20000"];

/** Below the home: what our hook says on stderr, and how each of its runs ended. */
const HOOK_STDERR = "hook.stderr";
const HOOK_EXITS = "hook.exits";

/** The state before Codex is started. */
export interface Setup {
  readonly guidebook?: Files;
  readonly origin?: string;
  readonly files?: Files;
  /** Whether the files are committed. */
  readonly committed?: boolean;
  readonly settings?: Settings | undefined;
  /** Arguments of our hook besides those that name its files. */
  readonly hookArgs?: readonly string[];
}

/** How Codex is started. */
export interface Start {
  /** A subcommand of `codex exec` in place of a new session, with its arguments. */
  readonly command?: readonly string[];
  readonly model?: string;
  /** Relative to the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The result of one run of `codex exec`. */
export interface Run {
  /** What Codex sent to the model, in order. */
  readonly requests: readonly ModelRequest[];
  /** How often the root agent's hook ran after an edit; Codex does not report those of sub-agents. */
  readonly hookRuns: number;
}

/** The real Codex CLI in a home of its own, with this project as its hook and a scripted model. */
export class Codex implements AsyncDisposable {
  readonly model: ScriptedModel;
  readonly #tools: Tools;
  readonly #workspace: Workspace;

  private constructor(tools: Tools, model: ScriptedModel, workspace: Workspace) {
    this.#tools = tools;
    this.model = model;
    this.#workspace = workspace;
  }

  static async open(setup: Setup = {}): Promise<Codex> {
    const { guidebook = GUIDEBOOK, origin = "git@example.com:acme/backend-order.git" } = setup;
    const tools = await prepareTools();
    const workspace = await createWorkspace(guidebook, origin, setup.files ?? {});
    if (setup.committed) await commitAll(workspace);
    const model = new ScriptedModel();
    const args = [...LONG_DEADLINE, ...setup.hookArgs ?? []];
    const hook = hookCommand({ guidebook: workspace.guidebook, args });
    const note = `code=$?; echo $code >>"$HOME/${HOOK_EXITS}"; exit $code`;
    const command = `${hook} 2>>"$HOME/${HOOK_STDERR}"; ${note}`;
    await writeCodexHome(workspace.home, model.url, command, setup.settings);
    await writeFiles(workspace.home, { [HOOK_STDERR]: "", [HOOK_EXITS]: "" });
    return new Codex(tools, model, workspace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Codex drops it; whoever looks at a failed test wants to read it.
    const stderr = await this.hookStderr();
    if (stderr !== "") console.error(stderr);
    await this.model[Symbol.asyncDispose]();
    await this.#workspace[Symbol.asyncDispose]();
  }

  get repository(): string {
    return this.#workspace.repository;
  }

  /**
   * Runs one session, in which the model gives these answers. Throws unless Codex asks for all of
   * them and for no more, exits with 0, and reports that each hook completed.
   */
  async exec(answers: readonly Answer[], start: Start = {}): Promise<Run> {
    const { command = [], model = "gpt-5.5" } = start;
    const flags = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
    const trust = "--dangerously-bypass-hook-trust";
    const args = ["exec", ...command, ...flags, trust, "--model", model, "Go"];
    const client = this.#command(args, "null", start);
    const { requests, stderr } = await runClient(client, this.model, answers, TIME_LIMIT_MS);
    const hookEnds = [...stderr.matchAll(/^hook: (\w+) (.+)$/gm)];
    assert.ok(hookEnds.every(([, , end]) => end === "Completed"), `A hook failed:\n${stderr}`);
    return {
      requests,
      hookRuns: hookEnds.filter(([, event]) => event === "PostToolUse").length,
    };
  }

  /** Adds settings, as lines of TOML with dotted keys. */
  async configure(...lines: string[]): Promise<void> {
    const path = join(this.#workspace.home, ".codex/config.toml");
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, [...lines, text].join("\n"));
  }

  /** Starts `codex app-server`, with its hooks trusted. */
  async openAppServer(): Promise<AppServer> {
    const server = await AppServer.start(this.#command(["app-server"], "piped"));
    await trustHooks(server, this.repository);
    return server;
  }

  /** What our hook has said on stderr so far. */
  async hookStderr(): Promise<string> {
    return await Deno.readTextFile(join(this.#workspace.home, HOOK_STDERR));
  }

  /** The exit codes of our hook so far, sub-agents' included; of a run that was killed there is none. */
  async hookExits(): Promise<string[]> {
    const text = await Deno.readTextFile(join(this.#workspace.home, HOOK_EXITS));
    return text.split("\n").slice(0, -1);
  }

  /**
   * Waits until our hook has ended this number of times; `codex app-server` reports that only when
   * those beside it have ended too. Throws when it takes too long.
   */
  async untilHookExits(count: number): Promise<void> {
    await until(async () => (await this.hookExits()).length >= count);
  }

  #command(
    args: string[],
    stdin: "null" | "piped",
    { cwd = "", env = {} }: Start = {},
  ): Deno.Command {
    const { home, repository, temporary } = this.#workspace;
    return new Deno.Command(this.#tools.codex, {
      args,
      cwd: join(repository, cwd),
      // Nothing of the developer who runs the tests: no keys, no proxy, no settings of git.
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH")!,
        HOME: home,
        TMPDIR: temporary,
        DENO_DIR: this.#tools.denoDir,
        // The only thing for which our hook would leave this machine.
        DENO_NO_UPDATE_CHECK: "1",
        ...env,
      },
      ...{ stdin, stdout: "piped", stderr: "piped" },
    });
  }
}
