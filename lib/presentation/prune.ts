/** Keeps the presentation store small: no event says that a session is over, so its rows stay. */
import type { DatabaseSync } from "node:sqlite";
import { SESSION_TABLES } from "./schema.ts";
import { formatTime } from "./session.ts";

const DAY = 86_400_000;
/** How long a presentation and its history are kept, in days. */
const KEPT = 30;
/** Rows of a table that one hook deletes: the others wait for its lock. */
const AT_ONCE = 500;

/** A clock that was once set wrong has left rows of the far future, which never get old. */
const isOld = (time: string) => `(${time} < ?1 OR ${time} > ?2)`;

/**
 * Once a day, deletes what is more than 30 days old; part of the caller's transaction. Where there is
 * much of it, each hook takes a part, until nothing is left. Returns whether anything may be gone
 * now.
 */
export function pruneOld(database: DatabaseSync, now: Date): boolean {
  const last = database.prepare("SELECT pruned_at FROM upkeep").get()?.["pruned_at"];
  const [oldest, yesterday, newest] = [-KEPT * DAY, -DAY, KEPT * DAY].map((ms) =>
    formatTime(new Date(now.getTime() + ms))
  ) as [string, string, string];
  if (typeof last === "string" && last > yesterday && last <= formatTime(now)) return false;
  for (const { name, key, time } of SESSION_TABLES) {
    const condition = time === undefined
      ? `session_id IN (SELECT session_id FROM session WHERE ${isOld("seen_at")})`
      : isOld(time);
    const { changes } = database.prepare(
      `DELETE FROM ${name} WHERE (${key}) IN
       (SELECT ${key} FROM ${name} WHERE ${condition} LIMIT ${AT_ONCE})`,
    ).run(oldest, newest);
    if (Number(changes) === AT_ONCE) return true;
  }
  database.exec("DELETE FROM upkeep");
  database.prepare("INSERT INTO upkeep (pruned_at) VALUES (?)").run(formatTime(now));
  return true;
}
