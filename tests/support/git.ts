/**
 * Real git repositories in a temporary folder. Run as a program it locates paths with about the
 * permissions that are released, since Deno finds `git` and reads the environment at its start.
 */
import type { Deadline } from "../../lib/deadline.ts";
import { createGitLocations, type GitOptions } from "../../lib/repository/locate.ts";

const ENVIRONMENT_READ = ["HOME", "XDG_CONFIG_HOME", "PATH"];

/** A place with its identity awaited, as plain data. */
export interface LocatedPlace {
  path: string;
  relativePath: string;
  root: string | undefined;
  identity: string | undefined;
}

export interface ChildQuestion {
  base: string;
  paths: string[];
  /** Milliseconds that are left of the hook. */
  remaining: number;
}

export interface ChildAnswer {
  places: LocatedPlace[];
  /** Milliseconds that locating and asking took inside the child. */
  elapsed: number;
  /** Milliseconds from the answer to the end of the child. */
  lingered: number;
}

/** A temporary folder with a home of its own, so that the developer's git config has no say. */
export class GitWorkspace implements AsyncDisposable {
  readonly #timers: ReturnType<typeof setTimeout>[] = [];

  private constructor(readonly path: string) {}

  static async create(): Promise<GitWorkspace> {
    const workspace = new GitWorkspace(await Deno.realPath(await Deno.makeTempDir()));
    for (const name of ["home", "bin"]) await Deno.mkdir(workspace.at(name));
    return workspace;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await Deno.remove(this.path, { recursive: true });
  }

  at(relativePath: string): string {
    return `${this.path}/${relativePath}`;
  }

  /** Runs git in a folder of the workspace and gives what it prints. */
  async git(folder: string, ...args: string[]): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command("git", {
      args: ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args],
      cwd: this.at(folder),
      clearEnv: true,
      env: { HOME: this.at("home"), PATH: Deno.env.get("PATH") ?? "" },
    }).output();
    if (!success) throw new Error(`git ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  }

  /** A repository without a commit; gives its path. */
  async createRepository(folder: string, origin?: string): Promise<string> {
    await Deno.mkdir(this.at(folder), { recursive: true });
    await this.git(folder, "init", "--quiet");
    if (origin !== undefined) await this.git(folder, "remote", "add", "origin", origin);
    return this.at(folder);
  }

  /**
   * A repository whose configuration names a FIFO, so that git reads it for ever; it is opened up
   * after five seconds, so that a test fails rather than hangs when nobody gives up.
   */
  async createHangingRepository(folder: string, origin: string): Promise<string> {
    const root = await this.createRepository(folder, origin);
    const fifo = this.at(`${folder}.fifo`);
    await new Deno.Command("mkfifo", { args: [fifo] }).output();
    // Not with `git config`, which would read it.
    await Deno.writeTextFile(`${root}/.git/config`, `[include]\npath = ${fifo}\n`, {
      append: true,
    });
    this.#timers.push(setTimeout(async () => {
      using _writer = await Deno.open(fifo, { read: true, write: true });
      await Deno.remove(fifo);
      await Deno.writeTextFile(fifo, "");
    }, 5000));
    return root;
  }

  /** Puts a program named `git` where the child looks first; `$REAL_GIT` in it is git. */
  async createFakeGit(script: string): Promise<void> {
    const { stdout } = await new Deno.Command("sh", { args: ["-c", "command -v git"] }).output();
    const realGit = new TextDecoder().decode(stdout).trim();
    const text = `#!/bin/sh\ncd '${this.path}'\nREAL_GIT='${realGit}'\n${script}\n`;
    await Deno.writeTextFile(this.at("bin/git"), text, { mode: 0o755 });
  }

  /** Locates paths in this process. */
  async locate(paths: string[], options: Partial<GitOptions> = {}): Promise<LocatedPlace[]> {
    const environment = new Map([["HOME", this.at("home")], ["PATH", Deno.env.get("PATH") ?? ""]]);
    return await locatePaths(paths, {
      base: this.path,
      env: (name) => environment.get(name),
      deadline: within(60_000),
      ...options,
    });
  }

  /** Locates paths in a process of its own, which has `env` beside HOME and PATH. */
  async locateInChild(
    paths: string[],
    { env = {}, remaining = 60_000 }: { env?: Record<string, string>; remaining?: number } = {},
  ): Promise<ChildAnswer> {
    const question: ChildQuestion = { base: this.path, paths, remaining };
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-config", "--no-lock", "--no-prompt"],
        ...["--allow-read", "--allow-run=git"],
        ...[`--allow-env=${ENVIRONMENT_READ}`, import.meta.filename!, JSON.stringify(question)],
      ],
      env: {
        HOME: this.at("home"),
        PATH: `${this.at("bin")}:${Deno.env.get("PATH")}`,
        ...env,
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await new Blob(["The payload, which is not for git"]).stream().pipeTo(child.stdin);
    const { code, stdout, stderr } = await child.output();
    const endedAt = Date.now();
    const talk = new TextDecoder().decode(stderr);
    if (code !== 0 || talk !== "") throw new Error(`The child exited with ${code}: ${talk}`);
    const { answeredAt, ...answer } = JSON.parse(new TextDecoder().decode(stdout));
    return { ...answer, lingered: endedAt - answeredAt };
  }
}

/** A deadline whose every phase has `ms` milliseconds. */
export function within(ms: number): Deadline {
  return { begin: () => ({ remaining: () => ms }) };
}

async function locatePaths(paths: string[], options: GitOptions): Promise<LocatedPlace[]> {
  const places = await createGitLocations(options).locate(paths);
  return await Promise.all(places.map(async ({ path, relativePath, root, identity }) => {
    return { path, relativePath, root, identity: await identity() };
  }));
}

if (import.meta.main) {
  const { base, paths, remaining }: ChildQuestion = JSON.parse(Deno.args[0]!);
  const startedAt = performance.now();
  const places = await locatePaths(paths, {
    base,
    env: (name) => Deno.env.get(name),
    deadline: within(remaining),
  });
  const elapsed = performance.now() - startedAt;
  console.log(JSON.stringify({ places, elapsed, answeredAt: Date.now() }));
}
