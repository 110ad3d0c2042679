/**
 * What each session holds, in SQLite. The claim is one immediate transaction, so that hooks that
 * run at the same time present each guideline once; it is committed after the answer was written,
 * so that nothing is recorded that did not arrive.
 */
import type { DatabaseSync } from "node:sqlite";
import { createNotice, type Notice } from "../notice.ts";
import { parentPath } from "../path.ts";
import type { Claim, PresentationsPort } from "../search/ports.ts";
import { pruneOld } from "./prune.ts";
import { MIGRATIONS } from "./schema.ts";
import { type ClaimOccasion, readSession, writeSession } from "./session.ts";
import { setAside } from "./set_aside.ts";

/** SQLite's own wait for a lock, in milliseconds. */
const BUSY_TIMEOUT = 500;
/** So often it waits in vain while nobody works on the database: the lock is held for ever. */
const IDLE_TRIES = 2;
/** Longest wait for a lock that goes from hook to hook. */
const QUEUE_TIMEOUT = 10_000;

export interface PresentationStoreOptions {
  /** The database file. */
  path: string;
  now(): Date;
  /** Recorded with what is presented. */
  occasion?: ClaimOccasion;
}

const NO_OCCASION: ClaimOccasion = {
  turnId: undefined,
  callId: undefined,
  contextPath: undefined,
};

/** The store in the file `path`; folder and file are made when they are missing, for the user alone. */
export function createPresentationStore(options: PresentationStoreOptions): PresentationsPort {
  return {
    claim: (sessionId) => claim(sessionId, options),
    exists: () => {
      try {
        return Deno.statSync(options.path).isFile;
      } catch {
        return false;
      }
    },
  };
}

/** A store that ends with the process; claims must be settled one after the other. */
export async function createMemoryPresentationStore(): Promise<
  (occasion?: ClaimOccasion) => PresentationsPort
> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(":memory:");
  migrate(database);
  return (occasion = NO_OCCASION) => ({
    exists: () => true,
    claim: (sessionId) => {
      database.exec("BEGIN IMMEDIATE");
      return Promise.resolve(openClaim(database, { sessionId, occasion, notices: [] }, {
        commit: () => database.exec("COMMIT"),
        rollback: () => database.exec("ROLLBACK"),
        recover: (error) => {
          database.exec("ROLLBACK");
          return [describe(error, ":memory:")];
        },
      }));
    },
  });
}

async function claim(sessionId: string, options: PresentationStoreOptions): Promise<Claim> {
  try {
    return await begin(sessionId, options, []);
  } catch (error) {
    if (!isCorrupt(error)) return forgetfulClaim([describe(error, options.path)]);
  }
  const { DatabaseSync } = await import("node:sqlite");
  const notices = replaceCorrupt(options, DatabaseSync);
  try {
    return await begin(sessionId, options, notices);
  } catch (error) {
    return forgetfulClaim([...notices, describe(error, options.path)]);
  }
}

/** Sets the database aside, unless another hook has done it in the meantime. */
function replaceCorrupt(
  { path, now }: PresentationStoreOptions,
  Database: typeof DatabaseSync,
): Notice[] {
  const aside = setAside(path, now(), () => {
    let database: DatabaseSync | undefined;
    try {
      database = new Database(path, { timeout: BUSY_TIMEOUT });
      return database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok";
    } catch (error) {
      return isCorrupt(error);
    } finally {
      if (database) close(database);
    }
  });
  return aside === undefined ? [] : [createNotice(
    "store-set-aside",
    `Cannot read database "${path}": it is corrupt. It is kept as "${aside}", a new one was ` +
      "made; guidelines may be shown once more",
  )];
}

/** Opens the database and the transaction, and reads what the session holds. */
async function begin(
  sessionId: string,
  options: PresentationStoreOptions,
  notices: Notice[],
): Promise<Claim> {
  const { path, occasion = NO_OCCASION } = options;
  const { DatabaseSync } = await import("node:sqlite");
  createFile(path);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    database.exec("PRAGMA synchronous = NORMAL");
    beginWhenFree(database, path);
    if (migrate(database)) {
      // By itself, so that a disk that is full says so before the answer is written.
      database.exec("COMMIT");
      beginWhenFree(database, path);
    }
    return openClaim(database, { sessionId, occasion, notices }, {
      commit: () => {
        try {
          database.exec("COMMIT");
        } finally {
          close(database);
        }
      },
      // Closing ends the transaction, as the end of the process does.
      rollback: () => close(database),
      recover: (error) => {
        close(database);
        return isCorrupt(error) ? replaceCorrupt(options, DatabaseSync) : [describe(error, path)];
      },
    });
  } catch (error) {
    close(database);
    throw error;
  }
}

/**
 * Many hooks may be waiting, on a machine that is busy with them. As long as the database changes
 * the lock goes round, and the wait is worth it; one that is held for ever is not waited for.
 */
function beginWhenFree(database: DatabaseSync, path: string): void {
  const end = performance.now() + QUEUE_TIMEOUT;
  let seen = changedAt(path);
  for (let idle = 0;;) {
    try {
      return database.exec("BEGIN IMMEDIATE");
    } catch (error) {
      const locked = error instanceof Error && error.message.includes("locked");
      const now = changedAt(path);
      idle = now === seen ? idle + 1 : 0;
      if (!locked || idle >= IDLE_TRIES || performance.now() > end) throw error;
      seen = now;
    }
  }
}

/** Changes while somebody works on the database; its journal is there during a commit. */
function changedAt(path: string): string {
  return [path, `${path}-journal`].map((file) => {
    try {
      const { mtime, size } = Deno.statSync(file);
      return `${mtime?.getTime()} ${size}`;
    } catch {
      return "-";
    }
  }).join();
}

/** SQLite gives its journal the mode of the database. */
function createFile(path: string): void {
  if (isRegularFile(path)) return;
  const create = () => Deno.openSync(path, { write: true, create: true, mode: 0o600 }).close();
  try {
    create();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    Deno.mkdirSync(parentPath(path), { recursive: true, mode: 0o700 });
    create();
  }
}

/**
 * Whether the file is there.
 * @throws {TypeError} when something else is: opening a FIFO waits for ever.
 */
function isRegularFile(path: string): boolean {
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  if (!info.isFile) throw new TypeError("it is not a file");
  return true;
}

/** A database that a newer release has changed. */
class NewerStoreError extends Error {
  override readonly name = "NewerStoreError";
}

/** Brings the tables up to date; says whether it had to. */
function migrate(database: DatabaseSync): boolean {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version > MIGRATIONS.length) throw new NewerStoreError();
  if (version === MIGRATIONS.length) return false;
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  return true;
}

function openClaim(
  database: DatabaseSync,
  { sessionId, occasion, notices }: {
    sessionId: string;
    occasion: ClaimOccasion;
    notices: Notice[];
  },
  { commit, rollback, recover }: Pick<Claim, "commit" | "rollback"> & {
    /** Ends the transaction after an error, and says what the person should know. */
    recover(error: unknown): Notice[];
  },
): Claim {
  let open = true;
  return {
    ...readSession(database, sessionId, occasion),
    notices,
    record: (change, at) => {
      try {
        pruneOld(database, at);
        writeSession(database, sessionId, change, occasion, at);
        return [];
      } catch (error) {
        // A half-written record is worth less than none.
        open = false;
        return recover(error);
      }
    },
    commit: () => {
      if (open) commit();
    },
    rollback: () => {
      if (open) rollback();
    },
  };
}

/** The claim on a store that cannot be used: in doubt twice rather than never. */
export function forgetfulClaim(notices: Notice[]): Claim {
  return {
    presented: new Set(),
    presentedNow: new Set(),
    deferred: [],
    forgotten: new Set(),
    heard: new Set(),
    lastHandOver: undefined,
    contextPath: undefined,
    contextMemory: undefined,
    notices,
    record: () => [],
    commit: () => {},
    rollback: () => {},
  };
}

function close(database: DatabaseSync): void {
  try {
    database.close();
  } catch {
    // It is closed, or SQLite cannot close it: the process ends in a moment.
  }
}

function isCorrupt(error: unknown): boolean {
  return error instanceof Error &&
    /malformed|not a database|unsupported file format/.test(error.message);
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
