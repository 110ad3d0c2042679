/** Connects the application's ports to the disk, to git and to SQLite. */
import type { Deadline } from "../deadline.ts";
import { createTranscriptContext } from "../context/transcript.ts";
import { regexEngine } from "../pattern/regex_engine.ts";
import { createGuidebookStore, type GuidebookRoot } from "../guidebook/store.ts";
import type { TranscriptFormat } from "../agent/protocol.ts";
import { createNotice, type Notice } from "../notice.ts";
import { createPresentationStore, noStoreClaim } from "../presentation/store.ts";
import { type ContextLimit, fitPresentation } from "../presentation/text.ts";
import { createGitLocations } from "../repository/locate.ts";
import { openLocationCache } from "../repository/location_cache.ts";
import type { CallContext, ChangesPort, Ports, PresentationsPort } from "../search/ports.ts";
import { createDiskLooks } from "../look/disk_looks.ts";
import { createDiskSources } from "../source/disk.ts";
import type { Io } from "./io.ts";
import { createOwnFiles } from "./own_files.ts";

/** What the ports of one command or event are made from. */
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
  /** How much text the agent takes. */
  limit?: ContextLimit;
  /** Where in the agent's course of events this is. */
  call?: CallContext;
  /** How the agent keeps its context; undefined for one that is not to be looked at. */
  transcript?: TranscriptFormat | undefined;
  io: Io;
  /** The folder of the guidebook's cache; undefined where there is none. */
  cache?: string | undefined;
  /** The folder of what looks remember; undefined where there is none. */
  looks?: string | undefined;
}

const NO_LIMIT: ContextLimit = { max: 0, measure: (text) => text.length };

/** The ports of one search or context change; nothing is touched before it is asked for. */
export function createPorts(options: PortsOptions): Ports {
  const { roots, database, notices, workFolder, changes, deadline, call, io, cache } = options;
  const { limit = NO_LIMIT, looks } = options;
  const devices = new Set<number>();
  const guidebook = createGuidebookStore(roots, deadline, { cache, devices });
  return {
    guidelines: {
      open: async () => {
        const opened = await guidebook.open();
        return { ...opened, notices: () => [...notices, ...opened.notices()] };
      },
    },
    locations: createGitLocations({
      base: workFolder,
      env: io.env,
      deadline,
      cache: cache === undefined
        ? undefined
        : openLocationCache({ cache, base: workFolder, env: io.env }),
    }),
    ownFiles: createOwnFiles(roots, io.env),
    sources: createDiskSources(deadline, { devices }),
    patterns: regexEngine,
    presentations: database === undefined ? NO_STORE : createPresentationStore({
      path: database,
      now: io.now,
      deadline,
      ...(call && { call }),
    }),
    clock: { now: io.now },
    changes: changes ?? { addedRuns: () => undefined },
    looks: createDiskLooks({ store: looks, env: io.env, deadline }),
    context: createTranscriptContext({
      path: call?.contextPath,
      format: options.transcript,
      limit,
      deadline,
    }),
    budget: { take: (ordered) => fitPresentation(ordered, limit) },
    deadline,
  };
}

const NO_STORE: PresentationsPort = {
  exists: () => false,
  claim: () =>
    Promise.resolve(noStoreClaim([
      createNotice(
        "store-unusable",
        "Cannot remember what was shown: HOME is not set and no --db is given. Guidelines are " +
          "shown at every edit",
      ),
    ])),
};
