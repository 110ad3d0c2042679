/** The tables of the presentation store, as numbered migrations; the first one is version 1. */
export const MIGRATIONS = [
  // What each session holds now.
  `CREATE TABLE IF NOT EXISTS presentation (
      session_id TEXT NOT NULL, guideline_id TEXT NOT NULL, presented_at TEXT NOT NULL,
      PRIMARY KEY (session_id, guideline_id)
  );
  CREATE TABLE IF NOT EXISTS notice (
      session_id TEXT NOT NULL, code TEXT NOT NULL, heard_at TEXT NOT NULL,
      PRIMARY KEY (session_id, code)
  );`,
  // What was shown when, in answer to which call, and why it ended; what a session still has to
  // be shown; what is known of its context. Nothing is done twice: somebody may have set back the
  // version of a database that has it all.
  `CREATE TABLE IF NOT EXISTS presentation_history (
      id INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL, guideline_id TEXT NOT NULL, presented_at TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('shown', 'inherited')),
      turn_id TEXT, call_id TEXT, ended_at TEXT, ended_by TEXT
  );
  INSERT INTO presentation_history (session_id, guideline_id, presented_at, origin)
    SELECT session_id, guideline_id, presented_at, 'shown' FROM presentation
    WHERE NOT EXISTS (SELECT 1 FROM presentation_history);
  CREATE INDEX IF NOT EXISTS presentation_history_by_session
    ON presentation_history (session_id, guideline_id);
  CREATE TABLE IF NOT EXISTS deferral (
      session_id TEXT NOT NULL, position INTEGER NOT NULL, guideline_id TEXT NOT NULL,
      PRIMARY KEY (session_id, position)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS forgotten (
      session_id TEXT NOT NULL, guideline_id TEXT NOT NULL,
      PRIMARY KEY (session_id, guideline_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS session (
      session_id TEXT PRIMARY KEY, seen_at TEXT NOT NULL, last_call TEXT,
      hand_over TEXT, context_path TEXT, context_memory TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS upkeep (pruned_at TEXT NOT NULL);`,
];

/** A table that has rows of sessions. */
export interface SessionTable {
  name: string;
  /** Its key, as a list of columns. */
  key: string;
  /** The column that says how old a row is; undefined where the session's row says it. */
  time?: string;
}

/** Every one of them; `session` last, since the age of others depends on it. */
export const SESSION_TABLES: readonly SessionTable[] = [
  { name: "presentation", key: "rowid", time: "presented_at" },
  { name: "presentation_history", key: "rowid", time: "presented_at" },
  { name: "notice", key: "rowid", time: "heard_at" },
  { name: "deferral", key: "session_id, position" },
  { name: "forgotten", key: "session_id, guideline_id" },
  { name: "session", key: "session_id", time: "seen_at" },
];
