import assert from "node:assert/strict";
import { join } from "node:path";
import { GUIDEBOOK } from "../guidebook.ts";
import { fillDenoDir, hookCommand } from "../hook_command.ts";
import { runClient } from "../run_client.ts";
import {
  commitAll,
  createWorkspace,
  type Files,
  type Workspace,
  writeFiles,
} from "../workspace.ts";
import { claudeEnvironment, type HookEventName, writeClaudeHome } from "./claude_home.ts";
import { installClaude } from "./claude_install.ts";
import type { Answer } from "./model_answer.ts";
import type { ModelRequest } from "./model_request.ts";
import { ScriptedModel } from "./scripted_model.ts";
import { listHookEnds, parseStream, promptArguments } from "./stream.ts";

const TIME_LIMIT_MS = 60_000;

const PROJECT = join(import.meta.dirname!, "../../..");

/** Replaces the installed program of a document, so that nothing has to be installed. */
const SOURCE_CALL = `deno task -q --config ${PROJECT}/deno.json adaptive-guidebook`;

/** Below the home. */
const HOOK_STDERR = "hook.stderr";

/** The state before Claude Code is started. */
export interface Setup {
  readonly guidebook?: Files;
  readonly origin?: string;
  readonly files?: Files;
  /** Whether the files are committed. */
  readonly committed?: boolean;
  /** Those at which the hook runs; without it all that it knows. */
  readonly events?: readonly HookEventName[] | "released";
  /** Claude Code's settings as a document gives them, with its placeholders for paths. */
  readonly settings?: string;
}

/** How Claude Code is started. */
export interface Start {
  readonly model?: string;
  readonly prompt?: string;
  readonly args?: readonly string[];
  /** Relative to the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The result of one run of `claude -p`. */
export interface Run {
  /** What Claude Code sent to the model, in order; without those for a summary. */
  readonly requests: readonly ModelRequest[];
  /** The hooks that ran, such as `PostToolUse:Write`; Claude Code does not report `PostCompact`. */
  readonly hooks: readonly string[];
  /** Notices to the person. */
  readonly notices: readonly string[];
  readonly sessionId: string;
}

/** The real Claude Code in a home of its own, with this project as its hook and a scripted model. */
export class ClaudeCode implements AsyncDisposable {
  readonly #tools: Tools;
  readonly #model: ScriptedModel;
  readonly #workspace: Workspace;

  private constructor(tools: Tools, model: ScriptedModel, workspace: Workspace) {
    this.#tools = tools;
    this.#model = model;
    this.#workspace = workspace;
  }

  static async open(setup: Setup = {}): Promise<ClaudeCode> {
    const { guidebook = GUIDEBOOK, origin = "git@example.com:acme/backend-order.git" } = setup;
    const tools = await (preparedTools ??= prepareTools());
    const workspace = await createWorkspace(guidebook, origin, setup.files ?? {});
    if (setup.committed) await commitAll(workspace);
    const model = new ScriptedModel();
    if (setup.settings === undefined) {
      // So long that the outcome does not depend on the load of the machine.
      const locations = { guidebook: workspace.guidebook, args: ["--deadline", "20000"] };
      const command = hookCommand(locations, "claude-code");
      await writeClaudeHome(workspace.home, `${command} 2>>"$HOME/${HOOK_STDERR}"`, setup.events);
    } else {
      const settings = setup.settings
        .replaceAll("/home/you/.local/bin/adaptive-guidebook", SOURCE_CALL)
        .replaceAll("/path/to/guidebook", workspace.guidebook);
      await writeFiles(workspace.home, { ".claude/settings.json": settings });
    }
    await writeFiles(workspace.home, { [HOOK_STDERR]: "" });
    return new ClaudeCode(tools, model, workspace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#model[Symbol.asyncDispose]();
    await this.#workspace[Symbol.asyncDispose]();
  }

  get repository(): string {
    return this.#workspace.repository;
  }

  /**
   * Runs one prompt, to which the model gives these answers. Throws unless Claude Code asks for all
   * of them and for no more, exits with 0, and reports that each hook succeeded.
   */
  async run(answers: readonly Answer[], start: Start = {}): Promise<Run> {
    const client = this.#command(start);
    const { requests, stdout } = await runClient(client, this.#model, answers, TIME_LIMIT_MS)
      .finally(() => this.#showHookStderr());
    const lines = parseStream(stdout);
    const ends = listHookEnds(lines);
    const failed = ends.filter(({ outcome, exit_code }) =>
      outcome !== "success" || exit_code !== 0
    );
    assert.deepEqual(failed, [], "A hook failed");
    return {
      requests,
      hooks: ends.map(({ hook_name: name = "" }) => name),
      notices: lines.filter(({ subtype }) => subtype === "informational")
        .map(({ content = "" }) => content),
      sessionId: lines.at(-1)!.session_id,
    };
  }

  #command({ args = [], cwd = "", env = {}, ...prompt }: Start): Deno.Command {
    const { home, repository, temporary } = this.#workspace;
    return new Deno.Command(this.#tools.claude, {
      args: [...promptArguments({ ...prompt, tools: ALLOWED_TOOLS }), ...args],
      cwd: join(repository, cwd),
      // Nothing of the developer who runs the tests: no keys, no proxy, no settings of git.
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH")!,
        HOME: home,
        TMPDIR: temporary,
        DENO_DIR: this.#tools.denoDir,
        ...claudeEnvironment(this.#model.url),
        ...env,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  }

  /** Claude Code drops what a hook says on stderr; whoever looks at a failed test wants to read it. */
  async #showHookStderr(): Promise<void> {
    const stderr = await Deno.readTextFile(join(this.#workspace.home, HOOK_STDERR));
    if (stderr !== "") console.error(stderr);
  }
}

const ALLOWED_TOOLS = "Agent,Bash,Edit,NotebookEdit,Read,Write,mcp__files";

interface Tools {
  /** Path of the Claude Code binary. */
  readonly claude: string;
  readonly denoDir: string;
}

let preparedTools: Promise<Tools> | undefined;

async function prepareTools(): Promise<Tools> {
  return { claude: await installClaude(), denoDir: await fillDenoDir() };
}
