/**
 * The guidebook that a person's command means. The hook does not come here: what it looks at is said
 * in its own command, and it must not pay for a look at the agents' files.
 */
import type { HookCommand } from "../agent/hook_file/command.ts";
import type { HookScope } from "../agent/hook_file/path.ts";
import { findRepositoryRoot } from "../repository/locate.ts";
import type { Io } from "./io.ts";
import { type Locations, resolveLocations } from "./locations.ts";
import { isFolder } from "./path_kind.ts";
import { findProgram } from "./program.ts";

/** Locations, and what named the guidebook roots. */
export interface FoundLocations extends Locations {
  /** By path, what named a root; nothing where the person has, in this very command. */
  origins: ReadonlyMap<string, string>;
}

/** A command of ours in an agent's hook file. */
interface InstalledCommand extends HookCommand {
  scope: HookScope;
  /** The hook file. */
  path: string;
}

/**
 * Options come first, then ADAPTIVE_GUIDEBOOK_ROOT, then what `install` has written into the agents'
 * hook files: the hook presents all of that, the person's and the project's. Then the default.
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
  // A command without guidebooks means the default, which few people have beside others.
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

/** The root for a person's eyes: its path, and what named it unless they did. */
export function describeRoot(path: string, { origins }: Pick<FoundLocations, "origins">): string {
  const origin = origins.get(path);
  return origin === undefined ? `"${path}"` : `"${path}" (${origin})`;
}

/**
 * The commands that are ours to the byte, the person's first. Of a project only the one that
 * names its own guidebook: a repository has no say about other folders.
 */
async function findInstalled(
  call: string,
  repository: string | undefined,
  io: Io,
): Promise<InstalledCommand[]> {
  const { lookAtAgents } = await import("../doctor/inspect/agents.ts");
  const folder = io.callerFolder();
  const agents = await lookAtAgents({ folder, root: repository ?? folder }, call, io);
  const commands = agents.flatMap(({ agent, files }) =>
    files.flatMap(({ scope, path, ours }) =>
      ours.flatMap(({ known }): InstalledCommand[] =>
        known?.agent === agent && (scope === "user" || known.project)
          ? [{ ...known, scope, path }]
          : []
      )
    )
  );
  return commands.sort((a, b) => Number(a.scope === "project") - Number(b.scope === "project"));
}
