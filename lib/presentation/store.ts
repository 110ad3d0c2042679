/**
 * What each session holds, in SQLite. The claim is one immediate transaction, so that hooks that
 * run at the same time present each guideline once; it is committed after the answer was written,
 * so that nothing is recorded that did not arrive.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Deadline } from "../deadline.ts";
import { createNotice, type Notice } from "../notice.ts";
import { parentPath } from "../path.ts";
import type { Claim, PresentationsPort } from "../search/ports.ts";
import { MIGRATIONS } from "./schema.ts";
import { setAside } from "./set_aside.ts";

/** Longest wait for other hooks, in milliseconds. */
const BUSY_TIMEOUT = 500;
/** Milliseconds of the deadline that the wait leaves for the answer. */
const RESERVE = 100;

export interface PresentationStoreOptions {
  /** The database file. */
  path: string;
  deadline: Deadline;
  now(): Date;
}

/** The store in the file `path`; folder and file are made when they are missing, for the user alone. */
export function createPresentationStore(options: PresentationStoreOptions): PresentationsPort {
  return { claim: (sessionId) => claim(sessionId, options) };
}

/**
 * A store that ends with the process; claims must be settled one after the other.
 */
export async function createMemoryPresentationStore(): Promise<PresentationsPort> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(":memory:");
  migrate(database);
  return {
    claim: (sessionId) => {
      database.exec("BEGIN IMMEDIATE");
      return Promise.resolve(openClaim(database, sessionId, [], {
        commit: () => database.exec("COMMIT"),
        rollback: () => database.exec("ROLLBACK"),
      }));
    },
  };
}

async function claim(sessionId: string, options: PresentationStoreOptions): Promise<Claim> {
  try {
    return await begin(sessionId, options, []);
  } catch (error) {
    if (!isCorrupt(error)) return forgetfulClaim([describe(error, options.path)]);
  }
  const aside = await setAside(options.path, options.now(), async () => {
    // Another hook may have mended it in the meantime.
    try {
      (await begin(sessionId, options, [])).rollback();
      return false;
    } catch (error) {
      return isCorrupt(error);
    }
  });
  const notices = aside === undefined ? [] : [createNotice(
    "store-set-aside",
    `Cannot read database "${options.path}": it is corrupt. It is kept as "${aside}", a new one ` +
      "was made; guidelines may be shown once more",
  )];
  try {
    return await begin(sessionId, options, notices);
  } catch (error) {
    return forgetfulClaim([...notices, describe(error, options.path)]);
  }
}

/** Opens the database and the transaction, and reads what the session holds. */
async function begin(
  sessionId: string,
  { path, deadline }: PresentationStoreOptions,
  notices: Notice[],
): Promise<Claim> {
  const { DatabaseSync } = await import("node:sqlite");
  createFile(path);
  const timeout = Math.round(Math.min(BUSY_TIMEOUT, Math.max(0, deadline.remaining() - RESERVE)));
  const database = new DatabaseSync(path, { timeout });
  try {
    database.exec("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE");
    migrate(database);
    return openClaim(database, sessionId, notices, {
      commit: () => {
        try {
          database.exec("COMMIT");
        } finally {
          close(database);
        }
      },
      // Closing ends the transaction, as the end of the process does.
      rollback: () => close(database),
    });
  } catch (error) {
    close(database);
    throw error;
  }
}

/** SQLite gives its journal the mode of the database. */
function createFile(path: string): void {
  const create = () => Deno.openSync(path, { write: true, create: true, mode: 0o600 }).close();
  try {
    create();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    Deno.mkdirSync(parentPath(path), { recursive: true, mode: 0o700 });
    create();
  }
}

/** A database that a newer release has changed. */
class NewerStoreError extends Error {
  override readonly name = "NewerStoreError";
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version > MIGRATIONS.length) throw new NewerStoreError();
  if (version === MIGRATIONS.length) return;
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

function openClaim(
  database: DatabaseSync,
  sessionId: string,
  notices: Notice[],
  end: Pick<Claim, "commit" | "rollback">,
): Claim {
  const presented = database.prepare("SELECT guideline_id FROM presentation WHERE session_id = ?")
    .all(sessionId).map((row) => String(row["guideline_id"]));
  const heard = database.prepare("SELECT code FROM notice WHERE session_id = ?")
    .all(sessionId).map((row) => String(row["code"]));
  return {
    presented: new Set(presented),
    heard: new Set(heard),
    notices,
    record: (guidelineIds, noticeCodes, at) => {
      const time = formatTime(at);
      try {
        const present = database.prepare(
          "INSERT INTO presentation (session_id, guideline_id, presented_at) VALUES (?, ?, ?)",
        );
        for (const id of guidelineIds) present.run(sessionId, id, time);
        const hear = database.prepare(
          "INSERT INTO notice (session_id, code, heard_at) VALUES (?, ?, ?)",
        );
        for (const code of noticeCodes) hear.run(sessionId, code, time);
        return [];
      } catch (error) {
        return [describe(error, database.location() ?? ":memory:")];
      }
    },
    ...end,
  };
}

/** The claim on a store that cannot be used: in doubt twice rather than never. */
export function forgetfulClaim(notices: Notice[]): Claim {
  return {
    presented: new Set(),
    heard: new Set(),
    notices,
    record: () => [],
    commit: () => {},
    rollback: () => {},
  };
}

/** UTC, RFC 3339, whole seconds. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function close(database: DatabaseSync): void {
  try {
    database.close();
  } catch {
    // It is closed, or SQLite cannot close it: the process ends in a moment.
  }
}

function isCorrupt(error: unknown): boolean {
  return error instanceof Error && /malformed|not a database/.test(error.message);
}

function describe(error: unknown, path: string): Notice {
  if (error instanceof NewerStoreError) {
    return createNotice(
      "store-newer",
      `Cannot use database "${path}": a newer release has changed it. Update this one; until ` +
        "then guidelines are shown at every edit",
    );
  }
  const reason = error instanceof Error ? error.message : "unknown";
  return createNotice(
    "store-unusable",
    `Cannot use database "${path}": ${reason}. Guidelines are shown at every edit until it can`,
  );
}
