/** How the entries of this program differ from the older ones in the same file. Pure. */
import type { FoundEntry } from "./read.ts";

/** Events, by what has become of our entry for each. */
export interface EventChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

/** What has become of the events of `before`, all entries of ours in a file. */
export function compareEvents(before: FoundEntry[], after: FoundEntry[]): EventChanges {
  const [old, now] = [before, after].map((entries) => new Set(entries.map(({ event }) => event)));
  return {
    added: [...now!.difference(old!)],
    changed: [...old!.intersection(now!)].filter((event) =>
      after.some((entry) =>
        entry.event === event && !before.some((earlier) => isSame(earlier, entry))
      )
    ),
    removed: [...old!.difference(now!)],
  };
}

/** Whether both are the same handler in the same position. */
export function isSame(a: FoundEntry, b: FoundEntry): boolean {
  const keyOf = ({ event, group, handler, matcher, value }: FoundEntry) =>
    JSON.stringify([event, group, handler, matcher ?? null, value]);
  return keyOf(a) === keyOf(b);
}
