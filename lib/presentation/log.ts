/** What sessions were shown, read for a person; never creates or changes a database. */
import { createNotice } from "../notice.ts";
import type { CallContext, Claim, PresentationsPort } from "../search/ports.ts";
import { BUSY_TIMEOUT } from "./database.ts";
import { readSession } from "./session.ts";
import { noStoreClaim } from "./store.ts";

/** One row of the presentation table. */
export interface LoggedPresentation {
  guidelineId: string;
  sessionId: string;
  /** UTC, RFC 3339, whole seconds. */
  presentedAt: string;
}

/** What was shown, by guideline. */
export interface PresentationLog {
  /** By guideline: of the session that was asked about, else its last presentation anywhere. */
  entries: Map<string, LoggedPresentation>;
  /** What the session holds, for a claim that records nothing. */
  held: Partial<ReturnType<typeof readSession>>;
  /** Why it could not be read, for a person. */
  problem?: string;
}

/** There is no edit: a person asks. */
const NO_CALL: CallContext = { turnId: undefined, callId: undefined, contextPath: undefined };

/** Reads the database `path`; where there is none, nothing was shown yet. */
export async function readPresentationLog(
  path: string | undefined,
  sessionId: string | undefined,
): Promise<PresentationLog> {
  const log: PresentationLog = { entries: new Map(), held: {} };
  if (path === undefined || !exists(path)) return log;
  try {
    const { openToRead } = await import("./open_to_read.ts");
    using opened = openToRead(path, { timeout: BUSY_TIMEOUT });
    const { database } = opened;
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
      log.entries.set(entry.guidelineId, entry);
    }
    if (sessionId !== undefined) {
      log.held = readHeld(() => readSession(database, sessionId, NO_CALL), log);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    log.problem = `Cannot read database "${path}": ${reason}`;
  }
  return log;
}

/** A read-only store: it returns what `log` has, and records nothing. */
export function createReadOnlyStore({ held, problem }: PresentationLog): PresentationsPort {
  const notices = problem === undefined ? [] : [createNotice("store-unreadable", problem)];
  return {
    exists: () => true,
    claim: () => Promise.resolve({ ...noStoreClaim(notices), ...held }),
  };
}

/** A database of an older release has the first table only, until the next hook migrates it. */
function readHeld(
  read: () => ReturnType<typeof readSession>,
  { entries }: PresentationLog,
): Partial<Claim> {
  try {
    // Notices that the session has heard are news to the person who asks.
    return { ...read(), heard: new Set() };
  } catch {
    return { presented: new Set(entries.keys()) };
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
