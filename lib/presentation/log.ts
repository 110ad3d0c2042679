/** What sessions were shown, read for a person; never makes or changes a database. */

/** One row of the presentation table. */
export interface LoggedPresentation {
  guidelineId: string;
  sessionId: string;
  /** UTC, RFC 3339, whole seconds. */
  presentedAt: string;
}

export interface PresentationLog {
  /** By guideline: of the session that was asked about, else its last presentation anywhere. */
  entries: Map<string, LoggedPresentation>;
  /** Why it could not be read, for a person. */
  problem?: string;
}

/** Milliseconds to wait for a hook that is writing. */
const BUSY_TIMEOUT = 500;

/** Reads the database `path`; where there is none, nothing was shown yet. */
export async function readPresentationLog(
  path: string | undefined,
  sessionId: string | undefined,
): Promise<PresentationLog> {
  const entries = new Map<string, LoggedPresentation>();
  if (path === undefined || !exists(path)) return { entries };
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT });
    try {
      const columns = "SELECT guideline_id, session_id, presented_at FROM presentation";
      const rows = sessionId === undefined
        ? database.prepare(`${columns} ORDER BY presented_at`).all()
        : database.prepare(`${columns} WHERE session_id = ?`).all(sessionId);
      for (const row of rows) {
        const entry = {
          guidelineId: String(row["guideline_id"]),
          sessionId: String(row["session_id"]),
          presentedAt: String(row["presented_at"]),
        };
        entries.set(entry.guidelineId, entry);
      }
      return { entries };
    } finally {
      database.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return { entries, problem: `Cannot read database "${path}": ${reason}` };
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
