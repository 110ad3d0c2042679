/** `deno task uninstall [--prefix DIR]`: takes back what `deno task install` has put there. */
import { escapeHidden } from "../lib/hidden_characters.ts";
import { Installation } from "./installation.ts";
import { parseOptions, resolvePrefix, runTask, type TaskIo } from "./task.ts";

const USAGE = "deno task uninstall [--prefix DIR]";

async function uninstall(args: string[], io: TaskIo): Promise<void> {
  const options = parseOptions(args, { prefix: "value" });
  const installation = new Installation(resolvePrefix(options.prefix, io));
  const wait = () => io.say("Another installation is at work here: waiting for it");
  const removed = await installation.alone({ make: false, wait }, () => installation.remove());
  const launcher = escapeHidden(installation.launcher);
  console.log(
    removed
      ? `Removed ${launcher} and what it started. Two things are left to you:
  - The hook files of your agents (Codex: ~/.codex/hooks.json or config.toml, Claude Code:
    settings.json) still name the launcher. Take those entries out by hand.
  - ~/.adaptive-guidebook holds what was shown, and the default guidebook. If you want neither:
        rm -r ~/.adaptive-guidebook
    A database that was named with --db stays where it is.`
      : `Nothing is installed at ${launcher}`,
  );
}

if (import.meta.main) Deno.exit(await runTask({ usage: USAGE, verb: "uninstall" }, uninstall));
