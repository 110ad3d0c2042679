/** The guidebook on the disk: from the cache where that is valid, else from the YAML files. */
import { DamagedCacheError } from "../cache/file.ts";
import { type Deadline, type Phase, within } from "../deadline.ts";
import { createNotice, type Notice } from "../notice.ts";
import type { Guideline, GuidelineEntry } from "../guideline/guideline.ts";
import { createLoadedGuidebook } from "../search/loaded_guidebook.ts";
import type { Guidebook, GuidelinesPort } from "../search/ports.ts";
import { countOf } from "../words.ts";
import { readCache } from "./cache/read.ts";
import type { CachedGuidebook, Changes } from "./cache/decode.ts";
import type { RefreshOptions } from "./refresh.ts";
import type { GuidebookRoot } from "./snapshot.ts";

export type { GuidebookRoot } from "./snapshot.ts";

/** Optional parts of a store. */
export interface GuidebookStoreOptions {
  /** The folder of the cache; without one each guideline is parsed each time. */
  cache?: string | undefined;
  /** Milliseconds since 1970, on the clock that stamps the files. */
  now?: () => number;
  /** Numbers of the devices that have answered in this process; the store adds to them. */
  devices?: Set<number>;
}

/**
 * The first root whose disk does not answer. All later calls are synchronous, which is ten times faster
 * but cannot time out, and a disk that hangs does so for its root too. The cache is read before this:
 * a home folder that hangs blocks every hook anyway.
 */
async function findSilent(
  roots: readonly GuidebookRoot[],
  phase: Phase,
): Promise<GuidebookRoot | undefined> {
  const answers = await Promise.all(
    roots.map(({ path }) => within(phase, Deno.stat(path).catch(() => true), undefined)),
  );
  return roots[answers.indexOf(undefined)];
}

function describeSilent({ path }: GuidebookRoot): Notice {
  return createNotice(
    "guidebook-cut-off",
    `Cannot read guidebook "${path}" in time: the disk does not answer`,
  );
}

function describeUnchecked(): Notice {
  return createNotice(
    "guidebook-unchecked",
    "Using cached guidelines: checking for changes timed out",
  );
}

/** A cache, compared with the disk. */
interface ExaminedCache {
  cached: CachedGuidebook;
  /** Otherwise all of the guidebook is read again. */
  isSound: boolean;
  /** Since it was written; undefined where comparing timed out. */
  changes: Changes | undefined;
}

function examine(cached: CachedGuidebook, phase: Phase): ExaminedCache {
  const isSound = cached.isSound();
  const changes = isSound ? cached.findChanges(phase) : undefined;
  return { cached, isSound, changes };
}

/** The guidelines under `roots`; where two have one id, the first one counts. */
export function createGuidebookStore(
  roots: GuidebookRoot[],
  deadline: Deadline,
  { cache, now = Date.now, devices = new Set() }: GuidebookStoreOptions = {},
): GuidelinesPort {
  return {
    open: async () => {
      const kept = cache === undefined ? undefined : await readCache(cache, roots);
      // The device of the cache has just answered.
      if (kept) devices.add(kept.device);
      const silent = kept?.cached.devices.every((device) => devices.has(device))
        ? undefined
        : await findSilent(roots, deadline.begin("load"));
      if (silent) return createLoadedGuidebook([], [describeSilent(silent)]);
      try {
        return await openKept(kept?.cached);
      } catch (error) {
        if (!(error instanceof DamagedCacheError)) throw error;
        return await openKept(undefined);
      }
    },
  };

  async function openKept(kept: CachedGuidebook | undefined): Promise<Guidebook> {
    const examined = kept && examine(kept, deadline.begin("load"));
    if (examined?.isSound && await bringUpToDate(examined)) {
      const { cached, changes } = examined;
      return viewCached(
        cached,
        changes ? cached.meta.notices : [...cached.meta.notices, describeUnchecked()],
        deadline,
      );
    }
    const { refreshGuidebook } = await import("./refresh.ts");
    return await refreshGuidebook(examined?.cached, refreshOptions());
  }

  /** Each step has its own share of the time: on a busy machine the one before it may be late. */
  function refreshOptions(): RefreshOptions {
    return { roots, cache, phase: deadline.begin("load"), now: now() };
  }

  /**
   * Patches a stale cache; false where too much has changed. One that could not be compared with the
   * disk in time is used as it is.
   */
  async function bringUpToDate({ cached, changes }: ExaminedCache): Promise<boolean> {
    if (!changes || changes.folders.length + changes.files.length === 0) return true;
    const { refreshCache } = await import("./refresh.ts");
    return await refreshCache(cached, changes, refreshOptions());
  }
}

/** The guidelines of a cache; where it turns out to be damaged, they are read from their files. */
function viewCached(cached: CachedGuidebook, notices: Notice[], deadline: Deadline): Guidebook {
  const counted = cached.counted();
  const entries = counted.map((index) => cached.entry(index));
  let indexes: Map<GuidelineEntry, number> | undefined;
  let cutOff = 0;
  return {
    entries,
    load: async (wanted) => {
      indexes ??= new Map(entries.map((entry, i) => [entry, counted[i]!]));
      const found = wanted.flatMap((entry): [GuidelineEntry, number][] => {
        const index = indexes!.get(entry);
        return index === undefined ? [] : [[entry, index]];
      });
      try {
        const loaded = await cached.load(found.map(([, index]) => index));
        return new Map(found.map(([entry], i) => [entry, loaded[i]!]));
      } catch (error) {
        if (!(error instanceof DamagedCacheError)) throw error;
        return await readFiles(found);
      }
    },
    notices: () => cutOff === 0 ? notices : [...notices, describeCutOff(cutOff)],
  };

  async function readFiles(
    found: [GuidelineEntry, number][],
  ): Promise<Map<GuidelineEntry, Guideline>> {
    const { readGuideline } = await import("./refresh.ts");
    const phase = deadline.begin("load");
    const loaded = new Map<GuidelineEntry, Guideline>();
    for (const [entry, index] of found) {
      const guideline = phase.remaining() > 0
        ? await readGuideline(cached.file(index), phase)
        : undefined;
      if (guideline) loaded.set(entry, guideline);
      else cutOff++;
    }
    return loaded;
  }
}

function describeCutOff(count: number): Notice {
  return createNotice(
    "guidebook-cut-off",
    `${countOf(count, "guideline")} could not be read: the cache is damaged. The next edit reads ` +
      "all guidelines again",
  );
}
