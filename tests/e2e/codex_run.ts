import assert from "node:assert/strict";
import { join } from "node:path";
import { writeCodexHome } from "./codex_home.ts";
import { installCodex } from "./codex_install.ts";
import { GUIDEBOOK } from "./guidebook.ts";
import { fillDenoDir, hookCommand } from "./hook_command.ts";
import type { Answer } from "./model_answer.ts";
import type { ModelRequest } from "./model_request.ts";
import { ScriptedModel } from "./scripted_model.ts";
import { createWorkspace, type Files, type Workspace, writeFiles } from "./workspace.ts";

const TIME_LIMIT_MS = 60_000;

/** Below the home. */
const HOOK_STDERR = "hook.stderr";

/** What stands ready before Codex is started. */
export interface Setup {
  readonly guidebook?: Files;
  readonly origin?: string;
  readonly files?: Files;
}

/** How Codex is started. */
export interface Start {
  readonly model?: string;
  /** Relative to the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What came of one run of `codex exec`. */
export interface Run {
  /** What Codex sent to the model, in order. */
  readonly requests: readonly ModelRequest[];
  /** How often the root agent's hook ran; Codex does not report those of sub-agents. */
  readonly hookRuns: number;
}

/** The real Codex CLI in a home of its own, with this project as its hook and a scripted model. */
export class Codex implements AsyncDisposable {
  readonly #tools: Tools;
  readonly #model: ScriptedModel;
  readonly #workspace: Workspace;

  private constructor(tools: Tools, model: ScriptedModel, workspace: Workspace) {
    this.#tools = tools;
    this.#model = model;
    this.#workspace = workspace;
  }

  static async open(setup: Setup = {}): Promise<Codex> {
    const { guidebook = GUIDEBOOK, origin = "git@example.com:acme/backend-order.git" } = setup;
    const tools = await (preparedTools ??= prepareTools());
    const workspace = await createWorkspace(guidebook, origin, setup.files ?? {});
    const model = new ScriptedModel();
    const hook = hookCommand({ guidebook: workspace.guidebook });
    await writeCodexHome(workspace.home, model.url, `${hook} 2>>"$HOME/${HOOK_STDERR}"`);
    await writeFiles(workspace.home, { [HOOK_STDERR]: "" });
    return new Codex(tools, model, workspace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#model[Symbol.asyncDispose]();
    await this.#workspace[Symbol.asyncDispose]();
  }

  /**
   * Runs one session, in which the model gives these answers. Throws unless Codex asks for all of
   * them and for no more, exits with 0, and reports that each hook completed.
   */
  async exec(answers: readonly Answer[], start: Start = {}): Promise<Run> {
    const before = this.#model.requests.length;
    this.#model.expect(answers);
    const flags = ["--skip-git-repo-check", "--sandbox", "danger-full-access"];
    const model = ["--model", start.model ?? "gpt-5.5"];
    const args = ["exec", ...flags, "--dangerously-bypass-hook-trust", ...model, "Go"];
    const { end, stderr } = await finish(this.#command(args, start).spawn());
    await this.#showHookStderr();
    assert.equal(end, "code 0", `Codex ended with ${end}:\n${stderr}`);
    assert.deepEqual(this.#model.pending, [], `Codex did not ask for all answers:\n${stderr}`);
    assert.equal(this.#model.unscripted, 0, `Codex asked for more answers:\n${stderr}`);
    const hookEnds = [...stderr.matchAll(/^hook: PostToolUse (.+)$/gm)].map(([, end]) => end);
    assert.ok(hookEnds.every((end) => end === "Completed"), `A hook failed:\n${stderr}`);
    return { requests: this.#model.requests.slice(before), hookRuns: hookEnds.length };
  }

  #command(args: string[], { cwd = "", env = {} }: Start): Deno.Command {
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
        ...env,
      },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    });
  }

  /** Codex drops what a hook says on stderr; whoever looks at a failed test wants to read it. */
  async #showHookStderr(): Promise<void> {
    const stderr = await Deno.readTextFile(join(this.#workspace.home, HOOK_STDERR));
    if (stderr !== "") console.error(stderr);
  }
}

interface Tools {
  /** Path of the Codex binary. */
  readonly codex: string;
  readonly denoDir: string;
}

let preparedTools: Promise<Tools> | undefined;

async function prepareTools(): Promise<Tools> {
  return { codex: await installCodex(), denoDir: await fillDenoDir() };
}

async function finish(codex: Deno.ChildProcess): Promise<{ end: string; stderr: string }> {
  const timer = setTimeout(() => codex.kill("SIGKILL"), TIME_LIMIT_MS);
  const { code, signal, stderr } = await codex.output();
  clearTimeout(timer);
  return { end: signal ?? `code ${code}`, stderr: new TextDecoder().decode(stderr) };
}
