/** The guidebook on the disk: from the cache where that still holds, else from the YAML files. */
import type { Deadline } from "../deadline.ts";
import { createNotice } from "../notice.ts";
import type { GuidelinesPort } from "../search/ports.ts";
import { readCache, writeCache } from "./cache.ts";
import type { GuidebookRoot } from "./snapshot.ts";

export type { GuidebookRoot } from "./snapshot.ts";

export interface GuidebookStoreOptions {
  /** The folder of the cache; without one each guideline is parsed each time. */
  cache?: string | undefined;
  /** Milliseconds since 1970, on the clock that stamps the files. */
  now?: () => number;
}

const UNCHECKED = createNotice(
  "guidebook-unchecked",
  "Cannot see in time whether guidelines have changed: they are taken as they were last read",
);

/** The guidelines under `roots`; where two have one id, the first one counts. */
export function createGuidebookStore(
  roots: GuidebookRoot[],
  deadline: Deadline,
  { cache, now = Date.now }: GuidebookStoreOptions = {},
): GuidelinesPort {
  return {
    load: async () => {
      const cached = cache === undefined ? undefined : await readCache(cache, roots);
      const holds = cached?.holdsStill(deadline.begin("load"));
      if (cached && holds !== false) {
        const notices = holds ? cached.notices : [...cached.notices, UNCHECKED];
        return { guidelines: cached.guidelines(), notices };
      }
      const { isBetterThan, takeSnapshot } = await import("./take_snapshot.ts");
      const before = cached?.snapshot();
      const snapshot = await takeSnapshot(roots, before, deadline, now());
      if (cache !== undefined && isBetterThan(snapshot, before)) await writeCache(cache, snapshot);
      const guidelines = snapshot.files.flatMap(({ counts, outcome }) =>
        counts && outcome && "guideline" in outcome ? [outcome.guideline] : []
      );
      return { guidelines, notices: snapshot.notices };
    },
  };
}
