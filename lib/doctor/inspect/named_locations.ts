/** Which guidebook and database the hook would use here, and what named them. */
import { optionsOf } from "../../agent/hook_file/command.ts";
import type { AgentFacts } from "../agent_facts.ts";
import { runsProject } from "../trust_check.ts";
import { isAbsolutePath, resolvePath } from "../../path.ts";
import type { Io } from "../../cli/io.ts";
import { type Locations, resolveLocations } from "../../cli/locations.ts";
import type { NamedRoot } from "./storage.ts";

/** Guidebook roots and database, and what named each. */
export interface NamedLocations {
  roots: NamedRoot[];
  database: string | undefined;
  databaseOrigin: string;
  /** The database of a command that names none. */
  hookDatabase: string | undefined;
  notices: Locations["notices"];
}

interface Options {
  guidebook: string[];
  db: string | undefined;
}

/**
 * Options take precedence, then the commands in hook files, then the default of commands that name
 * nothing. Commands of an untrusted project are ignored: it must not choose which files are read.
 */
export function findNamedLocations(
  options: Options,
  agents: readonly AgentFacts[],
  root: string,
  io: Io,
): NamedLocations {
  const { roots, database, notices } = resolveLocations(options, io);
  const commands = agents.flatMap((facts) =>
    facts.files
      .filter(({ scope }) => scope === "user" || facts.projectTrusted && runsProject(facts))
      .flatMap(({ path, ours }) =>
        ours.filter(({ event }) => event === facts.setup.editEvent).map(({ command }) => ({
          origin: `named in "${path}"`,
          words: optionsOf(command, facts.setup.name),
        }))
      )
  );
  const named = commands.map(({ origin, words }) => ({
    origin,
    roots: valuesOf(words, "--guidebook").map((path) => expand(path, root, io)),
    db: valuesOf(words, "--db")[0],
  }));
  const byCommands = named.flatMap(({ origin, roots }) =>
    roots.filter((path) => path !== undefined).map((path) => ({ path, origin, isDefault: false }))
  );
  const untrustedFile = named.length > 0 ? undefined : findUntrusted(agents);
  const byEnvironment = roots.map(({ path, named }) => ({
    path,
    origin: named ? "ADAPTIVE_GUIDEBOOK_ROOT" : "the default",
    isDefault: !named,
    untrustedFile: named ? undefined : untrustedFile,
  }));
  const needsEnvironment = named.length === 0 || named.some(({ roots }) => roots.length === 0);
  const commandDb = named.find(({ db }) => db !== undefined && isAbsolutePath(db));
  const byCommand = options.db === undefined ? commandDb : undefined;
  return {
    roots: options.guidebook.length > 0
      ? roots.map(({ path }) => ({ path, origin: "--guidebook", isDefault: false }))
      : withoutRepeated([...byCommands, ...(needsEnvironment ? byEnvironment : [])]),
    database: byCommand?.db ?? database,
    databaseOrigin: byCommand?.origin ??
      (options.db !== undefined
        ? "--db"
        : io.env("ADAPTIVE_GUIDEBOOK_DB")
        ? "ADAPTIVE_GUIDEBOOK_DB"
        : "the default"),
    hookDatabase: resolveLocations({ guidebook: [], db: undefined }, io).database,
    notices,
  };
}

/** The hook file of an untrusted project that has our hook. */
function findUntrusted(agents: readonly AgentFacts[]): string | undefined {
  return agents.filter(({ projectTrusted }) => !projectTrusted)
    .flatMap(({ files }) => files)
    .find(({ scope, ours }) => scope === "project" && ours.length > 0)?.path;
}

/** The values of an option, in both of its forms: `--a b` and `--a=b`. */
function valuesOf(words: readonly string[], option: string): string[] {
  return words.flatMap((word, i) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return words[i - 1] === option ? [word] : [];
  });
}

/** Expands the forms that `install` writes as a shell does; undefined for other relative paths. */
function expand(path: string, root: string, io: Io): string | undefined {
  const home = io.env("HOME") ?? "";
  const plain = path.replace(/^\$\(git rev-parse --show-toplevel\)(?=\/)/, () => root)
    .replace(/^(?:\$HOME|\$\{HOME\}|~)(?=\/)/, () => home);
  return isAbsolutePath(plain) ? resolvePath("/", plain) : undefined;
}

function withoutRepeated(roots: readonly NamedRoot[]): NamedRoot[] {
  return roots.filter(({ path }, i) => roots.findIndex((other) => other.path === path) === i);
}
