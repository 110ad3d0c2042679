/** Reads and changes what sessions hold, for people: the commands `presentations` and `forget`. */
import { openCurrent } from "./open_to_read.ts";
import { endPresentations, formatTime } from "./session.ts";

/** One time that a session was shown a guideline. */
export interface PresentationRecord {
  session: string;
  guideline: string;
  /** RFC 3339, UTC. */
  presentedAt: string;
  /** `inherited`: it was in the context of the session that this one continues. */
  origin: "shown" | "inherited";
  turn: string | null;
  call: string | null;
  /** Null while the session holds it. */
  endedAt: string | null;
  endedBy: string | null;
}

/**
 * What was shown, oldest first; of one session, or of all. A session ending in `/*` names its
 * sub-agents too.
 * @throws {Error} when the database cannot be used, or is of another release.
 */
export function listPresentations(
  path: string,
  session: string | undefined,
): PresentationRecord[] {
  using opened = openCurrent(path);
  const { where, values } = sessionFilter(session);
  const rows = opened.database.prepare(
    `SELECT session_id, guideline_id, presented_at, origin, turn_id, call_id, ended_at, ended_by
     FROM presentation_history WHERE ${where} ORDER BY id`,
  ).all(...values);
  return rows.map((row) => ({
    session: String(row["session_id"]),
    guideline: String(row["guideline_id"]),
    presentedAt: String(row["presented_at"]),
    origin: row["origin"] === "inherited" ? "inherited" : "shown",
    turn: textOrNull(row["turn_id"]),
    call: textOrNull(row["call_id"]),
    endedAt: textOrNull(row["ended_at"]),
    endedBy: textOrNull(row["ended_by"]),
  }));
}

/**
 * Makes guidelines fresh for a session: one, or all that it holds. They are shown once more, also
 * when the model still has the text. Returns how many were forgotten.
 * @throws {Error} when the database cannot be used, or is of another release.
 */
export function forgetPresentations(
  path: string,
  { session, guideline, now }: { session: string; guideline: string | undefined; now: Date },
): number {
  using opened = openCurrent(path, { readOnly: false });
  const { database } = opened;
  database.exec("BEGIN IMMEDIATE");
  const { where, values } = sessionFilter(session);
  const held = database.prepare(
    `SELECT session_id, guideline_id FROM presentation WHERE ${where}`,
  ).all(...values).filter((row) => guideline === undefined || row["guideline_id"] === guideline);
  const forget = database.prepare(
    "INSERT OR IGNORE INTO forgotten (session_id, guideline_id) VALUES (?, ?)",
  );
  for (const row of held) {
    const [sessionId, id] = [String(row["session_id"]), String(row["guideline_id"])];
    endPresentations(database, sessionId, { ids: [id], why: "forgotten" }, formatTime(now));
    forget.run(sessionId, id);
  }
  // What a session has inherited without a record is in its context all the same.
  if (guideline !== undefined && !session.endsWith("/*")) forget.run(session, guideline);
  database.exec("COMMIT");
  return held.length;
}

function sessionFilter(session: string | undefined): { where: string; values: string[] } {
  if (session === undefined) return { where: "1", values: [] };
  if (!session.endsWith("/*")) return { where: "session_id = ?", values: [session] };
  const root = session.slice(0, -2);
  // By SQLite's own count of characters, which is not that of JavaScript.
  return { where: "(session_id = ? OR instr(session_id, ?) = 1)", values: [root, `${root}/`] };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
