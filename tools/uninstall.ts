/** `deno task uninstall [--prefix DIR]`: removes what `deno task install` has put there. */
import { AGENT_NAMES, type AgentName, DEFAULT_AGENT } from "../lib/agent/agents.ts";
import { loadSetups } from "../lib/agent/setups.ts";
import { namesProgram } from "../lib/agent/hook_file/program.ts";
import { escapeHidden } from "../lib/hidden_characters.ts";
import { parentPath } from "../lib/path.ts";
import { quoteShellWord } from "../lib/shell.ts";
import { Installation } from "./installation.ts";
import { parseOptions, resolvePrefix, runTask, type TaskIo } from "./task.ts";

/** The largest hook file that is read, in bytes. */
const LIMIT = 16 * 1024 * 1024;
const USAGE = "deno task uninstall [--prefix DIR]";

async function uninstall(args: string[], io: TaskIo): Promise<void> {
  const options = parseOptions(args, { prefix: "value" });
  const installation = new Installation(resolvePrefix(options.prefix, io));
  const wait = () => io.say("Another installation is running here: waiting for it");
  // Before anything is removed: this refuses what must be refused.
  await installation.readLaunch();
  for (const line of await adviseOnHooks(installation.launcher, io)) {
    console.log(escapeHidden(line));
  }
  const removed = await installation.alone({ make: false, wait }, () => installation.remove());
  const launcher = escapeHidden(installation.launcher);
  const others = AGENT_NAMES.filter((name) => name !== DEFAULT_AGENT).join(", ");
  console.log(
    removed
      ? `Removed ${launcher} and what it started. Two things are left to you:
  - Hook files of projects, and other configuration files of agents, may still name the launcher. In
    a project this removes the hook of ${DEFAULT_AGENT} (other agents: ${others}):
        ${escapeHidden(renderRemoval(DEFAULT_AGENT))} --project
  - ~/.adaptive-guidebook holds the records of what was shown, and the default guidebook. To delete
    both:
        rm -r ~/.adaptive-guidebook
    A database that was named with --db stays where it is.`
      : `Nothing is installed at ${launcher}`,
  );
}

/** How to remove the hook from the user's hook files that name the launcher. */
async function adviseOnHooks(launcher: string, io: TaskIo): Promise<string[]> {
  const workplace = { folder: Deno.cwd(), repository: undefined, env: io.env };
  return (await loadSetups()).flatMap(({ name: agent, hookFilePath }) => {
    const path = hookFilePath("user", workplace);
    const text = path === undefined ? undefined : readText(path);
    if (text === undefined || !namesProgram(text, agent, launcher, io.env("HOME"))) return [];
    return [
      `"${path}" names the launcher: each edit will fail to call it. This removes the hook:`,
      `    ${renderRemoval(agent)}`,
    ];
  });
}

/** Called from this checkout with this Deno, since the launcher no longer exists then. */
function renderRemoval(agent: AgentName): string {
  const config = `${parentPath(import.meta.dirname!)}/deno.json`;
  return `${quoteShellWord(Deno.execPath())} task -q --config ${quoteShellWord(config)} ` +
    `adaptive-guidebook install ${agent} --remove`;
}

function readText(path: string): string | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= LIMIT ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

if (import.meta.main) Deno.exit(await runTask({ usage: USAGE, verb: "uninstall" }, uninstall));
