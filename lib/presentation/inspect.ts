/** Inspects the database of what was shown, for `doctor`; and takes a trial session out of it. */
import { BUSY_TIMEOUT, isCorrupt } from "./database.ts";
import { openToRead } from "./open_to_read.ts";
import { MIGRATIONS, SESSION_TABLES } from "./schema.ts";

/** The state of a database file. */
export interface StoreInspection {
  /** Older: the next hook brings it up to date. */
  state: "current" | "older" | "newer" | "corrupt" | "unreadable";
  /** SQLite's words, where it is corrupt or unreadable. */
  reason: string | undefined;
  /** The number of its newest migration; undefined where that cannot be read. */
  version: number | undefined;
}

/** What state the database file `path` is in; neither creates nor changes it. */
export function inspectStore(path: string): StoreInspection {
  let version: number | undefined;
  try {
    using opened = openToRead(path, { timeout: BUSY_TIMEOUT });
    version = opened.version;
    if (version > MIGRATIONS.length) return { state: "newer", reason: undefined, version };
    const found = opened.database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
    if (found !== "ok") return { state: "corrupt", reason: String(found), version };
    const state = version < MIGRATIONS.length ? "older" : "current";
    return { state, reason: undefined, version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return { state: isCorrupt(error) ? "corrupt" : "unreadable", reason, version };
  }
}

/**
 * Takes out every row of a session that no agent has ever had. Unlike `forget` it leaves no history:
 * nothing was shown to anybody.
 * @throws {Error} when the database cannot be written.
 */
export function eraseSession(path: string, session: string): void {
  using opened = openToRead(path, { readOnly: false });
  const { database } = opened;
  database.exec("BEGIN IMMEDIATE");
  for (const { name } of SESSION_TABLES) {
    database.prepare(`DELETE FROM ${name} WHERE session_id = ?`).run(session);
  }
  database.exec("COMMIT");
}
