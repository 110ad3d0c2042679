import type { AgentName } from "../../lib/agent/agents.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Finding } from "../../lib/doctor/finding.ts";
import { BIN, Workspace as Checkout } from "../tools/installed.ts";
import type { CommandResult } from "../support/command.ts";
import { runOnTerminal } from "./terminal.ts";
import { createWorkspace, exists, type Files, type Workspace, writeFiles } from "./workspace.ts";

export const ORIGIN = "git@example.com:acme/backend-order.git";

/** What somebody who starts with this project has: an empty home, git, a checkout, and no Deno. */
export class Newcomer implements AsyncDisposable {
  readonly #checkout = new Checkout();
  readonly #workspace: Workspace;

  private constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  static async create(files: Files = {}, guidebook: Files = {}): Promise<Newcomer> {
    const newcomer = new Newcomer(await createWorkspace(guidebook, ORIGIN, files));
    const deno = join(newcomer.#programs, "deno");
    // First on the PATH, so that whoever asks for it is found out.
    await writeFiles(newcomer.#programs, {
      deno: `#!/bin/sh\necho "$*" >>'${deno}.calls'\nexit 9\n`,
    });
    await Deno.chmod(deno, 0o755);
    return newcomer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#checkout[Symbol.dispose]();
    await this.#workspace[Symbol.asyncDispose]();
  }

  get home(): string {
    return this.#workspace.home;
  }

  get repository(): string {
    return this.#workspace.repository;
  }

  /** A guidebook of the team's, in a folder of its own. */
  get guidebook(): string {
    return this.#workspace.guidebook;
  }

  /** What `deno task install` puts there without further words. */
  get launcher(): string {
    return join(this.home, ".local", BIN);
  }

  /** The environment in which this person works. */
  get env(): Record<string, string> {
    return {
      PATH: `${this.#programs}:${Deno.env.get("PATH")}`,
      HOME: this.home,
      TMPDIR: this.#workspace.temporary,
    };
  }

  get #programs(): string {
    return join(this.#workspace.temporary, "programs");
  }

  /** Runs a task of the checkout, which is where Deno is needed. */
  async task(name: "install" | "uninstall"): Promise<void> {
    const { code, stderr } = await this.#checkout.task([name], { env: { HOME: this.home } });
    // On a machine that has never built it, stderr mentions downloads.
    assert.equal(code, 0, stderr);
  }

  /** Makes the checkout a release whose presentations begin in another way. */
  upgradeCheckout(mark: string): void {
    this.#checkout.changeProgram(mark);
  }

  /** Runs the installed command, with nobody to ask. */
  async call(args: string[], where: Where = {}): Promise<CommandResult> {
    return await this.#checkout.launch([this.launcher, ...args], this.#place(where));
  }

  /** Lets the installed command put the hook into a hook file: by itself, or else by its print. */
  async installHook(
    path: string,
    [agent, ...options]: [AgentName, ...string[]],
    where: Where = {},
  ): Promise<void> {
    const args = ["install", agent, ...options];
    const terminal = await runOnTerminal([this.launcher, ...args], this.#place(where));
    if (terminal) {
      assert.equal(terminal.code, 0, terminal.screen);
      assert(terminal.screen.includes(`Wrote "${path}"`), terminal.screen);
    } else {
      const { code, stdout, stderr } = await this.call([...args, "--print"], where);
      assert.equal(code, 0, stderr);
      await writeFiles("/", { [path]: stdout });
    }
  }

  /** What `doctor` finds, with nobody to ask. */
  async diagnose(where: Where = {}): Promise<Diagnosis> {
    const { code, stdout } = await this.call(["doctor", "--format", "json"], where);
    const findings: Finding[] = JSON.parse(stdout);
    const bad = findings.filter(({ status }) => status !== "ok");
    return { code, bad: bad.map(({ status, code }) => `${status} ${code}`), findings };
  }

  /** Throws unless `doctor` finds all well, and where it may start the hook, that well too. */
  async assertWell(where: Where = {}): Promise<void> {
    const { code, bad, findings } = await this.diagnose(where);
    assert.deepEqual([code, bad], [0, []], JSON.stringify(findings, null, 2));
    const terminal = await runOnTerminal([this.launcher, "doctor"], this.#place(where));
    if (!terminal) return;
    assert.equal(terminal.code, 0, terminal.screen);
    assert.match(
      terminal.screen,
      /^ok A trial payload of an edit was answered by the command of /m,
    );
    assert.match(terminal.screen, / ok, 0 warnings, 0 problems\r?$/m);
  }

  /** What is listed as shown: the ids of the guidelines. */
  async listPresented(where: Where = {}): Promise<string[]> {
    const { code, stdout } = await this.call(["presentations", "--format", "json"], where);
    assert.equal(code, 0);
    return JSON.parse(stdout).map(({ guideline }: { guideline: string }) => guideline);
  }

  /** Throws where something has started a Deno of the person's own. */
  async assertNeedsNoDeno(): Promise<void> {
    const calls = join(this.#programs, "deno.calls");
    assert(!await exists(calls), "Something called deno");
  }

  #place({ cwd = this.repository, env = {} }: Where) {
    return { cwd, env: { ...this.env, ...env } };
  }
}

/** Where a command is called; by default in the repository. */
export interface Where {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** What `doctor` says. */
export interface Diagnosis {
  readonly code: number;
  /** Warnings and problems, by their codes. */
  readonly bad: readonly string[];
  readonly findings: readonly Finding[];
}
