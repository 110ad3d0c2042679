/** A developer's machine in a temporary folder: a home, a guidebook, a repository. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { parentPath } from "../../lib/path.ts";
import { type CommandResult, runCommand, type RunOptions } from "./command.ts";

export const ORIGIN = "git@github.com:acme/backend-order.git";

/** So long that the outcome does not depend on the load of the machine. */
const LONG_DEADLINE = ["--deadline", "30000"];

export interface HookOptions extends Partial<RunOptions> {
  /** Default: the hook with the sandbox's guidebook, and with time for a machine that is busy. */
  command?: string[];
  /** Added to the command. */
  args?: string[];
  session?: string;
}

/** What a hook did, and what Codex would take from its response. */
export interface HookResult extends CommandResult {
  /** Ids of the guidelines in the presentation text. */
  ids: string[];
  context: string;
  /** The notices, a line each. */
  notices: string[];
}

export class Sandbox implements AsyncDisposable {
  readonly home: string;
  readonly data: string;
  readonly guidebook: string;
  readonly database: string;
  readonly repository: string;

  private constructor(readonly path: string) {
    this.home = `${path}/home`;
    this.data = `${this.home}/.adaptive-guidebook`;
    this.guidebook = `${path}/guidebook`;
    this.database = `${this.data}/adaptive-guidebook.db`;
    this.repository = `${path}/repository`;
  }

  /** With a git repository that has one file, `a.txt`, and an empty guidebook. */
  static async create(): Promise<Sandbox> {
    const path = await Deno.makeTempDir({ prefix: "adaptive-guidebook-process-" });
    const sandbox = new Sandbox(await Deno.realPath(path));
    await Deno.mkdir(sandbox.home);
    await Deno.mkdir(sandbox.guidebook);
    await sandbox.createRepository("repository", ORIGIN);
    await sandbox.write("repository/a.txt", "one\n");
    return sandbox;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }

  at(path: string): string {
    return `${this.path}/${path}`;
  }

  async write(path: string, text: string | Uint8Array): Promise<string> {
    const file = this.at(path);
    await Deno.mkdir(parentPath(file), { recursive: true });
    await (typeof text === "string" ? Deno.writeTextFile(file, text) : Deno.writeFile(file, text));
    return file;
  }

  /** A guideline of the guidebook; by default it matches every file. */
  async writeGuideline(id: string, { match = "", scope = "", content = `About ${id}.` } = {}) {
    const indented = content.split("\n").map((line) => `  ${line}`).join("\n");
    return await this.write(
      `guidebook/${id}/guideline.yaml`,
      `id: ${id}\n${scope}when: [file_changed]\n${match}content: |\n${indented}\n`,
    );
  }

  async createRepository(folder: string, origin: string): Promise<string> {
    await Deno.mkdir(this.at(folder), { recursive: true });
    await this.git(folder, "init", "--quiet", "--template=");
    const remote = `[remote "origin"]\n\turl = ${origin}\n`;
    await Deno.writeTextFile(this.at(`${folder}/.git/config`), remote, { append: true });
    return this.at(folder);
  }

  async git(folder: string, ...args: string[]): Promise<void> {
    await this.run("git", args, this.at(folder));
  }

  /** Runs a program of the system to its end. */
  async run(program: string, args: string[], cwd = this.path): Promise<void> {
    const env = { HOME: this.home, PATH: Deno.env.get("PATH") ?? "" };
    const { success, stderr } = await new Deno.Command(program, { args, cwd, clearEnv: true, env })
      .output();
    if (!success) throw new Error(`${program} ${args.join(" ")}: ${decode(stderr)}`);
  }

  /** Runs the hook for an edit of these files, and holds it to its promise. */
  async hook(paths = ["a.txt"], options: HookOptions = {}): Promise<HookResult> {
    const { command = [...this.hookCommand, ...LONG_DEADLINE], args = [], session = "s", ...rest } =
      options;
    return readHookResult(
      await runCommand([...command, ...args], {
        home: this.home,
        cwd: this.repository,
        stdin: this.payload(paths, session),
        ...rest,
      }),
    );
  }

  /** The hook with the sandbox's guidebook, as it is released. */
  get hookCommand(): string[] {
    return ["hook", "codex", "--guidebook", this.guidebook];
  }

  /** A PostToolUse payload for an edit of these files, as Codex sends it. */
  payload(paths = ["a.txt"], session = "s"): string {
    return renderEditPayload({ session_id: session, cwd: this.repository }, paths);
  }

  /** Session and guideline of each presentation that is recorded. */
  recorded(database = this.database): string[] {
    using connection = new DatabaseSync(database);
    const isMade = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'presentation'");
    if (!isMade.get()) return [];
    return connection.prepare("SELECT * FROM presentation ORDER BY session_id, guideline_id").all()
      .map((row) => `${row["session_id"]} ${row["guideline_id"]}`);
  }
}

/** A PostToolUse payload for an edit of `paths`, as Codex sends it; `fields` replace its own. */
export function renderEditPayload(
  fields: Record<string, unknown>,
  paths: readonly string[] = ["a.txt"],
): string {
  const changed = paths.map((path) => `M ${path}\n`).join("");
  return JSON.stringify({
    session_id: "s",
    turn_id: "t",
    transcript_path: null,
    hook_event_name: "PostToolUse",
    model: "gpt-5.5",
    permission_mode: "bypassPermissions",
    tool_name: "apply_patch",
    tool_input: { command: "*** Begin Patch\n*** End Patch" },
    tool_response: "Exit code: 0\nWall time: 0 seconds\nOutput:\n" +
      `Success. Updated the following files:\n${changed}`,
    tool_use_id: "call_1",
    ...fields,
  });
}

/** The result of a hook, which has to exit with 0. */
export function readHookResult(result: CommandResult): HookResult {
  const detail = `stdout: ${result.stdout.slice(0, 500)}\nstderr: ${result.stderr.slice(0, 2000)}`;
  assert.equal(result.code, 0, detail);
  return { ...result, ...readResponse(result.stdout) };
}

/** Reads a response as strictly as Codex does: an unknown field would make it drop the whole. */
export function readResponse(stdout: string): Pick<HookResult, "context" | "ids" | "notices"> {
  const { systemMessage = "", hookSpecificOutput, ...unknown } = stdout === ""
    ? {}
    : JSON.parse(stdout);
  assert.deepEqual(unknown, {});
  const { hookEventName, additionalContext = "", ...unknownInside } = hookSpecificOutput ??
    { hookEventName: "PostToolUse" };
  assert.deepEqual([hookEventName, unknownInside], ["PostToolUse", {}]);
  assert.equal(typeof additionalContext, "string");
  assert.equal(typeof systemMessage, "string");
  return {
    context: additionalContext,
    ids: [...additionalContext.matchAll(/^\[([^\]]+)\]$/gm)].map(([, id]) => id),
    notices: systemMessage === "" ? [] : systemMessage.split("\n"),
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
