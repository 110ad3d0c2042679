/** What the hook will miss when the agent calls it. */
import { titleOf } from "../../agent/agents.ts";
import { SHARED_LAUNCHER } from "../../agent/hook_file/command.ts";
import type { Workplace } from "../../agent/setup.ts";
import type { InstallOptions } from "../../install/options.ts";
import type { Io } from "../io.ts";
import { resolveLocations } from "../locations.ts";
import { isFolder, isThere } from "../path_kind.ts";
import type { Program } from "../program.ts";

/** Warnings and hints, a line each. */
export function findMissing({ options, workplace, program, folderMissing, io }: {
  options: InstallOptions;
  workplace: Workplace;
  program: Program;
  /** Whether the folder of the hook file does not exist. */
  folderMissing: boolean;
  io: Io;
}): string[] {
  const { agent, scope, guidebooks } = options;
  const launcher = `${io.env("HOME") ?? ""}/${SHARED_LAUNCHER}`;
  const roots = scope === "project"
    ? [`${workplace.repository}/guidebook`]
    : resolveLocations({ guidebook: guidebooks, db: undefined }, io).roots.map(({ path }) => path);
  return [
    ...(scope === "project" && !isThere(launcher)
      ? [
        `warning: "${launcher}" does not exist. Everybody who works here needs it: run ` +
        "`deno task install`",
      ]
      : []),
    ...(scope === "user" && program.kind === "source"
      ? ["hint: Run from source, the hook is slower: run `deno task install`, then install again"]
      : []),
    ...(scope === "user" && folderMissing
      ? [`warning: ${titleOf(agent)} seems not to be installed: its folder does not exist`]
      : []),
    ...roots.filter((root) => !isFolder(root))
      .map((root) => `warning: There is no guidebook at "${root}" yet`),
  ];
}
