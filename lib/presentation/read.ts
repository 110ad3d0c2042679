/** Reads and mends what sessions hold, for people: the commands `presentations` and `forget`. */
import { DatabaseSync } from "node:sqlite";
import { refuseOddJournal } from "./database.ts";
import { MIGRATIONS } from "./schema.ts";
import { endPresentations, formatTime } from "./session.ts";

/** One time that a session was shown a guideline. */
export interface PresentationRecord {
  session: string;
  guideline: string;
  /** RFC 3339, UTC. */
  presentedAt: string;
  /** `inherited`: it stood in the context of the session that this one goes on from. */
  origin: "shown" | "inherited";
  turn: string | null;
  call: string | null;
  /** Null while the session holds it. */
  endedAt: string | null;
  endedBy: string | null;
}

/** A database that these commands cannot read; the message says why. */
export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

/**
 * What was shown, oldest first; of one session, or of all. A session ending in `/*` names its
 * sub-agents too.
 * @throws {StoreVersionError} when the database is of another release.
 */
export function listPresentations(
  path: string,
  session: string | undefined,
): PresentationRecord[] {
  const database = open(path, { readOnly: true });
  try {
    const { where, values } = sessionFilter(session);
    const rows = database.prepare(
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
  } finally {
    database.close();
  }
}

/**
 * Makes guidelines fresh for a session: one, or all that it holds. They are shown once more, also
 * when the model still has the text. Returns how many were forgotten.
 * @throws {StoreVersionError} when the database is of another release.
 */
export function forgetPresentations(
  path: string,
  { session, guideline, now }: { session: string; guideline: string | undefined; now: Date },
): number {
  const database = open(path, { readOnly: false });
  try {
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
      endPresentations(
        database,
        sessionId,
        { ids: [id], why: "forgotten" },
        formatTime(now),
      );
      forget.run(sessionId, id);
    }
    // What a session has inherited without a record stands in its context all the same.
    if (guideline !== undefined && !session.endsWith("/*")) forget.run(session, guideline);
    database.exec("COMMIT");
    return held.length;
  } finally {
    database.close();
  }
}

function open(path: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  refuseOddJournal(path);
  const database = new DatabaseSync(path, { readOnly, timeout: 5000 });
  let version: number;
  try {
    version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  } catch (error) {
    database.close();
    // A hook that was killed while it committed has left a journal: to read is to mend first.
    if (readOnly && error instanceof Error && error.message.includes("readonly")) {
      return open(path, { readOnly: false });
    }
    throw error;
  }
  if (version === MIGRATIONS.length) return database;
  database.close();
  throw new StoreVersionError(
    version > MIGRATIONS.length
      ? "a newer release has changed it; update this one"
      : "an older release has made it; the next hook brings it up to date",
  );
}

function sessionFilter(session: string | undefined): { where: string; values: string[] } {
  if (session === undefined) return { where: "1", values: [] };
  if (!session.endsWith("/*")) return { where: "session_id = ?", values: [session] };
  const root = session.slice(0, -2);
  return {
    where: "(session_id = ? OR substr(session_id, 1, ?) = ?)",
    values: [root, String(root.length + 1), `${root}/`],
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
