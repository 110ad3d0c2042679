/** Fakes of the application's ports, for all tests: a world in which nothing goes wrong. */
import { NO_DEADLINE } from "../../lib/deadline.ts";
import type { Guideline } from "../../lib/guideline/guideline.ts";
import type { Notice } from "../../lib/notice.ts";
import { NO_CHANGES } from "../../lib/look/disk_looks.ts";
import { createLoadedGuidebook } from "../../lib/search/loaded_guidebook.ts";
import type { FileLocation, LocationsPort } from "../../lib/search/location.ts";
import type { Claim, GuidelinesPort, Ports, SessionChange } from "../../lib/search/ports.ts";

export const NOW = new Date("2026-09-23T09:41:18Z");

/** Ports without guidelines, whose files are empty and in no repository; `over` replaces parts. */
export function createFakePorts(over: Partial<Ports> = {}): Ports {
  return {
    guidelines: createFakeGuidebook([]),
    locations: createFakeLocations(),
    sources: { read: () => Promise.resolve({ text: "" }) },
    patterns: { isLinear: () => true, test: () => Promise.resolve(true) },
    presentations: { exists: () => true, claim: () => Promise.resolve(createFakeClaim()) },
    clock: { now: () => NOW },
    changes: { addedRuns: () => undefined },
    looks: { look: () => Promise.resolve(NO_CHANGES), noteEdits: () => {} },
    context: {
      look: (memory) => Promise.resolve({ holds: () => undefined, memory }),
    },
    budget: { take: ({ length }) => length },
    deadline: NO_DEADLINE,
    ...over,
  };
}

/** A guidebook that holds `guidelines`. */
export function createFakeGuidebook(
  guidelines: readonly Guideline[],
  notices: Notice[] = [],
): GuidelinesPort {
  return { open: () => Promise.resolve(createLoadedGuidebook(guidelines, notices)) };
}

/** Files are where `describe` says; without it in no repository, relative to `/`. */
export function createFakeLocations(
  describe: (path: string) => Partial<FileLocation> = () => ({}),
  notices: Notice[] = [],
): LocationsPort {
  return {
    locate: (paths) =>
      Promise.resolve(paths.map((path) => ({
        path,
        relativePath: path.slice(1),
        root: undefined,
        identity: () => Promise.resolve(undefined),
        ...describe(path),
      }))),
    notices: () => notices,
  };
}

/** A claim that keeps what it is asked to record. */
export interface FakeClaim extends Claim {
  changes: SessionChange[];
  ends: ("commit" | "rollback")[];
}

/** A claim of a session that holds nothing; `state` replaces parts. */
export function createFakeClaim(state: Partial<Claim> = {}): FakeClaim {
  const changes: SessionChange[] = [];
  const ends: FakeClaim["ends"] = [];
  return {
    presented: new Set(),
    presentedNow: new Set(),
    deferred: [],
    forgotten: new Set(),
    heard: new Set(),
    lastHandOver: undefined,
    contextPath: undefined,
    contextMemory: undefined,
    notices: [],
    record: (change) => {
      changes.push(change);
      return [];
    },
    commit: () => void ends.push("commit"),
    rollback: () => void ends.push("rollback"),
    ...state,
    changes,
    ends,
  };
}
