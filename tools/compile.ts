/**
 * `deno task compile [--output FILE]`: the program as one binary, with the released permissions for
 * the user who compiles it (docs/decisions/launcher.md).
 */
import { escapeHidden } from "../lib/hidden_characters.ts";
import { parentPath } from "../lib/path.ts";
import { buildBundle, BUNDLE_FOLDER } from "./build.ts";
import { listFiles } from "./list_files.ts";
import { BUNDLE_FLAGS, expandReleasedFlags } from "./released_flags.ts";
import { fromCaller, parseOptions, requireHome, runTask, type TaskIo } from "./task.ts";

const USAGE = "deno task compile [--output FILE]";
const DEFAULT_OUTPUT = `${BUNDLE_FOLDER}/adaptive-guidebook`;

async function compile(args: string[], io: TaskIo): Promise<void> {
  const options = parseOptions(args, { output: "value" });
  const output = options.output === undefined ? DEFAULT_OUTPUT : fromCaller(options.output, io);
  const flags = expandReleasedFlags(requireHome(io, "it"));
  const folder = await Deno.makeTempDir({ prefix: "adaptive-guidebook-" });
  try {
    const entry = await buildBundle(folder);
    const others = listFiles(folder).map((file) => `${folder}/${file}`)
      .filter((path) => path !== entry);
    await Deno.mkdir(parentPath(output), { recursive: true });
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["compile", ...flags, ...BUNDLE_FLAGS, "--output", output],
        ...others.flatMap((path) => ["--include", path]),
        entry,
      ],
      // No deno.json, package.json or .npmrc here can influence what is compiled.
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    if (!success) throw explain(new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
  console.log(`Compiled ${escapeHidden(output)}`);
}

/** The reason that `deno compile` printed, with a help. */
function explain(said: string): Error {
  // The causes are numbered lines, followed by Deno's own backtrace.
  const [causes = ""] = said.split(/\n\s*Stack backtrace/);
  const line = causes.split("\n").map((text) => text.trim().replace(/^(?:error:|\d+:) |[.:]$/g, ""))
    .filter((text) => text !== "" && text !== "Caused by").join(": ");
  if (!/denort/.test(said)) return new Error(`Cannot compile: ${line}`);
  return new Error(
    `Cannot compile: Deno's runtime for binaries cannot be downloaded (${line})` +
      `\nhelp: Allow access to dl.deno.land, or give the path of denort of Deno ${Deno.version.deno} in DENORT_BIN`,
  );
}

if (import.meta.main) Deno.exit(await runTask({ usage: USAGE, verb: "compile" }, compile));
