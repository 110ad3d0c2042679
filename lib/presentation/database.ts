/** The SQLite file of the presentation store: created, locked, migrated, closed. */
import type { DatabaseSync } from "node:sqlite";
import { isKnownAbsent } from "../absence.ts";
import type { Phase } from "../deadline.ts";
import { fileName, parentPath } from "../path.ts";
import { MIGRATIONS } from "./schema.ts";

/** SQLite's own wait for a lock, in milliseconds. */
export const BUSY_TIMEOUT = 500;
/** One wait of SQLite: the queue is looked at in between. */
const SLICE = 125;
/** A slice that takes this long means that the machine is too busy to run anybody. */
const STARVED = 250;
/** Longest wait for the queue where there is no deadline, in milliseconds. */
const QUEUE_TIMEOUT = 10_000;
/**
 * No edit waits for the disk: only a machine that loses its power can lose what was remembered. To
 * create and remove the journal for each edit would take longer than to write it.
 */
const SETTINGS = "PRAGMA synchronous = OFF; PRAGMA journal_mode = PERSIST";
/** Pages by which the file grows beyond what is needed. */
const SPARE_PAGES = 16;

/**
 * Begins the transaction that nobody reads or writes beside, so that its commit waits for no lock:
 * what keeps us from it is known before the answer is written. Many hooks may be waiting. As long as the
 * database changes, the lock goes from hook to hook, and the wait goes on; where nothing changes
 * for {@linkcode BUSY_TIMEOUT}, somebody holds it for good.
 */
export function beginWhenFree(database: DatabaseSync, path: string, phase: Phase): void {
  const queue = Math.min(QUEUE_TIMEOUT, phase.remaining());
  let end = performance.now() + queue;
  let seen = changedAt(path);
  for (let idle = 0;;) {
    const begin = performance.now();
    const left = Math.max(0, Math.ceil(end - begin));
    try {
      return database.exec(
        `PRAGMA busy_timeout = ${Math.min(SLICE, left)}; ${SETTINGS}; BEGIN EXCLUSIVE`,
      );
    } catch (error) {
      const waited = performance.now() - begin;
      const now = changedAt(path);
      // Time in which nobody gets a processor does not count, the holder of the lock does not either.
      if (waited >= STARVED) end += waited - SLICE;
      idle = now === seen && waited < STARVED ? idle + waited : 0;
      seen = now;
      if (!isLocked(error) || idle >= BUSY_TIMEOUT - 25 || left === 0) throw error;
    }
  }
}

/** Commits and begins the next transaction, with no other hook in between. */
export function commitAndGoOn(database: DatabaseSync): void {
  database.exec("PRAGMA locking_mode = EXCLUSIVE; COMMIT; BEGIN EXCLUSIVE");
}

/** How many pages the database has, those of the open transaction included. */
export function countPages(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA page_count").get()?.["page_count"]);
}

/**
 * Makes room for `pages` more: a commit that has to make the file larger may fail on a full disk, and
 * that must be known before the answer is written. No transaction may hold changes.
 * @throws {Error} when there is no room.
 */
export function growFile(database: DatabaseSync, pages: number): void {
  database.exec("CREATE TABLE growth (filler BLOB)");
  database.prepare("INSERT INTO growth VALUES (zeroblob(?))").run((pages + SPARE_PAGES) * 4096);
  // Written before the pages are free: SQLite does not write those that are.
  commitAndGoOn(database);
  database.exec("DROP TABLE growth");
  commitAndGoOn(database);
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("locked");
}

/** Changes while another process writes to the database; the journal exists during a commit. */
function changedAt(path: string): string {
  return [path, `${path}-journal`].map((file) => {
    try {
      const { mtime, size } = Deno.statSync(file);
      return `${mtime?.getTime()} ${size}`;
    } catch {
      return "-";
    }
  }).join();
}

/** SQLite gives its journal the mode of the database. */
export function createFile(path: string): void {
  refuseOddJournal(path);
  if (isRegularFile(path)) return;
  const create = () => Deno.openSync(path, { write: true, create: true, mode: 0o600 }).close();
  try {
    create();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    Deno.mkdirSync(parentPath(path), { recursive: true, mode: 0o700 });
    create();
  }
}

/**
 * To be called before SQLite opens the database: it looks for a journal that a killed hook has left.
 * @throws {TypeError} when something else has its name.
 */
export function refuseOddJournal(path: string): void {
  for (const name of ["journal", "wal"]) {
    const file = `${path}-${name}`;
    if (!isKnownAbsent(parentPath(file), fileName(file))) isRegularFile(file, `its ${name}`);
  }
}

/**
 * Whether the file is there.
 * @throws {TypeError} when something else is: opening a FIFO waits for ever.
 */
function isRegularFile(path: string, name = "it"): boolean {
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  if (!info.isFile) throw new TypeError(`${name} is not a file`);
  return true;
}

/** A database that a newer release has changed. */
export class NewerStoreError extends Error {
  override readonly name = "NewerStoreError";
}

/** A database that has more than our tables: reading it may run what somebody else has defined. */
export class ForeignStoreError extends Error {
  override readonly name = "ForeignStoreError";
}

/** The number of the newest migration that the database has had. */
export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/**
 * Refuses views, triggers and virtual tables: one with the name of a table of ours could run for ever.
 * @throws {ForeignStoreError}
 */
export function refuseForeignSchema(database: DatabaseSync): void {
  const row = database.prepare(
    `SELECT type, name FROM sqlite_schema
     WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1`,
  ).get();
  if (row) throw new ForeignStoreError(`it has the foreign ${row["type"]} "${row["name"]}"`);
}

/**
 * Brings the tables up to date; returns whether it had to.
 * @throws {NewerStoreError}
 */
export function migrate(database: DatabaseSync): boolean {
  const version = readVersion(database);
  if (version > MIGRATIONS.length) throw new NewerStoreError();
  if (version === MIGRATIONS.length) return false;
  for (const migration of MIGRATIONS.slice(Math.max(0, version))) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  return true;
}

/** Closes it, whatever state it is in. */
export function close(database: DatabaseSync): void {
  try {
    database.close();
  } catch {
    // It is closed already, or SQLite cannot close it: the process is about to end.
  }
}

/** Whether SQLite says that the file is not, or no longer, a database. */
export function isCorrupt(error: unknown): boolean {
  return error instanceof Error &&
    /malformed|not a database|unsupported file format/.test(error.message);
}
