/**
 * What each session holds, in SQLite. The claim is one immediate transaction, so that hooks that
 * run at the same time present each guideline once; it is committed after the answer was written,
 * so that nothing is recorded that did not arrive.
 */
import type { DatabaseSync } from "node:sqlite";
import { type Deadline, NO_DEADLINE } from "../deadline.ts";
import { createNotice, type Notice } from "../notice.ts";
import type { CallContext, Claim, PresentationsPort } from "../search/ports.ts";
import {
  beginWhenFree,
  BUSY_TIMEOUT,
  close,
  commitAndGoOn,
  createFile,
  isCorrupt,
  migrate,
  NewerStoreError,
  refuseForeignSchema,
} from "./database.ts";
import { openClaim } from "./claim.ts";
import { setAside } from "./set_aside.ts";

/** What a store needs to know. */
export interface PresentationStoreOptions {
  /** The database file. */
  path: string;
  now(): Date;
  /** Recorded with what is presented. */
  call?: CallContext;
  /** Bounds the wait for other hooks. */
  deadline?: Deadline;
}

const NO_CALL: CallContext = {
  turnId: undefined,
  callId: undefined,
  contextPath: undefined,
};

/** The store in the file `path`; missing folders and files are created, for the user alone. */
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
  (call?: CallContext) => PresentationsPort
> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(":memory:");
  migrate(database);
  return (call = NO_CALL) => ({
    exists: () => true,
    claim: (sessionId) => {
      database.exec("BEGIN IMMEDIATE");
      return Promise.resolve(openClaim(database, { sessionId, call, notices: [] }, {
        commit: () => database.exec("COMMIT"),
        rollback: () => database.exec("ROLLBACK"),
        recover: (error) => [describe(error, ":memory:")],
      }));
    },
  });
}

async function claim(sessionId: string, options: PresentationStoreOptions): Promise<Claim> {
  try {
    return await begin(sessionId, options, []);
  } catch (error) {
    if (!isCorrupt(error)) return noStoreClaim([describe(error, options.path)]);
  }
  const { DatabaseSync } = await import("node:sqlite");
  const notices = replaceCorrupt(options, DatabaseSync);
  try {
    return await begin(sessionId, options, notices);
  } catch (error) {
    return noStoreClaim([...notices, describe(error, options.path)]);
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
  const { path, call = NO_CALL, deadline = NO_DEADLINE } = options;
  const { DatabaseSync } = await import("node:sqlite");
  createFile(path);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    beginWhenFree(database, path, deadline.begin("claim"));
    refuseForeignSchema(database);
    // By itself, so that a full disk is noticed before the answer is written.
    if (migrate(database)) commitAndGoOn(database);
    return openClaim(database, { sessionId, call, notices }, {
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
        if (!isCorrupt(error)) return [describe(error, path)];
        close(database);
        return replaceCorrupt(options, DatabaseSync);
      },
    });
  } catch (error) {
    close(database);
    throw error;
  }
}

/** The claim on a store that cannot be used: in doubt twice rather than never. */
export function noStoreClaim(notices: Notice[]): Claim {
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

function describe(error: unknown, path: string): Notice {
  if (error instanceof NewerStoreError) {
    return createNotice(
      "store-newer",
      `Cannot use database "${path}": a newer release has changed it. Update this one; until ` +
        "then guidelines are shown at every edit",
    );
  }
  if (error instanceof Deno.errors.NotCapable) {
    // Deno's message names a flag that the launcher does not take.
    return createNotice(
      "store-unusable",
      `Cannot use database "${path}": it is outside of what this program may write. In a clone, ` +
        "deno task install --db FILE permits one file. Until then guidelines are shown at every edit",
    );
  }
  const reason = error instanceof Error ? error.message : "unknown";
  return createNotice(
    "store-unusable",
    `Cannot use database "${path}": ${reason}. Guidelines are shown at every edit until it can be used`,
  );
}
