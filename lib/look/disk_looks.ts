/** The looks of this machine. The look itself is loaded when a session looks. */
import type { Deadline } from "../deadline.ts";
import type { FoundChanges, LooksPort } from "../search/ports.ts";
import { logEdits } from "./edit_log.ts";

/** What looks need of the world. */
export interface DiskLooksOptions {
  /** The folder of what looks remember; undefined where there is no place for it. */
  store: string | undefined;
  env(name: string): string | undefined;
  deadline: Deadline;
}

/** In milliseconds. */
const LONGEST_COMMAND = 24 * 60 * 60 * 1000;

/** Where nothing can be remembered no change can be noticed. */
export const NO_CHANGES: FoundChanges = {
  changed: [],
  notices: [],
  addedRuns: () => undefined,
  save: () => {},
};

/** Looks that remember what they have seen in files below `store`. */
export function createDiskLooks({ store, env, deadline }: DiskLooksOptions): LooksPort {
  return {
    look: async ({ sessionId, event, folder, duration }) => {
      if (store === undefined) return NO_CHANGES;
      const [{ look }, { findRepositoryRoot }] = await Promise.all([
        import("./look.ts"),
        import("../repository/locate.ts"),
      ]);
      const phase = deadline.begin("git");
      const signal = AbortSignal.timeout(Math.floor(phase.remaining()));
      const found = await look({
        store,
        sessionId,
        event,
        folder,
        home: env("HOME"),
        since: isDuration(duration) ? Date.now() - duration : undefined,
        env,
        findRoot: findRepositoryRoot,
        signal,
      });
      // What hangs must leave time for the rest.
      if (signal.aborted) phase.expire?.();
      return found;
    },
    noteEdits: (paths) => {
      if (store !== undefined) logEdits(store, paths);
    },
  };
}

/** Others are a mistake of the agent: a command of years would bring all that is not committed. */
function isDuration(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= LONGEST_COMMAND;
}
