/** A temporary home with real guidebooks and a real repository, in which the hook runs. */
import { renderSource, writeGuidebook } from "./guidebook.ts";
import type { Work } from "./work.ts";

/** The clock that stamps files is this coarse, in milliseconds. */
const CLOCK_TICK = 20;

/** The workspace of one benchmark; disposing of it removes it. */
export class BenchWorkspace implements Disposable {
  private constructor(
    readonly path: string,
    private readonly env: Record<string, string>,
  ) {}

  /**
   * A workspace with a guidebook and a repository for each of `works`. Deno has a separate
   * cache there, like an installed one: a developer's cache has megabytes, which each start reads.
   */
  static create(works: readonly Work[], denoFolder?: string): BenchWorkspace {
    const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "adaptive-guidebook-bench-" }));
    const workspace = new BenchWorkspace(path, {
      HOME: `${path}/home`,
      PATH: Deno.env.get("PATH") ?? "",
      DENO_DIR: denoFolder ?? `${path}/deno`,
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
    });
    Deno.mkdirSync(`${path}/home`);
    Deno.writeTextFileSync(`${path}/empty.js`, "");
    works.forEach((work, i) => {
      writeGuidebook(`${path}/guidebook-${i}`, work.guidebook);
      workspace.#createRepository(i, work);
    });
    return workspace;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }

  get home(): string {
    return `${this.path}/home`;
  }

  /** A script that does nothing. */
  get emptyScript(): string {
    return `${this.path}/empty.js`;
  }

  /** The arguments of the hook for the work at `index`. */
  hookArguments(index: number): string[] {
    return ["hook", "codex", "--guidebook", `${this.path}/guidebook-${index}`];
  }

  /**
   * The agent's payload; each has a new session, so that its guideline is presented. Only a command
   * has the one in which it has looked before.
   */
  payload(index: number, { files, tree }: Work): string {
    return JSON.stringify({
      session_id: tree === undefined ? crypto.randomUUID() : `session-${index}`,
      cwd: `${this.path}/repository-${index}`,
      hook_event_name: "PostToolUse",
      tool_name: tree !== undefined ? "Bash" : files === 0 ? "view_image" : "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** End Patch" },
      tool_response: [
        "Exit code: 0",
        "Wall time: 0 seconds",
        "Output:",
        "Success. Updated the following files:",
        ...Array.from({ length: files }, (_, i) => `M ${sourcePath(i)}`),
        "",
      ].join("\n"),
    });
  }

  /** Changes a guideline that does not match. */
  editGuideline(index: number): void {
    const file = `${this.path}/guidebook-${index}/topic-7/guideline-7/guideline.yaml`;
    Deno.writeTextFileSync(file, "# Edited\n", { append: true });
  }

  /** As at the first edit in a repository, and once an hour. */
  forgetGit(index: number): void {
    const cache = `${this.home}/.adaptive-guidebook/cache`;
    for (const { name } of Deno.readDirSync(cache)) {
      const file = `${cache}/${name}`;
      const isOfRepository = name.startsWith("places-") &&
        Deno.readTextFileSync(file).includes(`"${this.path}/repository-${index}"`);
      if (isOfRepository) Deno.removeSync(file);
    }
  }

  /** Runs a plain `git status` in the repository at `index`. */
  async gitStatus(index: number): Promise<void> {
    await new Deno.Command("git", {
      args: ["status"],
      cwd: `${this.path}/repository-${index}`,
      clearEnv: true,
      env: this.env,
    }).output();
  }

  /** Whether a hook has remembered a look since then, in milliseconds since 1970. */
  hasLookedSince(time: number): boolean {
    const folder = `${this.home}/.adaptive-guidebook/looks`;
    return [...Deno.readDirSync(folder)].some(({ name }) =>
      Deno.statSync(`${folder}/${name}`).mtime!.getTime() >= time - CLOCK_TICK
    );
  }

  /** Starts a process, with `input` on stdin. */
  async run(
    args: string[],
    input: string,
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const child = new Deno.Command(Deno.execPath(), {
      args,
      cwd: this.path,
      clearEnv: true,
      env: this.env,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const output = child.output();
    const writer = child.stdin.getWriter();
    // The empty script exits without reading.
    await writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    const { code, stdout, stderr } = await output;
    const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { code, stdout: out!, stderr: err! };
  }

  #createRepository(index: number, { files, source, tree = 0 }: Work): void {
    const folder = `${this.path}/repository-${index}`;
    const count = Math.max(files, tree);
    for (let i = 0; i < count; i++) {
      const path = `${folder}/${sourcePath(i)}`;
      const isLast = i === files - 1;
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(path, isLast && source ? source : renderSource(isLast));
    }
    this.#git("init", "--quiet", folder);
    this.#git("-C", folder, "remote", "add", "origin", "git@github.com:acme/service-0.git");
    if (tree > 0) {
      const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
      this.#git("-C", folder, "add", "--all");
      this.#git("-C", folder, ...author, "commit", "--quiet", "--message=1");
    }
  }

  #git(...args: string[]): void {
    const git = new Deno.Command("git", { args, clearEnv: true, env: this.env });
    if (!git.outputSync().success) {
      throw new Error(`Cannot create a repository: git ${args} failed`);
    }
  }
}

function sourcePath(i: number): string {
  return `src/main/kotlin/part-${i % 7}/OrderService${i}.kt`;
}
