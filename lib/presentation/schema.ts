/** The tables of the presentation store, as numbered migrations; the first one is version 1. */
export const MIGRATIONS = [
  `CREATE TABLE IF NOT EXISTS presentation (
      session_id TEXT NOT NULL, guideline_id TEXT NOT NULL, presented_at TEXT NOT NULL,
      PRIMARY KEY (session_id, guideline_id)
  );
  CREATE TABLE IF NOT EXISTS notice (
      session_id TEXT NOT NULL, code TEXT NOT NULL, heard_at TEXT NOT NULL,
      PRIMARY KEY (session_id, code)
  );`,
];
