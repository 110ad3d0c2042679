/** Whether the database of what was shown can be used. Pure. */
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
  /** Undefined while there is none. */
  file: DatabaseFile | undefined;
}

/** A database that is there. */
export interface DatabaseFile {
  state: "current" | "older" | "newer" | "corrupt" | "unreadable";
  /** Why it is unreadable or corrupt, in SQLite's or Deno's words. */
  reason: string | undefined;
  /** How many changes of its form it has behind it; undefined where that cannot be read. */
  version: number | undefined;
  /** In bytes. */
  size: number;
  /** Permission bits of the file and of its folder; undefined where the system has none. */
  mode: number | undefined;
  folderMode: number | undefined;
  /** Whether it belongs to whoever the home folder belongs to. */
  isOwn: boolean;
  /** Whether the file system lets the program open it for writing. */
  writable: boolean;
}

/** Findings about the database; it is never made or changed for them. */
export function checkDatabase(facts: DatabaseFacts): Finding[] {
  const { path, origin, file, permitted } = facts;
  // HOME is not set, and that is said already.
  if (path === undefined) return [];
  const findings = permitted ? [] : [problem(
    "database-not-permitted",
    `Cannot write database "${path}" (${origin}): the permissions do not reach there, so ` +
      "guidelines are shown at every edit",
    facts.inDataFolder
      ? "Start the program by its launcher, or by the task of its deno.json"
      : `Run in a checkout: deno task install --db ${quoteShellWord(path)}`,
  )];
  if (!file) {
    if (findings.length > 0) return findings;
    return [ok("database", `Database "${path}" (${origin}) is made at the first edit`)];
  }
  findings.push(...checkState(path, file));
  // What is not permitted cannot be opened either.
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
        (file.state === "older" ? "; the next hook brings it up to date" : ""),
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
        `Cannot use database "${path}": a newer release has changed it (version ${version}), so ` +
          "guidelines are shown at every edit",
        "Update this release, or name another database with --db",
      )];
    case "corrupt":
      return [problem(
        "database-unusable",
        `Cannot use database "${path}": it is corrupt (${reason})`,
        "The next hook sets it aside and makes a new one. To do it now, move it away: " +
          `mv ${quoteShellWord(path)} ${quoteShellWord(`${path}.corrupt`)}`,
      )];
    case "unreadable":
      return [problem(
        "database-unusable",
        `Cannot use database "${path}": ${reason}`,
        "See what is at that path and who uses it, or name another database with --db",
      )];
  }
}

/** SQLite makes a journal beside the database, so that a closed folder closes an open file. */
function folderIsClosed({ folderMode }: DatabaseFile): boolean {
  return folderMode !== undefined && (folderMode & 0o300) !== 0o300;
}

/** What was shown to whom is nobody else's affair. */
function checkAccess(
  path: string,
  { mode, folderMode, isOwn }: DatabaseFile,
  inDataFolder: boolean,
): Finding[] {
  const findings: Finding[] = [];
  const gives = (bits: number | undefined, mask: number) => ((bits ?? 0) & mask) !== 0;
  const folder = parentPath(path);
  // Another folder may have others in it on purpose. To look into this one does no harm: whoever
  // makes the guidebook before the first edit leaves it open, and what we put there is closed.
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
      `Database "${path}" belongs to another user than your home folder`,
      `Run as its owner or as root: chown "$(id -u)" ${quoteShellWord(path)}`,
    ));
  }
  return findings;
}

function octal(bits: number): string {
  return bits.toString(8).padStart(4, "0");
}
