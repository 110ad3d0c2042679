/**
 * The hook as a process, with the flags of the task in deno.json and a home of its own.
 * `ADAPTIVE_GUIDEBOOK_SCRIPT` names another script than main.ts, such as that of a bundle.
 */
// Not for its exports: Deno fetches the command's packages before the environment is cleared.
import "../../main.ts";
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { parentPath } from "../../lib/path.ts";
import { TemporaryFolder } from "../support/memory.ts";

const PROJECT = parentPath(parentPath(import.meta.dirname!));
const SCRIPT = Deno.env.get("ADAPTIVE_GUIDEBOOK_SCRIPT") ?? `${PROJECT}/main.ts`;
/** Longest wait for a hook, in milliseconds. */
const PATIENCE = 60_000;

export interface HookRun {
  session?: string;
  /** Over those of the payload. */
  fields?: Record<string, unknown>;
  args?: string[];
  /** Added to the command line in front, such as `["prlimit", "--fsize=0"]`. */
  wrapper?: string[];
}

export interface HookAnswer {
  /** Every byte of stdout. */
  stdout: string;
  /** Ids of the guidelines in the presentation text, each of which is whole. */
  ids: string[];
  notices: string[];
  stderr: string;
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
    const payload = JSON.stringify({ ...this.payload(run.session), ...run.fields });
    // A hook that was killed does not read it.
    new Response(payload).body!.pipeTo(child.stdin).catch(() => {});
    return child;
  }

  /** Starts the hook, with nothing yet on its stdin. */
  spawn({ args = [], wrapper = [] }: HookRun = {}): Deno.ChildProcess {
    const [program = "", ...rest] = [
      ...wrapper,
      ...[Deno.execPath(), "run", ...releasedFlags(this.home)],
      ...(SCRIPT.startsWith(PROJECT) ? ["--config", `${PROJECT}/deno.json`] : ["--no-config"]),
      ...[SCRIPT, "hook", "codex", "--guidebook", this.folder.at("guidebook"), ...args],
    ];
    return new Deno.Command(program, {
      args: rest,
      cwd: this.work,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: this.home,
        DENO_DIR,
        DENO_NO_UPDATE_CHECK: "1",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Runs the hook to its end and holds it to its promise: exit code 0, one valid object or none. */
  async hook(run: HookRun = {}): Promise<HookAnswer> {
    const begin = performance.now();
    const child = this.start(run);
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
    try {
      const { code, stdout, stderr } = await child.output();
      const duration = performance.now() - begin;
      const decoder = new TextDecoder();
      const said = decoder.decode(stderr);
      assert.equal(code, 0, `exit code ${code} after ${Math.round(duration)} ms: ${said}`);
      return { ...readAnswer(decoder.decode(stdout)), stderr: said, duration };
    } finally {
      clearTimeout(timer);
    }
  }

  payload(session = "s"): Record<string, unknown> {
    return {
      session_id: session,
      turn_id: "t",
      transcript_path: null,
      cwd: this.work,
      hook_event_name: "PostToolUse",
      model: "gpt-5.5",
      permission_mode: "bypassPermissions",
      tool_name: "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** End Patch" },
      tool_response:
        "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM a.txt\n",
      tool_use_id: "call_1",
    };
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

/** Reads a response as strictly as Codex does: an unknown field would make it drop the whole. */
export function readAnswer(stdout: string): Pick<HookAnswer, "stdout" | "ids" | "notices"> {
  if (stdout === "") return { stdout, ids: [], notices: [] };
  const { systemMessage = "", hookSpecificOutput, ...unknown } = JSON.parse(stdout);
  assert.deepEqual(unknown, {});
  const { hookEventName = "PostToolUse", additionalContext = "", ...others } = hookSpecificOutput ??
    {};
  assert.deepEqual([hookEventName, others], ["PostToolUse", {}]);
  return {
    stdout,
    ids: [...additionalContext.matchAll(/^\[([^\]]+)\]$/gm)].map(([, id]) => id),
    notices: systemMessage === "" ? [] : systemMessage.split("\n"),
  };
}

/** The flags of the task "adaptive-guidebook" of deno.json, where they are written down. */
function releasedFlags(home: string): string[] {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${PROJECT}/deno.json`));
  const line: string = tasks["adaptive-guidebook"];
  const words = line.replaceAll('"', "").replaceAll("$HOME", home).split(" ");
  assert.deepEqual([...words.slice(0, 2), words.at(-1)], ["deno", "run", "main.ts"]);
  return words.slice(2, -1);
}

const DENO_DIR = readDenoDir();

function readDenoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
