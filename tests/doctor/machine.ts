/** A developer's machine where all is well, to be broken in one place; and what doctor says of it. */
import { renderHookCommand } from "../../lib/agent/hook_file/command.ts";
import type { HookEntry } from "../../lib/agent/setup.ts";
import { codexSetup } from "../../lib/agent/codex/setup.ts";
import { hashHook, trustKey } from "../../lib/agent/codex/trust.ts";
import type { Finding } from "../../lib/doctor/finding.ts";
import {
  commandEnvironment,
  commandLine,
  type CommandOptions,
  PROJECT,
} from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";

/** How a hook file calls the program of this checkout. */
export const CALL = `deno task -q --config ${PROJECT}/deno.json adaptive-guidebook`;

export interface Diagnosis {
  code: number;
  stdout: string;
  stderr: string;
  findings: Finding[];
  /** The findings of a code. */
  of(code: string): Finding[];
}

/** What may be changed of a run. */
export interface DoctorOptions extends Partial<CommandOptions> {
  args?: string[];
  /** In place of `--allow-run=git`. */
  allowRun?: string;
}

export class Machine implements AsyncDisposable {
  readonly codexFile: string;

  private constructor(readonly sandbox: Sandbox) {
    this.codexFile = `${sandbox.home}/.codex/hooks.json`;
  }

  /** With a guideline, and our hook in Codex's own file, trusted. */
  static async create(): Promise<Machine> {
    const machine = new Machine(await Sandbox.create());
    await machine.sandbox.writeGuideline("good");
    await machine.writeCodex(machine.entries());
    await machine.trustCodex(machine.entries());
    return machine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox[Symbol.asyncDispose]();
  }

  /** What install writes for Codex. */
  entries(command = this.command()): HookEntry[] {
    return codexSetup.entries(command);
  }

  command(agent: "codex" | "claude-code" = "codex"): string {
    const guidebooks = [this.sandbox.guidebook];
    return renderHookCommand({ call: CALL, agent, guidebooks, project: false });
  }

  /** Writes a hook file; by default the user's of Codex. */
  async writeCodex(
    entries: readonly { event: string; matcher: string | undefined; handler: object }[],
    path = "home/.codex/hooks.json",
  ): Promise<void> {
    const hooks = Object.fromEntries(entries.map(({ event, matcher, handler }) => [
      event,
      [{ ...(matcher !== undefined && { matcher }), hooks: [handler] }],
    ]));
    await this.sandbox.write(path, JSON.stringify({ hooks }));
  }

  /** Trusts the entries as they are, in the user's hook file or in `file`; `more` comes first. */
  async trustCodex(entries: readonly HookEntry[], more = "", file = this.codexFile): Promise<void> {
    const states = await Promise.all(entries.map(async ({ event, matcher, handler }) => {
      const hook = { event, group: 0, handler: 0, matcher, value: handler };
      return `[hooks.state.${JSON.stringify(trustKey(file, hook))}]\n` +
        `trusted_hash = "${await hashHook(hook)}"\n`;
    }));
    await this.sandbox.write("home/.codex/config.toml", `${more}\n${states.join("\n")}`);
  }

  /** Runs the real command, with the released permissions. */
  async doctor(options: DoctorOptions = {}): Promise<Diagnosis> {
    const { args = [], allowRun, ...more } = options;
    const { home, repository: cwd } = this.sandbox;
    const command = { home, cwd, ...more };
    const [program = "", ...line] = commandLine(
      ["doctor", ...(args.includes("--format") ? [] : ["--format", "json"]), ...args],
      command,
    )
      .map((word) => word === "--allow-run=git" && allowRun !== undefined ? allowRun : word);
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args: line,
      clearEnv: true,
      env: commandEnvironment(command),
      ...{ cwd: command.cwd, stdin: "null" },
    }).output();
    const [out, said] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    const findings: Finding[] = out!.startsWith("[") ? JSON.parse(out!) : [];
    return {
      ...{ code, findings },
      stdout: out!,
      stderr: said!,
      of: (code) => findings.filter((finding) => finding.code === code),
    };
  }
}
