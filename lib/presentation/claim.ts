/** What a session claims within one transaction, and how that is recorded. */
import type { DatabaseSync } from "node:sqlite";
import type { Notice } from "../notice.ts";
import type { CallContext, Claim } from "../search/ports.ts";
import { countPages, growFile } from "./database.ts";
import { pruneOld } from "./prune.ts";
import { readSession, writeHeard, writeSession } from "./session.ts";

/** How the transaction of a claim ends. */
export interface Transaction extends Pick<Claim, "commit" | "rollback"> {
  /** The notices about an error; closes the database where it can no longer be used. */
  recover(error: unknown): Notice[];
}

/** A claim in an open transaction on `database`. */
export function openClaim(
  database: DatabaseSync,
  { sessionId, call, notices }: {
    sessionId: string;
    call: CallContext;
    notices: Notice[];
  },
  { commit, rollback, recover }: Transaction,
): Claim {
  let open = true;
  const before = readSession(database, sessionId, call);
  /** Runs `write`; where that would make the file larger, once more after making room for it. */
  const writeInto = (write: () => void) => {
    const pages = countPages(database);
    write();
    const missing = countPages(database) - pages;
    if (missing === 0) return;
    database.exec("PRAGMA locking_mode = EXCLUSIVE; ROLLBACK; BEGIN EXCLUSIVE");
    growFile(database, missing);
    write();
  };
  return {
    ...before,
    notices,
    record: (change, at) => {
      try {
        writeInto(() => {
          const held = pruneOld(database, at) ? readSession(database, sessionId, call) : before;
          writeSession(database, sessionId, held, change, call, at);
        });
        return [];
      } catch (error) {
        // A half-written record is worth less than none.
        const failures = recover(error).filter(({ code }) => !before.heard.has(code));
        open = database.isOpen && noteHeard(failures, at);
        return failures;
      }
    },
    commit: () => {
      if (open) commit();
    },
    rollback: () => {
      if (open) rollback();
    },
  };

  /** A full disk may still have room for this, so that the notices appear once a session. */
  function noteHeard(failures: readonly Notice[], at: Date): boolean {
    try {
      if (database.isTransaction) database.exec("ROLLBACK");
      database.exec("BEGIN EXCLUSIVE");
      const pages = countPages(database);
      writeHeard(database, sessionId, failures.map(({ code }) => code), at);
      if (countPages(database) === pages) return true;
    } catch {
      // Then they appear at each edit.
    }
    rollback();
    return false;
  }
}
