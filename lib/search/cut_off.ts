/** What a search could not decide in time, and the notices about it. Pure. */
import type { Guideline, GuidelineEntry } from "../guideline/guideline.ts";
import { createNotice, type Notice } from "../notice.ts";
import { andMore, countOf } from "../words.ts";
import type { Subject } from "./subject.ts";

/** Guidelines, each with the subjects that it was not matched on. */
export type LateMatches = Map<GuidelineEntry, Set<Subject>>;

/** Notes that there was no time to match `entry` on `subject`, so that it does not count as matched. */
export function addLate(late: LateMatches, entry: GuidelineEntry, subject: Subject): false {
  const subjects = late.get(entry);
  if (subjects) subjects.add(subject);
  else late.set(entry, new Set([subject]));
  return false;
}

/** The notice about the guidelines in `late` that no other subject has matched, if there are any. */
export function describeLate(
  late: LateMatches,
  { matched, loaded }: {
    matched: ReadonlySet<GuidelineEntry>;
    loaded: ReadonlyMap<GuidelineEntry, Guideline>;
  },
  all: number,
): Notice[] {
  const open = [...late].filter(([entry]) => !matched.has(entry));
  if (open.length === 0) return [];
  const subjects = new Set(open.flatMap(([, subjects]) => [...subjects])).size;
  const ids = open.flatMap(([entry]) => loaded.get(entry)?.id ?? []).map((id) => `"${id}"`);
  const names = ids.length === open.length
    ? `guideline ${andMore(ids)}`
    : countOf(open.length, "guideline");
  return [createNotice(
    "match-cut-off",
    `Cannot match ${names} on ${subjects} of ${
      countOf(all, "changed file")
    } in time: together they ` +
      "are too much for one edit. Guidelines that matched until then are presented",
  )];
}

/** The notice about guidelines whose patterns were interrupted. */
export function describeCutOff(guidelines: Guideline[]): Notice {
  const ids = [...new Set(guidelines.map(({ id }) => id))];
  return createNotice(
    "pattern-cut-off",
    `Cannot evaluate the patterns of guideline ${andMore(ids.map((id) => `"${id}"`))} in time: ` +
      "they backtrack too long or are too large. Simplify them, see adaptive-guidebook check",
  );
}

/** The notice about changed files beyond the limit. */
export function describeIgnored(ignored: number, all: number): Notice {
  return createNotice(
    "too-many-files",
    `Only ${all - ignored} of ${all} changed files were matched: the other ${ignored} are too many`,
  );
}
