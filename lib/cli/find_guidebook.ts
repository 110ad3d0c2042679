/**
 * Finds the guidebook that a person's command means. The hook does not use this: its own command names
 * its guidebooks, and it must not spend time on the agents' hook files.
 */
import type { HookCommand } from "../agent/hook_file/command.ts";
import type { HookScope } from "../agent/setup.ts";
import { findRepositoryRoot } from "../repository/locate.ts";
import type { Io } from "./io.ts";
import { type Locations, resolveLocations } from "./locations.ts";
import { isFolder } from "./path_kind.ts";
import { findProgram } from "./program.ts";

/** Locations, and what named the guidebook roots. */
export interface FoundLocations extends Locations {
  /** By path, what named a root; empty where this command's own options do. */
  origins: ReadonlyMap<string, string>;
}

/** A command of ours in an agent's hook file. */
interface InstalledCommand extends HookCommand {
  scope: HookScope;
  /** The hook file. */
  path: string;
}

/**
 * Options take precedence, then ADAPTIVE_GUIDEBOOK_ROOT, then what `install` has written into the
 * agents' hook files, both the person's and the project's, as the hook presents all of them; then the
 * default.
 */
export async function findGuidebook(
  options: { guidebook: string[]; db: string | undefined },
  io: Io,
): Promise<FoundLocations> {
  const locations = resolveLocations(options, io);
  if (options.guidebook.length > 0) return { ...locations, origins: new Map() };
  const isSet = locations.roots.some(({ named }) => named);
  const origins = new Map(
    locations.roots.map(({ path }) => [path, isSet ? "ADAPTIVE_GUIDEBOOK_ROOT" : "the default"]),
  );
  if (isSet) return { ...locations, origins };

  const call = findProgram(io)?.call;
  const repository = call === undefined ? undefined : findRepositoryRoot(io.callerFolder());
  const commands = call === undefined ? [] : await findInstalled(call, repository, io);
  const roots = new Map(
    commands.flatMap(({ path, project, guidebooks }) =>
      (project ? repository ? [`${repository}/guidebook`] : [] : guidebooks)
        .map((root): [string, string] => [root, `named in "${path}"`])
    ),
  );
  // A command without guidebooks means the default. Few people have it beside others.
  const meansDefault = commands.some(({ project, guidebooks }) => !project && !guidebooks[0]);
  const byDefault = roots.size === 0
    ? locations.roots
    : locations.roots.filter(({ path }) => meansDefault && isFolder(path));
  return {
    ...locations,
    roots: [...[...roots.keys()].map((path) => ({ path, named: true })), ...byDefault],
    origins: new Map([...origins, ...roots]),
  };
}

/** The root for a person: its path, and what named it unless they did. */
export function describeRoot(path: string, { origins }: Pick<FoundLocations, "origins">): string {
  const origin = origins.get(path);
  return origin === undefined ? `"${path}"` : `"${path}" (${origin})`;
}

/**
 * The commands that `install` writes, byte for byte, the person's first. Of a project only the one that
 * names its own guidebook: a repository has no say about other folders.
 */
async function findInstalled(
  call: string,
  repository: string | undefined,
  io: Io,
): Promise<InstalledCommand[]> {
  const { readHookFiles } = await import("../install/disk/hook_files.ts");
  const { sortHooks } = await import("../agent/hook_file/our_hooks.ts");
  const agents = await readHookFiles({ folder: io.callerFolder(), repository, env: io.env });
  const commands = agents.flatMap(({ setup, files }) =>
    files.flatMap(({ scope, path, text }) => {
      const hooks = sortHooks(text, setup, call);
      return ("problem" in hooks ? [] : hooks.ours).flatMap(({ known }): InstalledCommand[] =>
        known?.agent === setup.name && (scope === "user" || known.project)
          ? [{ ...known, scope, path }]
          : []
      );
    })
  );
  return commands.sort((a, b) => Number(a.scope === "project") - Number(b.scope === "project"));
}
