/** What one session holds, in the tables of the presentation store: reads and writes, no deciding. */
import type { DatabaseSync } from "node:sqlite";
import type { CallContext, Claim, HandOver, SessionChange } from "../search/ports.ts";

type Row = Record<string, unknown>;

/** What a session holds now. */
export function readSession(
  database: DatabaseSync,
  sessionId: string,
  { callId, inheritsFrom }: CallContext,
): Omit<
  Claim,
  "notices" | "record" | "commit" | "rollback"
> {
  const list = (sql: string, column: string, id = sessionId) =>
    database.prepare(sql).all(id).map((row) => String(row[column]));
  const listHeld = (id: string) =>
    list("SELECT guideline_id FROM presentation WHERE session_id = ?", "guideline_id", id);
  const known: Row | undefined = database.prepare("SELECT * FROM session WHERE session_id = ?")
    .get(sessionId);
  const session = known ?? {};
  return {
    presented: new Set(listHeld(sessionId)),
    // Only at its first event: what the other session is shown later is not in this context.
    ...(inheritsFrom !== undefined && !known && { inheritable: listHeld(inheritsFrom) }),
    presentedNow: new Set(
      callId === undefined ? [] : readPresentedNow(database, sessionId, callId),
    ),
    deferred: list(
      "SELECT guideline_id FROM deferral WHERE session_id = ? ORDER BY position",
      "guideline_id",
    ),
    forgotten: new Set(
      list("SELECT guideline_id FROM forgotten WHERE session_id = ?", "guideline_id"),
    ),
    heard: new Set(list("SELECT code FROM notice WHERE session_id = ?", "code")),
    lastHandOver: parseHandOver(session["hand_over"], session["last_call"]),
    contextPath: optionalText(session["context_path"]),
    contextMemory: optionalText(session["context_memory"]),
  };
}

/** Writes what changes for a session that held what `before` says; few statements, as each takes time. */
export function writeSession(
  database: DatabaseSync,
  sessionId: string,
  before: Pick<Claim, "deferred" | "forgotten" | "lastHandOver">,
  change: SessionChange,
  call: CallContext,
  at: Date,
): void {
  const time = formatTime(at);
  const run = (sql: string, ...values: (string | number | null)[]) =>
    database.prepare(sql).run(sessionId, ...values);

  const { ended, presented = [], inherited = [], deferred = before.deferred, heard = [] } = change;
  if (ended && ended.ids.length > 0) endPresentations(database, sessionId, ended, time);
  for (const [origin, ids] of [["shown", presented], ["inherited", inherited]] as const) {
    for (const id of ids) {
      run(
        "INSERT INTO presentation (session_id, guideline_id, presented_at) VALUES (?, ?, ?)",
        id,
        time,
      );
      run(
        `INSERT INTO presentation_history
         (session_id, guideline_id, presented_at, origin, turn_id, call_id) VALUES (?, ?, ?, ?, ?, ?)`,
        ...[id, time, origin, call.turnId ?? null, call.callId ?? null],
      );
      if (before.forgotten.has(id)) {
        run("DELETE FROM forgotten WHERE session_id = ? AND guideline_id = ?", id);
      }
    }
  }
  if (JSON.stringify(deferred) !== JSON.stringify(before.deferred)) {
    run("DELETE FROM deferral WHERE session_id = ?");
    deferred.forEach((id, i) =>
      run("INSERT INTO deferral (session_id, position, guideline_id) VALUES (?, ?, ?)", i, id)
    );
  }
  writeHeard(database, sessionId, heard, at);
  const handOver = presented.length === 0 ? null : JSON.stringify({
    // An event without a turn belongs to the one before.
    turnId: call.turnId ?? before.lastHandOver?.turnId,
    callId: call.callId,
    presented,
    deferred: presented.filter((id) => before.deferred.includes(id)),
  });
  run(
    `INSERT INTO session (session_id, seen_at, last_call, context_path, hand_over, context_memory)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at,
       last_call = coalesce(excluded.last_call, last_call),
       context_path = coalesce(excluded.context_path, context_path),
       hand_over = coalesce(excluded.hand_over, hand_over),
       context_memory = iif(?7, excluded.context_memory, context_memory)`,
    ...[time, call.callId ?? null, call.contextPath ?? null, handOver],
    ...[change.contextMemory ?? null, Number("contextMemory" in change)],
  );
}

/** Notes that the session has heard the notices with these codes. */
export function writeHeard(
  database: DatabaseSync,
  sessionId: string,
  codes: readonly string[],
  at: Date,
): void {
  const insert = "INSERT OR IGNORE INTO notice (session_id, code, heard_at) VALUES (?, ?, ?)";
  for (const code of codes) database.prepare(insert).run(sessionId, code, formatTime(at));
}

function readPresentedNow(database: DatabaseSync, sessionId: string, callId: string): string[] {
  return database.prepare(
    `SELECT guideline_id FROM presentation_history
     WHERE session_id = ? AND call_id = ? AND ended_at IS NULL`,
  ).all(sessionId, callId).map((row) => String(row["guideline_id"]));
}

/** Takes presentations out of what a session holds, and notes why in the history. */
export function endPresentations(
  database: DatabaseSync,
  sessionId: string,
  { ids, why }: NonNullable<SessionChange["ended"]>,
  time: string,
): void {
  const remove = database.prepare(
    "DELETE FROM presentation WHERE session_id = ? AND guideline_id = ?",
  );
  const close = database.prepare(
    `UPDATE presentation_history SET ended_at = ?, ended_by = ?
     WHERE session_id = ? AND guideline_id = ? AND ended_at IS NULL`,
  );
  for (const id of ids) {
    remove.run(sessionId, id);
    close.run(time, why, sessionId, id);
  }
}

/** UTC, RFC 3339, whole seconds. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function parseHandOver(text: unknown, lastCall: unknown): HandOver | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const { callId, ...handOver } = JSON.parse(text);
    return { ...handOver, newest: callId === (lastCall ?? undefined) };
  } catch {
    return undefined;
  }
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
