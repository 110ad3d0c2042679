/** A checkout that can be changed and deleted, and what its tasks install. */
import assert from "node:assert/strict";
import { parentPath } from "../../lib/path.ts";
import {
  commandEnvironment,
  type CommandResult,
  endOf,
  PROJECT,
  writeAll,
} from "../support/command.ts";

/** What `deno task` needs of the project. */
const PARTS = ["deno.json", "deno.lock", "main.ts", "lib", "tools"];

/** Below a prefix: the launcher, and what it starts. */
export const BIN = "bin/adaptive-guidebook";
export const LIB = "lib/adaptive-guidebook";

export interface ProcessOptions {
  stdin?: string;
  cwd?: string;
  /** Added to HOME and PATH; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
}

/** A temporary folder with a home, a copy of the project, and installations. */
export class Workspace implements Disposable {
  readonly path = Deno.realPathSync(
    Deno.makeTempDirSync({ prefix: "adaptive-guidebook-install-" }),
  );
  readonly home = `${this.path}/home`;
  readonly checkout = `${this.path}/checkout`;

  constructor() {
    Deno.mkdirSync(this.home);
    for (const part of PARTS) copy(`${PROJECT}/${part}`, `${this.checkout}/${part}`);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }

  at(path: string): string {
    return `${this.path}/${path}`;
  }

  write(path: string, text: string): string {
    Deno.mkdirSync(parentPath(this.at(path)), { recursive: true });
    Deno.writeTextFileSync(this.at(path), text);
    return this.at(path);
  }

  /** Makes the checkout another release. */
  changeProgram(mark: string): void {
    const file = `${this.checkout}/lib/presentation/text.ts`;
    const text = Deno.readTextFileSync(file);
    Deno.writeTextFileSync(
      file,
      text.replace(/relevant to the .*latest/, `relevant to the ${mark}latest`),
    );
  }

  /** Runs a task of the checkout from its parent folder; `wrap` goes before the command. */
  async task(args: string[], options: ProcessOptions = {}, wrap: string[] = []) {
    const child = this.startTask(args, options, wrap);
    const [result] = await Promise.all([endOf(child), child.stdin.close()]);
    return result;
  }

  startTask(args: string[], options: ProcessOptions = {}, wrap: string[] = []): Deno.ChildProcess {
    const deno = [Deno.execPath(), "task", "-q", "--config", `${this.checkout}/deno.json`];
    // The bundler may have to be fetched, by way of whatever the machine needs for that.
    const { HOME: _, INIT_CWD: __, ...inherited } = Deno.env.toObject();
    return startProcess([...wrap, ...deno, ...args], {
      cwd: this.path,
      ...options,
      env: { ...inherited, ...commandEnvironment({ home: this.home }), ...options.env },
    });
  }

  /** Runs an installed launcher with nothing but HOME and PATH in its environment. */
  async launch(command: string[], options: ProcessOptions = {}): Promise<CommandResult> {
    const env = { HOME: this.home, PATH: Deno.env.get("PATH"), ...options.env };
    const child = startProcess(command, { cwd: this.path, ...options, env });
    const [result] = await Promise.all([endOf(child), writeAll(child.stdin, options.stdin ?? "")]);
    return result;
  }
}

function startProcess(
  [program = "", ...args]: string[],
  { cwd, env = {} }: ProcessOptions,
): Deno.ChildProcess {
  return new Deno.Command(program, {
    args,
    ...(cwd !== undefined && { cwd }),
    clearEnv: true,
    env: Object.fromEntries(
      Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Each file and folder below `folder`, sorted; empty where it is not there. */
export function namesBelow(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => [
      name,
      ...isDirectory ? namesBelow(`${folder}/${name}`).map((below) => `${name}/${below}`) : [],
    ]).sort();
  } catch {
    return [];
  }
}

/** An installation whose name has all that can be in one, and whose checkout is gone. */
export async function installAndDeleteCheckout() {
  const workspace = new Workspace();
  const prefix = workspace.at(`it's "$HOME", \`a\`\\b\nc é#%20?`);
  const { code, stderr } = await workspace.task(["install", "--prefix", prefix]);
  assert.deepEqual([code, stderr], [0, ""]);
  Deno.removeSync(workspace.checkout, { recursive: true });
  return { workspace, launcher: `${prefix}/${BIN}`, library: `${prefix}/${LIB}` };
}

/** The guideline's id that an answer presents; `undefined` for none. */
export function presentedId({ stdout }: CommandResult): string | undefined {
  if (stdout === "") return undefined;
  const { hookSpecificOutput } = JSON.parse(stdout);
  return /^\[([^\]]+)\]$/m.exec(hookSpecificOutput?.additionalContext ?? "")?.[1];
}

function copy(from: string, to: string): void {
  if (Deno.statSync(from).isDirectory) {
    Deno.mkdirSync(to, { recursive: true });
    for (const { name } of Deno.readDirSync(from)) copy(`${from}/${name}`, `${to}/${name}`);
  } else {
    Deno.mkdirSync(parentPath(to), { recursive: true });
    Deno.copyFileSync(from, to);
  }
}
