/** Looks at the database of what was shown, for `doctor`; and takes a trial session out of it. */
import { DatabaseSync } from "node:sqlite";
import { BUSY_TIMEOUT, close, isCorrupt, refuseOddJournal } from "./database.ts";
import { MIGRATIONS } from "./schema.ts";

/** The state of a database file. */
export interface StoreInspection {
  /** Older: the next hook brings it up to date. */
  state: "current" | "older" | "newer" | "corrupt" | "unreadable";
  /** SQLite's words, where it is corrupt or unreadable. */
  reason: string | undefined;
  /** How many changes of its form it has behind it; undefined where that cannot be read. */
  version: number | undefined;
}

/** The tables that have rows of a session. */
const SESSION_TABLES = [
  "presentation",
  "presentation_history",
  "notice",
  "deferral",
  "forgotten",
  "session",
];

/** What state the database file `path` is in; neither makes nor changes it. */
export function inspectStore(path: string): StoreInspection {
  let database: DatabaseSync | undefined;
  let version: number | undefined;
  try {
    refuseOddJournal(path);
    database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT });
    version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (version > MIGRATIONS.length) return { state: "newer", reason: undefined, version };
    const found = database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
    if (found !== "ok") return { state: "corrupt", reason: String(found), version };
    const state = version < MIGRATIONS.length ? "older" : "current";
    return { state, reason: undefined, version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return { state: isCorrupt(error) ? "corrupt" : "unreadable", reason, version };
  } finally {
    if (database) close(database);
  }
}

/**
 * Takes out every row of a session that no agent has ever had. Unlike `forget` it leaves no history:
 * nothing was shown to anybody.
 * @throws {Error} when the database cannot be written.
 */
export function eraseSession(path: string, session: string): void {
  refuseOddJournal(path);
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec("BEGIN IMMEDIATE");
    for (const table of SESSION_TABLES) {
      database.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(session);
    }
    database.exec("COMMIT");
  } finally {
    close(database);
  }
}
