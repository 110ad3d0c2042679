/** Keeps the presentation store small: sessions end without a word, and their rows stay. */
import type { DatabaseSync } from "node:sqlite";
import { formatTime } from "./session.ts";

const DAY = 86_400_000;
/** How long a presentation and its history are kept, in days. */
const KEPT = 30;
/** Rows of a table that one hook deletes: the others wait for its lock. */
const AT_ONCE = 500;

const OLD_SESSION = "SELECT session_id FROM session WHERE seen_at < ?1";

/** What is old in each table, by its key; sessions last, since the others look at them. */
const OLD: readonly [table: string, key: string, condition: string][] = [
  ["presentation", "rowid", "presented_at < ?1"],
  ["presentation_history", "rowid", "presented_at < ?1"],
  ["notice", "rowid", "heard_at < ?1"],
  ["deferral", "(session_id, position)", `session_id IN (${OLD_SESSION})`],
  ["forgotten", "(session_id, guideline_id)", `session_id IN (${OLD_SESSION})`],
  ["session", "session_id", "seen_at < ?1"],
];

/**
 * Once a day, deletes what is older than 30 days; part of the caller's transaction. Where there is
 * much of it, each hook takes a part, until nothing is left. Says whether anything may be gone now.
 */
export function pruneOld(database: DatabaseSync, now: Date): boolean {
  const last = database.prepare("SELECT pruned_at FROM upkeep").get()?.["pruned_at"];
  if (typeof last === "string" && last > formatTime(new Date(now.getTime() - DAY))) return false;
  const oldest = formatTime(new Date(now.getTime() - KEPT * DAY));
  for (const [table, key, condition] of OLD) {
    const columns = key.replace(/[()]/g, "");
    const { changes } = database.prepare(
      `DELETE FROM ${table} WHERE ${key} IN
       (SELECT ${columns} FROM ${table} WHERE ${condition} LIMIT ${AT_ONCE})`,
    ).run(oldest);
    if (Number(changes) === AT_ONCE) return true;
  }
  database.exec("DELETE FROM upkeep");
  database.prepare("INSERT INTO upkeep (pruned_at) VALUES (?)").run(formatTime(now));
  return true;
}
