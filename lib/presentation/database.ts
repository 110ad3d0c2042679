/** The SQLite file of the presentation store: made, locked, brought up to date, closed. */
import type { DatabaseSync } from "node:sqlite";
import { isKnownAbsent } from "../absence.ts";
import { fileName, parentPath } from "../path.ts";
import { MIGRATIONS } from "./schema.ts";

/** SQLite's own wait for a lock, in milliseconds. */
export const BUSY_TIMEOUT = 500;
/** A wait of SQLite that takes so long tells of a machine that is too busy. */
const STARVED = 650;
/** So often it waits in vain while nobody works on the database: the lock is held for ever. */
const IDLE_TRIES = 3;
/** So often a commit is tried: another hook may be about to look at the database. */
const COMMIT_TRIES = 6;
/** Longest wait for a lock that goes from hook to hook. */
const QUEUE_TIMEOUT = 10_000;

/**
 * Many hooks may be waiting, on a machine that is busy with them. As long as the database changes
 * the lock goes round, and the wait is worth it; one that is held for ever is not waited for.
 */
export function beginWhenFree(database: DatabaseSync, path: string): void {
  const end = performance.now() + QUEUE_TIMEOUT;
  let seen = changedAt(path);
  for (let idle = 0;;) {
    const start = performance.now();
    try {
      return database.exec("BEGIN IMMEDIATE");
    } catch (error) {
      const locked = error instanceof Error && error.message.includes("locked");
      const now = changedAt(path);
      // Where the wait took longer than it should, nobody gets a processor, the holder neither.
      const starved = performance.now() - start > STARVED;
      idle = now === seen && !starved ? idle + 1 : 0;
      if (!locked || idle >= IDLE_TRIES || performance.now() > end) throw error;
      seen = now;
    }
  }
}

/** Commits; one that is kept from it by a lock stays open and can be tried again. */
export function commitWhenFree(database: DatabaseSync): void {
  for (let tries = 1;; tries++) {
    try {
      return database.exec("COMMIT");
    } catch (error) {
      const locked = error instanceof Error && error.message.includes("locked");
      if (!locked || tries === COMMIT_TRIES) throw error;
    }
  }
}

/** Changes while somebody works on the database; its journal is there during a commit. */
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
 * @throws {TypeError} when something else stands there.
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

/** Brings the tables up to date; says whether it had to. */
export function migrate(database: DatabaseSync): boolean {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version > MIGRATIONS.length) throw new NewerStoreError();
  if (version === MIGRATIONS.length) return false;
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  return true;
}

/** Closes it, whatever state it is in. */
export function close(database: DatabaseSync): void {
  try {
    database.close();
  } catch {
    // It is closed, or SQLite cannot close it: the process ends in a moment.
  }
}

/** Whether SQLite says that the file is not, or no longer, a database. */
export function isCorrupt(error: unknown): boolean {
  return error instanceof Error &&
    /malformed|not a database|unsupported file format/.test(error.message);
}
