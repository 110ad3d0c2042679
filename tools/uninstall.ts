/** `deno task uninstall [--prefix DIR]`: takes back what `deno task install` has put there. */
import { AGENT_NAMES, type AgentName } from "../lib/agent/agents.ts";
import { hookFilePath } from "../lib/agent/hook_file/path.ts";
import { namesProgram } from "../lib/agent/hook_file/program.ts";
import { escapeHidden } from "../lib/hidden_characters.ts";
import { parentPath } from "../lib/path.ts";
import { quoteShellWord } from "../lib/shell.ts";
import { Installation } from "./installation.ts";
import { parseOptions, resolvePrefix, runTask, type TaskIo } from "./task.ts";

/** The largest hook file that is looked at, in bytes. */
const LIMIT = 16 * 1024 * 1024;
const USAGE = "deno task uninstall [--prefix DIR]";

async function uninstall(args: string[], io: TaskIo): Promise<void> {
  const options = parseOptions(args, { prefix: "value" });
  const installation = new Installation(resolvePrefix(options.prefix, io));
  const wait = () => io.say("Another installation is at work here: waiting for it");
  // Read before anything is gone: what must be refused is refused here.
  await installation.readLaunch();
  for (const line of adviseOnHooks(installation.launcher, io)) console.log(escapeHidden(line));
  const removed = await installation.alone({ make: false, wait }, () => installation.remove());
  const launcher = escapeHidden(installation.launcher);
  console.log(
    removed
      ? `Removed ${launcher} and what it started. Two things are left to you:
  - Hook files of projects, and a config.toml of Codex, may still name the launcher. In a project
    this takes the hook out (the same with claude-code in place of codex):
        ${escapeHidden(renderRemoval("codex"))} --project
  - ~/.adaptive-guidebook holds what was shown, and the default guidebook. If you want neither:
        rm -r ~/.adaptive-guidebook
    A database that was named with --db stays where it is.`
      : `Nothing is installed at ${launcher}`,
  );
}

/** What takes the hook out of the user's hook files that name the launcher. */
function adviseOnHooks(launcher: string, io: TaskIo): string[] {
  const [home, codexHome, claudeConfigDir] = ["HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"]
    .map((name) => io.env(name));
  return AGENT_NAMES.flatMap((agent) => {
    const path = hookFilePath(agent, "user", {
      ...{ home, codexHome, claudeConfigDir },
      projectFolder: undefined,
    });
    const text = path === undefined ? undefined : readText(path);
    if (text === undefined || !namesProgram(text, agent, launcher, home)) return [];
    return [
      `"${path}" names the launcher: each edit will fail to call it. This takes the hook out:`,
      `    ${renderRemoval(agent)}`,
    ];
  });
}

/** Called from this checkout, and by this Deno: the launcher is gone by then. */
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
