/** Connects the application's ports to the disk, to git and to SQLite. */
import type { Deadline } from "../deadline.ts";
import { regexEngine } from "../guideline/regex_engine.ts";
import { createGuidebookStore, type GuidebookRoot } from "../guideline/store.ts";
import { createNotice, type Notice } from "../notice.ts";
import { createPresentationStore, forgetfulClaim } from "../presentation/store.ts";
import { createGitPlaces } from "../repository/git.ts";
import type { ChangesPort, Ports, PresentationsPort } from "../search/ports.ts";
import { createDiskSources } from "../source/disk.ts";
import type { Io } from "./io.ts";

export interface PortsOptions {
  roots: GuidebookRoot[];
  /** Path of the database; undefined where there is no place for one. */
  database: string | undefined;
  /** What went wrong when roots and database were looked for. */
  notices: Notice[];
  /** What paths outside any repository are relative to. */
  workFolder: string;
  /** What tells of added lines; without it nothing does. */
  changes?: ChangesPort;
  deadline: Deadline;
  io: Io;
}

export function createPorts(
  { roots, database, notices, workFolder, changes, deadline, io }: PortsOptions,
): Ports {
  const guidebook = createGuidebookStore(roots, deadline);
  return {
    guidelines: {
      load: async () => {
        const loaded = await guidebook.load();
        return { ...loaded, notices: [...notices, ...loaded.notices] };
      },
    },
    places: createGitPlaces({ base: workFolder, env: io.env, remaining: deadline.remaining }),
    sources: createDiskSources(deadline),
    patterns: regexEngine,
    presentations: database === undefined
      ? NO_STORE
      : createPresentationStore({ path: database, deadline, now: io.now }),
    clock: { now: io.now },
    changes: changes ?? { addedRuns: () => undefined },
    context: { held: () => Promise.resolve(undefined) },
    budget: { take: (ordered) => ordered.length },
    deadline,
  };
}

/** Remembers nothing and says nothing about it. */
export const FORGETFUL_STORE: PresentationsPort = {
  claim: () => Promise.resolve(forgetfulClaim([])),
};

const NO_STORE: PresentationsPort = {
  claim: () =>
    Promise.resolve(forgetfulClaim([
      createNotice(
        "store-unusable",
        "Cannot remember what was shown: HOME is not set and no --db is given. Guidelines are " +
          "shown at every edit",
      ),
    ])),
};
