/** Opens the database for a person's commands: it is neither created nor migrated. */
import { DatabaseSync } from "node:sqlite";
import { close, readVersion, refuseForeignSchema, refuseOddJournal } from "./database.ts";
import { MIGRATIONS } from "./schema.ts";

/** Longest wait for hooks that are writing, in milliseconds: a person has the time. */
const TIMEOUT = 5000;

/** A database of another release; the message says what to do. */
export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

/** An open database, and the number of its newest migration. */
export interface OpenDatabase extends Disposable {
  database: DatabaseSync;
  version: number;
}

/**
 * Opens the database file `path`, of whatever release.
 * @throws {Error} when it cannot be read.
 */
export function openToRead(
  path: string,
  { timeout = TIMEOUT, readOnly = true }: { timeout?: number; readOnly?: boolean } = {},
): OpenDatabase {
  refuseOddJournal(path);
  const database = new DatabaseSync(path, { readOnly, timeout });
  try {
    const version = readVersion(database);
    refuseForeignSchema(database);
    return { database, version, [Symbol.dispose]: () => close(database) };
  } catch (error) {
    close(database);
    // A hook that was killed while it committed has left a journal, and reading begins with
    // rolling it back.
    if (readOnly && error instanceof Error && error.message.includes("readonly")) {
      return openToRead(path, { timeout, readOnly: false });
    }
    throw error;
  }
}

/**
 * The same for a database of this release.
 * @throws {StoreVersionError} when it is of another one.
 */
export function openCurrent(path: string, options?: { readOnly: boolean }): OpenDatabase {
  const opened = openToRead(path, options);
  if (opened.version === MIGRATIONS.length) return opened;
  opened[Symbol.dispose]();
  throw new StoreVersionError(
    opened.version > MIGRATIONS.length
      ? "a newer release has changed it; update this one"
      : "an older release has created it; the next hook brings it up to date",
  );
}
