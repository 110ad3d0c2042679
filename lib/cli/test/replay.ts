/**
 * Runs the events of a fixture through the hook itself, from its arguments to its exit code. Only git
 * and the database are replaced: the identity comes from `origin`, presentations are kept in memory. So
 * it needs no access but reading.
 */
import { isAgentName } from "../../agent/agents.ts";
import { run as runHook } from "../hook.ts";
import { createPorts } from "../ports.ts";
import { isTaken } from "../path_kind.ts";
import { createScriptedIo, type Surroundings, type Written } from "../scripted_io.ts";
import { createMemoryPresentationStore } from "../../presentation/store.ts";
import { pathInside, resolvePath } from "../../path.ts";
import { parseRepositoryIdentity } from "../../repository/identity.ts";
import type { LocationsPort } from "../../search/location.ts";
import { createDiskSources } from "../../source/disk.ts";
import { createFixtureLooks } from "./fixture_looks.ts";
import { type Fixture, FixtureError, type FixtureEvent, type Outcome } from "./fixture.ts";

/** The same on every machine. */
const SURROUNDINGS: Surroundings = {
  env: () => undefined,
  callerFolder: () => "/",
  programFolder: "/",
  now: () => new Date("2026-09-23T09:41:18Z"),
};
/** In milliseconds; long enough that the outcome does not depend on the load of the machine. */
const DEADLINE = "600000";

/**
 * The outcome of each event of `fixture`, in their order.
 * @param guidebooks Roots for a fixture that has no guidelines of its own.
 * @param cache Folder of the guidebook's cache, if there is to be one.
 * @throws {FixtureError} when there is no guidebook at all, or no hook for its agent.
 */
export async function replayFixture(
  fixture: Fixture,
  guidebooks: readonly string[] = [],
  cache?: string,
): Promise<Outcome[]> {
  const { agent } = fixture;
  if (!isAgentName(agent)) throw new FixtureError(`unknown agent "${agent}"`);
  const repository = resolvePath(Deno.cwd(), `${fixture.folder}/repository`);
  const roots = (fixture.ownGuidebook ? [`${fixture.folder}/guidebook`] : guidebooks)
    .map((path) => resolvePath(Deno.cwd(), path));
  const [guidebook] = roots;
  if (guidebook === undefined) throw new FixtureError("guidebook/ is missing");
  const transcript = resolvePath(Deno.cwd(), `${fixture.folder}/transcript`);
  const variables = {
    $REPOSITORY: repository,
    $GUIDEBOOK: guidebook,
    $TRANSCRIPT: transcript,
  };
  const rootArguments = roots.flatMap((path) => ["--guidebook", path]);
  const presentations = await createMemoryPresentationStore();
  const looks = createFixtureLooks(fixture, repository);
  const outcomes: Outcome[] = [];
  for (const event of fixture.events) {
    const { io, read } = createScriptedIo(expandVariables(event.input, variables), SURROUNDINGS);
    const exitCode = await runHook(
      [agent, ...rootArguments, "--deadline", DEADLINE],
      io,
      (options) => ({
        ...createPorts({ ...options, cache }),
        locations: createFixtureLocations(fixture, repository, options.workFolder),
        sources: createDiskSources(options.deadline, { locate: layer(fixture, event, repository) }),
        presentations: presentations(options.call),
        looks: looks(event),
      }),
    );
    outcomes.push(toOutcome(exitCode, read(), variables));
  }
  return outcomes;
}

/** Maps a path of the repository to the latest overlay that has it, as of the event `at`. */
function layer(fixture: Fixture, at: FixtureEvent, repository: string): (path: string) => string {
  const earlier = fixture.events.filter(({ number }) => number <= at.number).reverse();
  return (path) => {
    const inside = pathInside(repository, path);
    if (inside === undefined) return path;
    for (const { number, overlay, deleted } of earlier) {
      const over = `${fixture.folder}/${number}.repository/${inside}`;
      if (overlay && isTaken(over)) return over;
      if (deleted.includes(inside)) return `${fixture.folder}/nothing/${inside}`;
    }
    return path;
  };
}

function createFixtureLocations(fixture: Fixture, repository: string, base: string): LocationsPort {
  const { origin } = fixture;
  const identity = origin === undefined ? undefined : parseRepositoryIdentity(origin);
  return {
    notices: () => [],
    locate: (paths) =>
      Promise.resolve(paths.map((path) => {
        const inside = pathInside(repository, path);
        return inside === undefined
          ? {
            path,
            relativePath: pathInside(base, path) ?? path.slice(1),
            root: undefined,
            identity: () => Promise.resolve(undefined),
          }
          : {
            path,
            relativePath: inside,
            root: repository,
            identity: () => Promise.resolve(identity),
          };
      })),
  };
}

function toOutcome(
  exitCode: number,
  { stdout, stderr }: Written,
  variables: Record<string, string>,
): Outcome {
  let json: unknown = stdout === "" ? null : stdout;
  try {
    json = stdout === "" ? null : JSON.parse(insertVariables(stdout, variables));
  } catch {
    // The text itself is compared.
  }
  return { exitCode, stdout: json, stderr: stderr.map((line) => insertVariables(line, variables)) };
}

function expandVariables(text: string, variables: Record<string, string>): string {
  return Object.entries(variables).reduce(
    (result, [name, value]) => result.replaceAll(name, JSON.stringify(value).slice(1, -1)),
    text,
  );
}

function insertVariables(text: string, variables: Record<string, string>): string {
  return Object.entries(variables).reduce(
    (result, [name, value]) => result.replaceAll(JSON.stringify(value).slice(1, -1), name),
    text,
  );
}
