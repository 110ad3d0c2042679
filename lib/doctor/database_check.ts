/** Whether the database of presentations can be used. Pure. */
import { parentPath } from "../path.ts";
import { quoteShellWord } from "../shell.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** What was found of the database. */
export interface DatabaseFacts {
  /** Undefined where nothing names one and there is no home. */
  path: string | undefined;
  /** What named it, for a person. */
  origin: string;
  /** Whether it is in the data folder, which the released permissions let the hook write. */
  inDataFolder: boolean;
  /** Whether Deno lets the program write it. */
  permitted: boolean;
  /** Undefined where it does not exist. */
  file: DatabaseFile | undefined;
}

/** An existing database. */
export interface DatabaseFile {
  state: "current" | "older" | "newer" | "corrupt" | "unreadable";
  /** Why it is unreadable or corrupt, in SQLite's or Deno's words. */
  reason: string | undefined;
  /** The version of its schema; undefined where it cannot be read. */
  version: number | undefined;
  /** In bytes. */
  size: number;
  /** Permission bits of the file and of its folder; undefined where the system has none. */
  mode: number | undefined;
  folderMode: number | undefined;
  /** Whether the owner of the home folder owns it. */
  isOwn: boolean;
  /** Whether the file system lets the program open it for writing. */
  writable: boolean;
}

/** Findings about the database, which is neither created nor changed. */
export function checkDatabase(facts: DatabaseFacts): Finding[] {
  const { path, origin, file, permitted } = facts;
  // A finding about HOME says so.
  if (path === undefined) return [];
  const findings = permitted ? [] : [problem(
    "database-not-permitted",
    `Cannot write database "${path}" (${origin}): the permissions do not include it, so ` +
      "guidelines are shown at every edit",
    facts.inDataFolder
      ? "Start the program by its launcher, or by the task of its deno.json"
      : `Run in a checkout: deno task install --db ${quoteShellWord(path)}`,
  )];
  if (!file) {
    if (findings.length > 0) return findings;
    return [ok("database", `Database "${path}" (${origin}) is created at the first edit`)];
  }
  findings.push(...checkState(path, file));
  // Without permission it cannot be opened either.
  if (permitted && !file.writable && file.state !== "unreadable") {
    findings.push(problem(
      "database-not-writable",
      `Cannot write database "${path}": the file system refuses, so guidelines are shown at ` +
        "every edit",
      folderIsClosed(file)
        ? `Run: chmod u+rwx ${quoteShellWord(parentPath(path))}`
        : `Run: chmod u+rw ${quoteShellWord(path)}`,
    ));
  }
  findings.push(...checkAccess(path, file, facts.inDataFolder));
  if (findings.every(({ status }) => status !== "problem")) {
    findings.unshift(ok(
      "database",
      `Database "${path}" (${origin}) can be used: ${Math.ceil(file.size / 1024)} KiB, ` +
        `version ${file.version}` +
        (file.state === "older" ? "; the next hook migrates it" : ""),
    ));
  }
  return findings;
}

function checkState(path: string, { state, reason, version }: DatabaseFile): Finding[] {
  switch (state) {
    case "current":
    case "older":
      return [];
    case "newer":
      return [problem(
        "database-newer",
        `Cannot use database "${path}": a newer release has migrated it (version ${version}), so ` +
          "guidelines are shown at every edit",
        "Update this release, or name another database with --db",
      )];
    case "corrupt":
      return [problem(
        "database-unusable",
        `Cannot use database "${path}": it is corrupt (${reason})`,
        "The next hook sets it aside and creates a new one. To do so now, move it away: " +
          `mv ${quoteShellWord(path)} ${quoteShellWord(`${path}.corrupt`)}`,
      )];
    case "unreadable":
      return [problem(
        "database-unusable",
        `Cannot use database "${path}": ${reason}`,
        "See what is at that path and which program uses it, or name another database with --db",
      )];
  }
}

/** SQLite creates a journal beside the database, so it needs to write into the folder too. */
function folderIsClosed({ folderMode }: DatabaseFile): boolean {
  return folderMode !== undefined && (folderMode & 0o300) !== 0o300;
}

/** The records are private to the user. */
function checkAccess(
  path: string,
  { mode, folderMode, isOwn }: DatabaseFile,
  inDataFolder: boolean,
): Finding[] {
  const findings: Finding[] = [];
  const gives = (bits: number | undefined, mask: number) => ((bits ?? 0) & mask) !== 0;
  const folder = parentPath(path);
  // Another folder may be shared on purpose. Reading this one does no harm: a guidebook created in it
  // before the first edit leaves it open, and our own files are private.
  if (inDataFolder && gives(folderMode, 0o022)) {
    findings.push(warning(
      "database-mode",
      `Others may write into folder "${folder}": its mode is ${octal(folderMode!)}, not 0700`,
      `Run: chmod 700 ${quoteShellWord(folder)}`,
    ));
  }
  if (gives(mode, 0o077)) {
    findings.push(warning(
      "database-mode",
      `Others may open database "${path}": its mode is ${octal(mode!)}, not 0600`,
      `Run: chmod 600 ${quoteShellWord(path)}`,
    ));
  }
  if (!isOwn) {
    findings.push(warning(
      "database-owner",
      `Database "${path}" is owned by a different user than your home folder`,
      `Run as its owner or as root: chown "$(id -u)" ${quoteShellWord(path)}`,
    ));
  }
  return findings;
}

function octal(bits: number): string {
  return bits.toString(8).padStart(4, "0");
}
