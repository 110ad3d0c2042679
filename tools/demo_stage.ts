/**
 * The environment of the demo and of the session in docs/behavior.md: a temporary home and
 * repository, with the real command, git and database.
 */
import { DatabaseSync } from "node:sqlite";
import { parentPath } from "../lib/path.ts";
import { expandReleasedFlags } from "./released_flags.ts";

/** The folder of this checkout. */
export const PROJECT = parentPath(import.meta.dirname!);
/** The remote URL of the demo's repository. */
export const ORIGIN = "https://github.com/acme/backend-order.git";

/** An edit as Codex makes it. */
export interface PlayedEdit {
  /** Relative to the repository. */
  path: string;
  operation: "Add" | "Update";
  /** The file after it, line by line; `+` marks the lines that were added. */
  lines: { added: boolean; text: string }[];
  /** Which call of the agent it is. Default: `call_001`. */
  call?: string;
}

/** How the hook is called, and where. */
export interface Stage {
  home: string;
  repository: string;
  /** The program and arguments that answer a payload. Default: the hook, from source. */
  hook?: string[];
  /** Deno's cache of downloads. */
  denoDir: string;
}

/** Creates a home and a repository with an `origin` in the empty `folder`. */
export async function setStage(folder: string): Promise<Stage> {
  const home = `${folder}/home`;
  const repository = `${folder}/backend-order`;
  for (const path of [home, repository]) Deno.mkdirSync(path);
  const options = { cwd: repository, env: cleanEnvironment(home), clearEnv: true };
  await run("git", { ...options, args: ["init", "--quiet"] });
  await run("git", { ...options, args: ["remote", "add", "origin", ORIGIN] });
  // A different home must not cause another download.
  const { denoDir } = JSON.parse(await run(Deno.execPath(), { args: ["info", "--json"] }));
  return { home, repository, denoDir };
}

/** Applies the edit and calls the hook as Codex does; returns the hook's answer. */
export async function playEdit(stage: Stage, edit: PlayedEdit): Promise<string> {
  const file = `${stage.repository}/${edit.path}`;
  Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(file, edit.lines.map(({ text }) => `${text}\n`).join(""));
  return await callHook(stage, describeEdit(edit));
}

/** Calls the hook as Codex does after `/compact`, between two turns; returns the hook's answer. */
export async function playCompaction(stage: Stage): Promise<string> {
  return await callHook(stage, {
    hook_event_name: "PostCompact",
    turn_id: "01a22b81-d994-71c1-9a79-2fb05be2fe0b",
    trigger: "manual",
  });
}

/** Runs a program with the home of the stage; returns its stdout. */
export async function runOnStage(stage: Stage, command: string[], stdin = ""): Promise<string> {
  const [program = "", ...args] = command;
  return await run(program, {
    args,
    cwd: stage.repository,
    clearEnv: true,
    env: { ...cleanEnvironment(stage.home), DENO_DIR: stage.denoDir },
  }, stdin);
}

/**
 * The text that the agent reads in an answer.
 * @throws {Error} when there is none.
 */
export function readContext(answer: string): string {
  const context = JSON.parse(answer || "{}").hookSpecificOutput?.additionalContext;
  if (typeof context !== "string") {
    throw new Error(`Cannot find a guideline in the hook's answer: "${answer}"`);
  }
  return context;
}

/** The time of the only presentation. */
export function readPresentedAt({ home }: Stage): string {
  const database = new DatabaseSync(`${home}/.adaptive-guidebook/adaptive-guidebook.db`);
  const row = database.prepare("SELECT presented_at FROM presentation").get();
  database.close();
  return String(row?.["presented_at"]);
}

async function callHook(stage: Stage, event: Record<string, unknown>): Promise<string> {
  const payload = {
    session_id: "01a22b81-c240-7252-83ab-3187ddf51f33",
    turn_id: "01a22b81-c25b-73a3-bdc7-5ad41a08fbbb",
    transcript_path: null,
    cwd: stage.repository,
    model: "gpt-5.5",
    ...event,
  };
  return await runOnStage(stage, stage.hook ?? hookFromSource(stage), JSON.stringify(payload));
}

function hookFromSource({ home }: Stage): string[] {
  return [
    ...[Deno.execPath(), "run", ...expandReleasedFlags(home), "--config", `${PROJECT}/deno.json`],
    ...[`${PROJECT}/main.ts`, "hook", "codex", "--guidebook", `${PROJECT}/guidebook`],
  ];
}

function describeEdit({ path, operation, lines, call = "call_001" }: PlayedEdit) {
  const patch = [
    "*** Begin Patch",
    `*** ${operation} File: ${path}`,
    ...(operation === "Update" ? ["@@"] : []),
    ...lines.map(({ added, text }) => `${added ? "+" : " "}${text}`),
    "*** End Patch",
  ];
  return {
    hook_event_name: "PostToolUse",
    permission_mode: "default",
    tool_name: "apply_patch",
    tool_input: { command: patch.join("\n") },
    tool_response: "Exit code: 0\nWall time: 0 seconds\nOutput:\n" +
      `Success. Updated the following files:\n${operation === "Add" ? "A" : "M"} ${path}\n`,
    tool_use_id: call,
  };
}

/** Excludes the developer's own settings. */
function cleanEnvironment(home: string): Record<string, string> {
  return { HOME: home, PATH: Deno.env.get("PATH") ?? "" };
}

async function run(name: string, options: Deno.CommandOptions, stdin?: string): Promise<string> {
  const child = spawn(name, {
    ...options,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "inherit",
  });
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { success, code, stdout } = await child.output();
  if (!success) throw new Error(`Cannot run "${name} ${options.args?.[0]}": exit code ${code}`);
  return new TextDecoder().decode(stdout);
}

function spawn(name: string, options: Deno.CommandOptions): Deno.ChildProcess {
  try {
    return new Deno.Command(name, options).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(`Cannot run "${name}": it is not on PATH`);
  }
}
