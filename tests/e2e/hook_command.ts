import { join } from "node:path";
import { quoteShellWord as quote } from "../../lib/shell.ts";
import configuration from "../../deno.json" with { type: "json" };

const PROJECT = join(import.meta.dirname!, "../..");

/** Where a hook command finds its guidelines and keeps its memory. */
export interface HookLocations {
  readonly guidebook: string;
  /** Default: `~/.adaptive-guidebook/adaptive-guidebook.db`. */
  readonly db?: string;
  /** Further arguments. */
  readonly args?: readonly string[];
}

/**
 * Returns the shell command that runs this project's hook of `agent` from source, with the released
 * permissions: those of the task "adaptive-guidebook", whose `$HOME` is left to the shell.
 */
export function hookCommand(
  { guidebook, db, args: more = [] }: HookLocations,
  agent = "codex",
): string {
  const task = configuration.tasks["adaptive-guidebook"];
  const flags = /^deno run (.+) main\.ts$/.exec(task)?.[1];
  if (flags === undefined) {
    throw new Error(`Cannot read flags from task "${task}": it is not "deno run … main.ts"`);
  }
  const config = quote(join(PROJECT, "deno.json"));
  const command = `${quote(Deno.execPath())} run ${flags} --config ${config}`;
  const args = ["--guidebook", guidebook, ...(db === undefined ? [] : ["--db", db]), ...more];
  return `${command} ${quote(join(PROJECT, "main.ts"))} hook ${agent} ${args.map(quote).join(" ")}`;
}

/**
 * Fetches what the command imports, so that no download falls into the time of a hook, and returns
 * the folder where Deno keeps it: as `DENO_DIR` it makes the command work with another HOME.
 */
export async function fillDenoDir(): Promise<string> {
  await runDeno(["cache", "--quiet", "main.ts"]);
  const { denoDir } = JSON.parse(await runDeno(["info", "--json"])) as { denoDir: string };
  return denoDir;
}

async function runDeno(args: string[]): Promise<string> {
  const deno = new Deno.Command(Deno.execPath(), { args, cwd: PROJECT, stderr: "inherit" });
  const { success, code, stdout } = await deno.output();
  if (!success) throw new Error(`Cannot run "deno ${args.join(" ")}": it exited with code ${code}`);
  return new TextDecoder().decode(stdout);
}
