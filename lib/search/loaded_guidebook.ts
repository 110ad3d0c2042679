/** A guidebook whose guidelines have all been read. Pure. */
import type { Guideline, GuidelineEntry } from "../guideline/guideline.ts";
import type { Notice } from "../notice.ts";
import type { Guidebook } from "./ports.ts";

/** The guidebook of `guidelines`, in their order. */
export function createLoadedGuidebook(
  guidelines: readonly Guideline[],
  notices: Notice[] = [],
): Guidebook {
  const byEntry = new Map<GuidelineEntry, Guideline>(guidelines.map((it) => [it, it]));
  return {
    entries: guidelines,
    load: (entries) =>
      Promise.resolve(
        new Map(entries.flatMap((entry) => {
          const guideline = byEntry.get(entry);
          return guideline ? [[entry, guideline]] : [];
        })),
      ),
    notices: () => notices,
  };
}
