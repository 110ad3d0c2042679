/** The hook as a process outside of any repository, for tests of its database. */
import { DatabaseSync } from "node:sqlite";
import { commandEnvironment, commandLine, endOf } from "../support/command.ts";
import { TemporaryFolder } from "../support/memory.ts";
import { type HookResult, readHookResult, renderEditPayload } from "../support/sandbox.ts";

export interface HookRun {
  session?: string;
  /** Over those of the payload. */
  fields?: Record<string, unknown>;
  args?: string[];
  /** Added to the command line in front, such as `["prlimit", "--fsize=0"]`. */
  wrapper?: string[];
}

export interface HookAnswer extends HookResult {
  /** In milliseconds. */
  duration: number;
}

/** A developer's machine: a home, a guidebook, a folder to work in. */
export class Machine implements AsyncDisposable {
  readonly home: string;
  readonly data: string;
  readonly database: string;
  readonly work: string;

  private constructor(readonly folder: TemporaryFolder) {
    this.home = folder.at("home");
    this.data = `${this.home}/.adaptive-guidebook`;
    this.database = `${this.data}/adaptive-guidebook.db`;
    this.work = folder.at("work");
  }

  /** With guidelines of these ids, which match every file; not in a repository, so without git. */
  static async create(...ids: string[]): Promise<Machine> {
    const machine = new Machine(await TemporaryFolder.create());
    await Deno.mkdir(machine.home);
    machine.folder.write("work/a.txt", "one\n");
    for (const id of ids) machine.writeGuideline(id);
    return machine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
  }

  writeGuideline(id: string, { content = `About ${id}.`, scope = "", pattern = "" } = {}): void {
    const match = pattern === "" ? "" : `match:\n  any:\n    - regex: { pattern: '${pattern}' }\n`;
    this.folder.write(
      `guidebook/${id}/guideline.yaml`,
      `id: ${id}\n${scope}when: [file_changed]\n${match}content: |\n  ${content}\n`,
    );
  }

  /** Starts the hook for an edit of `a.txt`, with its payload on stdin. */
  start(run: HookRun = {}): Deno.ChildProcess {
    const child = this.spawn(run);
    const payload = renderEditPayload({
      cwd: this.work,
      ...(run.session !== undefined && { session_id: run.session }),
      ...run.fields,
    });
    // A hook that was killed does not read it.
    new Response(payload).body!.pipeTo(child.stdin).catch(() => {});
    return child;
  }

  /** Starts the hook, with nothing yet on its stdin. */
  spawn({ args = [], wrapper = [] }: HookRun = {}): Deno.ChildProcess {
    const [program = "", ...rest] = [
      ...wrapper,
      ...commandLine(["hook", "codex", "--guidebook", this.folder.at("guidebook"), ...args], this),
    ];
    return new Deno.Command(program, {
      args: rest,
      cwd: this.work,
      clearEnv: true,
      env: commandEnvironment(this),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Runs the hook to its end and holds it to its promise: exit code 0, one valid object or none. */
  async hook(run: HookRun = {}): Promise<HookAnswer> {
    const begin = performance.now();
    const answer = readHookResult(await endOf(this.start(run)));
    return { ...answer, duration: performance.now() - begin };
  }

  /** Session and guideline of each presentation that is recorded, in their order. */
  recorded(): string[] {
    const isMade = this.query("SELECT 1 FROM sqlite_schema WHERE name = 'presentation'");
    if (isMade.length === 0) return [];
    return this.query("SELECT session_id, guideline_id FROM presentation ORDER BY 1, 2")
      .map((row) => `${row["session_id"]} ${row["guideline_id"]}`);
  }

  query(sql: string): Record<string, unknown>[] {
    using database = new DatabaseSync(this.database, { timeout: 10_000 });
    return database.prepare(sql).all();
  }

  /** The names in the data folder that begin like the database. */
  files(): string[] {
    return [...Deno.readDirSync(this.data)].map(({ name }) => name)
      .filter((name) => name.startsWith("adaptive-guidebook.db")).toSorted();
  }
}
