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
  // be shown; what is known of its context.
  `CREATE TABLE presentation_history (
      id INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL, guideline_id TEXT NOT NULL, presented_at TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('shown', 'inherited')),
      turn_id TEXT, call_id TEXT, ended_at TEXT, ended_by TEXT
  );
  INSERT INTO presentation_history (session_id, guideline_id, presented_at, origin)
    SELECT session_id, guideline_id, presented_at, 'shown' FROM presentation;
  CREATE INDEX presentation_history_by_session ON presentation_history (session_id, guideline_id);
  CREATE TABLE deferral (
      session_id TEXT NOT NULL, position INTEGER NOT NULL, guideline_id TEXT NOT NULL,
      PRIMARY KEY (session_id, position)
  ) WITHOUT ROWID;
  CREATE TABLE forgotten (
      session_id TEXT NOT NULL, guideline_id TEXT NOT NULL,
      PRIMARY KEY (session_id, guideline_id)
  ) WITHOUT ROWID;
  CREATE TABLE session (
      session_id TEXT PRIMARY KEY, seen_at TEXT NOT NULL, last_call TEXT,
      hand_over TEXT, context_path TEXT, context_memory TEXT
  ) WITHOUT ROWID;
  CREATE TABLE upkeep (pruned_at TEXT NOT NULL);`,
];
