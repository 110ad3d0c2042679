/** Keeps the presentation store small: sessions end without a word, and their rows stay. */
import type { DatabaseSync } from "node:sqlite";
import { formatTime } from "./session.ts";

const DAY = 86_400_000;
/** How long a presentation and its history are kept, in days. */
const KEPT = 30;

/** Once a day, deletes what is older than 30 days; part of the caller's transaction. */
export function pruneOld(database: DatabaseSync, now: Date): void {
  const last = database.prepare("SELECT pruned_at FROM upkeep").get()?.["pruned_at"];
  if (typeof last === "string" && last > formatTime(new Date(now.getTime() - DAY))) return;
  const oldest = formatTime(new Date(now.getTime() - KEPT * DAY));
  const old = "SELECT session_id FROM session WHERE seen_at < ?";
  database.prepare("DELETE FROM presentation WHERE presented_at < ?").run(oldest);
  database.prepare("DELETE FROM presentation_history WHERE presented_at < ?").run(oldest);
  database.prepare("DELETE FROM notice WHERE heard_at < ?").run(oldest);
  for (const table of ["deferral", "forgotten", "session"]) {
    database.prepare(`DELETE FROM ${table} WHERE session_id IN (${old})`).run(oldest);
  }
  database.exec("DELETE FROM upkeep");
  database.prepare("INSERT INTO upkeep (pruned_at) VALUES (?)").run(formatTime(now));
}
