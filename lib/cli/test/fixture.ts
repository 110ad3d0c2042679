/**
 * A golden fixture: a folder whose name is a sentence, with what an agent sends to the hook and
 * what must come of it. Data only.
 *
 *     repository/        the changed files
 *     origin             the repository's remote URL, if it has one
 *     agent              whose payloads these are, as `hook` calls it; the default agent's without it
 *     guidebook/         the guidelines; without it those of the guidebook under test
 *     transcript/        the agent's transcripts
 *     1.input.json       payload of the first event, as it is
 *     1.expected.json    {"exitCode", "stdout", "stderr"}
 *     2.repository/      laid over `repository/` before event 2
 *     2.delete           lists files that go before event 2, one on a line
 */
import { DEFAULT_AGENT } from "../../agent/agents.ts";
import { SKIPPED_FOLDERS } from "../../guidebook/files.ts";

/** A golden fixture as it was read. */
export interface Fixture {
  /** The folder's name. */
  name: string;
  folder: string;
  /** The remote URL of `origin`. */
  origin: string | undefined;
  /** The agent's name, as `hook` takes it. */
  agent: string;
  /** Whether it has guidelines of its own. */
  ownGuidebook: boolean;
  events: FixtureEvent[];
}

/** One payload of a fixture, and what is expected of the hook. */
export interface FixtureEvent {
  number: number;
  /** The payload; `$REPOSITORY`, `$GUIDEBOOK` and `$TRANSCRIPT` stand for paths. */
  input: string;
  /** Undefined where there is none yet. */
  expected: Outcome | undefined;
  /** Whether a folder is laid over the repository. */
  overlay: boolean;
  /** Relative to the repository. */
  deleted: string[];
}

/** All of what the hook did. */
export interface Outcome {
  exitCode: number;
  /** The JSON on stdout, or the text where it is none; null for nothing. */
  stdout: unknown;
  /** Lines. */
  stderr: string[];
}

/** A fixture that cannot be run: a file is missing, unpaired, orphaned or unreadable. */
export class FixtureError extends Error {
  override readonly name = "FixtureError";
}

const STANDING = new Set(["repository", "guidebook", "transcript", "origin", "agent", "README.md"]);
const NUMBERED = /^([1-9]\d*)\.(input\.json|expected\.json|repository|delete)$/;

/** The names of the fixtures in `folder`, in the order of the alphabet. */
export function listFixtures(folder: string): string[] {
  return [...Deno.readDirSync(folder)].filter((entry) => entry.isDirectory)
    .map((entry) => entry.name).sort();
}

/**
 * Reads the fixture `name` of `folder`.
 * @throws {FixtureError} when it cannot be run; the message says why.
 */
export function readFixture(folder: string, name: string): Fixture {
  const path = `${folder}/${name}`;
  const numbered = new Map<number, Set<string>>();
  const entries = [...Deno.readDirSync(path)].map((entry) => entry.name);
  for (const entry of entries) {
    const match = NUMBERED.exec(entry);
    if (!match && !STANDING.has(entry)) throw new FixtureError(`"${entry}" belongs to nothing`);
    if (!match) continue;
    const number = Number(match[1]);
    numbered.set(number, (numbered.get(number) ?? new Set()).add(match[2]!));
  }
  const numbers = [...numbered.keys()].sort((a, b) => a - b);
  if (numbers.length === 0) throw new FixtureError("there is no 1.input.json");
  const events = numbers.map((number, i) => {
    const parts = numbered.get(number)!;
    if (number !== i + 1) throw new FixtureError(`there is no event ${i + 1} before ${number}`);
    if (!parts.has("input.json")) throw new FixtureError(`there is no ${number}.input.json`);
    return {
      number,
      input: Deno.readTextFileSync(`${path}/${number}.input.json`),
      expected: parts.has("expected.json")
        ? readExpected(`${path}/${number}.expected.json`)
        : undefined,
      overlay: parts.has("repository"),
      deleted: parts.has("delete")
        ? Deno.readTextFileSync(`${path}/${number}.delete`).split("\n").filter(Boolean)
        : [],
    };
  });
  const readLine = (file: string) =>
    entries.includes(file) ? Deno.readTextFileSync(`${path}/${file}`).trim() : undefined;
  return {
    name,
    folder: path,
    origin: readLine("origin"),
    agent: readLine("agent") ?? DEFAULT_AGENT,
    ownGuidebook: entries.includes("guidebook"),
    events,
  };
}

/**
 * The fixtures below `root`, in the order of their paths: every folder that holds a part of one, so
 * that one which lost its input does not drop out unseen.
 */
export function findFixtures(root: string): { folder: string; name: string }[] {
  const entries = [...Deno.readDirSync(root)];
  const slash = root.lastIndexOf("/");
  if (entries.some((entry) => NUMBERED.test(entry.name))) {
    return [{ folder: root.slice(0, slash), name: root.slice(slash + 1) }];
  }
  return entries.filter(({ isDirectory, name }) => isDirectory && !SKIPPED_FOLDERS.has(name))
    .map(({ name }) => name).sort().flatMap((name) => findFixtures(`${root}/${name}`));
}

function readExpected(path: string): Outcome {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    throw new FixtureError(`"${path}" is not JSON`);
  }
}
