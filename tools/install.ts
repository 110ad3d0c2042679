/**
 * `deno task install [--prefix DIR] [--db FILE]`: installs the program as a command that needs neither
 * this checkout nor a Deno of the user's (docs/decisions/launcher.md).
 */
import { AGENT_NAMES } from "../lib/agent/agents.ts";
import { UsageError } from "../lib/cli/io.ts";
import { isFolder } from "../lib/cli/path_kind.ts";
import { escapeHidden } from "../lib/hidden_characters.ts";
import { isAbsolutePath, parentPath } from "../lib/path.ts";
import { quoteShellWord } from "../lib/shell.ts";
import { VERSION } from "../lib/version.ts";
import { buildBundle } from "./build.ts";
import { Installation } from "./installation.ts";
import { fromCaller, parseOptions, resolvePrefix, runTask, type TaskIo } from "./task.ts";

const USAGE = "deno task install [--prefix DIR] [--db FILE]";

async function install(args: string[], io: TaskIo): Promise<void> {
  const options = parseOptions(args, { prefix: "value", db: "value" });
  if (io.env("HOME")?.includes(",")) {
    throw new UsageError(
      `Cannot install for home "${io.env("HOME")}": Deno splits its permissions at the comma`,
    );
  }
  const database = resolveDatabase(options.db, io);
  const installation = new Installation(resolvePrefix(options.prefix, io));
  // Before the work: the existing launcher may not be ours.
  await installation.readLaunch();
  const wait = () => io.say("Another installation is running here: waiting for it");
  await installation.alone({ make: true, wait }, async () => {
    // The hook has access to the file, but not to its folder.
    if (database !== undefined) {
      await Deno.mkdir(parentPath(database), { recursive: true, mode: 0o700 });
    }
    const bundle = await Deno.makeTempDir({ prefix: "adaptive-guidebook-" });
    try {
      await buildBundle(bundle);
      await installation.put(bundle, database);
    } finally {
      await Deno.remove(bundle, { recursive: true }).catch(() => {});
    }
  });
  await closeDataFolder(io);
  console.log(renderNextSteps(installation.launcher, io.env("PATH") ?? ""));
}

/** Creates the data folder for its owner alone: a `mkdir -p` of a guidebook in it would not. */
async function closeDataFolder(io: TaskIo): Promise<void> {
  const home = io.env("HOME") ?? "";
  if (!isFolder(home) || !isAbsolutePath(home)) return;
  await Deno.mkdir(`${home}/.adaptive-guidebook`, { mode: 0o700 })
    .catch(() => {/* It exists, or the hook creates it. */});
}

function resolveDatabase(db: string | undefined, io: TaskIo): string | undefined {
  if (db === undefined) return undefined;
  const path = fromCaller(db, io);
  if (path.includes(",")) {
    throw new UsageError(
      `Cannot permit writing "${path}": Deno splits its permissions at the comma`,
    );
  }
  if (isFolder(path)) {
    throw new UsageError(`Cannot use database "${path}": it is a folder`);
  }
  return path;
}

function renderNextSteps(launcher: string, searched: string): string {
  const call = escapeHidden(quoteShellWord(launcher));
  const folder = parentPath(launcher);
  const isSearched = searched.split(":").includes(folder);
  return [
    `Installed adaptive-guidebook ${VERSION}. If you have no guidelines yet, write a first one:`,
    `    mkdir -p ~/guidebook && ${call} new my-guideline --guidebook ~/guidebook`,
    "Add their folder to the hook of your agent, then see whether it works:",
    ...AGENT_NAMES.map((agent) => `    ${call} install ${agent} --guidebook ~/guidebook`),
    `    ${call} doctor`,
    ...isSearched ? [] : [
      `help: "${
        escapeHidden(folder)
      }" is not in PATH. With it there, the name of the command is enough:`,
      `    export PATH=${escapeHidden(quoteShellWord(folder))}:"$PATH"`,
    ],
  ].join("\n");
}

if (import.meta.main) Deno.exit(await runTask({ usage: USAGE, verb: "install" }, install));
