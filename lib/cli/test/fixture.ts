/**
 * A golden fixture: a folder whose name is a sentence, with what an agent sends to the hook and the
 * expected outcome. Data only.
 *
 *     repository/        the changed files
 *     origin             the repository's remote URL, if it has one
 *     agent              the agent's name as `hook` takes it; default: the first one that it knows
 *     guidebook/         the guidelines; without it those of the guidebook under test
 *     transcript/        the agent's transcripts
 *     1.input.json       payload of the first event, as it is
 *     1.expected.json    {"exitCode", "stdout", "stderr"}
 *     2.repository/      laid over `repository/` before event 2
 *     2.delete           lists files that are deleted before event 2, one per line
 *     2.shell            lists files that a command has changed before event 2, one per line
 */
import { DEFAULT_AGENT } from "../../agent/agents.ts";
import { SKIPPED_FOLDERS } from "../../guidebook/files.ts";

/** A golden fixture. */
export interface Fixture {
  /** The folder's name. */
  name: string;
  folder: string;
  /** The remote URL of `origin`. */
  origin: string | undefined;
  /** The agent's name, as `hook` takes it. */
  agent: string;
  /** Whether it has its own guidelines. */
  ownGuidebook: boolean;
  events: FixtureEvent[];
}

/** One payload of a fixture, and the expected outcome. */
export interface FixtureEvent {
  number: number;
  /** The payload; `$REPOSITORY`, `$GUIDEBOOK` and `$TRANSCRIPT` stand for paths. */
  input: string;
  /** Undefined where none was recorded yet. */
  expected: Outcome | undefined;
  /** Whether a folder is laid over the repository. */
  overlay: boolean;
  /** Relative to the repository. */
  deleted: string[];
  /** What a command has changed, without an edit tool; relative to the repository. */
  changed: string[];
}

/** Everything that the hook did. */
export interface Outcome {
  exitCode: number;
  /** Stdout as JSON, or as text where it is not JSON; null where it is empty. */
  stdout: unknown;
  /** Lines. */
  stderr: string[];
}

/** A fixture that cannot be run: a file is missing, unpaired, orphaned or unreadable. */
export class FixtureError extends Error {
  override readonly name = "FixtureError";
}

const FIXED = new Set(["repository", "guidebook", "transcript", "origin", "agent", "README.md"]);
const NUMBERED = /^([1-9]\d*)\.(input\.json|expected\.json|repository|delete|shell)$/;

/** The names of the fixtures in `folder`, sorted. */
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
    if (!match && !FIXED.has(entry)) throw new FixtureError(`"${entry}" is not part of a fixture`);
    if (!match) continue;
    const number = Number(match[1]);
    numbered.set(number, (numbered.get(number) ?? new Set()).add(match[2]!));
  }
  const numbers = [...numbered.keys()].sort((a, b) => a - b);
  if (numbers.length === 0) throw new FixtureError("1.input.json is missing");
  const events = numbers.map((number, i) => {
    const parts = numbered.get(number)!;
    const readLines = (part: string) =>
      parts.has(part)
        ? Deno.readTextFileSync(`${path}/${number}.${part}`).split("\n").filter(Boolean)
        : [];
    if (number !== i + 1) {
      throw new FixtureError(`event ${i + 1} is missing before event ${number}`);
    }
    if (!parts.has("input.json")) throw new FixtureError(`${number}.input.json is missing`);
    return {
      number,
      input: Deno.readTextFileSync(`${path}/${number}.input.json`),
      expected: parts.has("expected.json")
        ? readExpected(`${path}/${number}.expected.json`)
        : undefined,
      overlay: parts.has("repository"),
      deleted: readLines("delete"),
      changed: readLines("shell"),
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
 * The fixtures below `root`, sorted by path: every folder that holds a part of one, so that a fixture
 * that lost its input is not silently skipped.
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
