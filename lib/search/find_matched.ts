/** Which guidelines match the changed files? The first half of a search; decides, never records. */
import { andMore } from "../words.ts";
import type { Phase } from "../deadline.ts";
import type { Guideline, Priority } from "../guideline/guideline.ts";
import { languagesOf } from "../language/language.ts";
import { type ScopedFile, whyNotApplicable } from "../guideline/scope.ts";
import { createNotice, type Notice } from "../notice.ts";
import type { FileLocation, Ports } from "./ports.ts";
import { type Evidence, judge, judgePatiently, type Verdict } from "./verdict.ts";

/** What the application hears of an agent's edit. */
const EVENT = "file_changed";
/** Files that are read and matched side by side; bounds the memory that their texts take. */
const BATCH = 16;
/** Changed files that are looked at; a look takes a fifth of a millisecond. */
const PATH_LIMIT = 4000;
/** Limits in milliseconds for patterns that may run away: all get the first before any the next. */
const ROUNDS = [10, 50, 250];

/** The first half of an answer. */
export interface Matched {
  /** By priority, and by the guidebook's order where that is equal. */
  matched: Guideline[];
  /** All of the guidebook; undefined where it was not loaded. */
  guidelines: Guideline[] | undefined;
  notices: Notice[];
  /** Changed files that could not be looked at, with the reason, for a person. */
  skipped: string[];
}

/** What comes of no files; the guidebook is not even loaded. */
export const NOTHING_MATCHED: Matched = {
  matched: [],
  guidelines: undefined,
  notices: [],
  skipped: [],
};

/** A guideline whose match on a file hangs on patterns that may run away. */
interface Undecided {
  guideline: Guideline;
  file: ScopedFile;
  location: FileLocation;
  evidence: Evidence;
}

type FindPorts =
  & Pick<Ports, "guidelines" | "locations" | "sources" | "patterns" | "changes" | "deadline">
  & Partial<Pick<Ports, "verdicts">>;

/** Finds the guidelines that match at least one of the files at `paths`. */
export async function findMatched(paths: string[], ports: FindPorts): Promise<Matched> {
  // Starts git, which runs by itself while the guidebook is read; what it says is awaited last.
  const locations = await ports.locations.locate(paths.slice(0, PATH_LIMIT));
  const { guidelines, notices } = await ports.guidelines.load();
  // Begins when there is something to match, since git and the disk have their own time.
  let phase: Phase | undefined;
  const judging = {
    patterns: ports.patterns,
    remaining: () => (phase ??= ports.deadline.begin("match")).remaining(),
  };

  const matched = new Set<Guideline>();
  const undecided: Undecided[] = [];
  const skipped = new Map<FileLocation, string>();
  for (let i = 0; i < locations.length; i += BATCH) {
    await Promise.all(locations.slice(i, i + BATCH).map(examine));
  }
  const cutOff = await settleUndecided();
  return {
    matched: sortByPriority(guidelines.filter((guideline) => matched.has(guideline))),
    guidelines,
    notices: [
      ...notices,
      ...ports.locations.notices(),
      ...(cutOff.length > 0 ? [describeCutOff(cutOff)] : []),
    ],
    // In the order of the request, whichever read ended first.
    skipped: [
      ...locations.flatMap((location) => skipped.get(location) ?? []),
      ...paths.slice(PATH_LIMIT).map((path) => `"${path}": there are too many`),
    ],
  };

  async function examine(location: FileLocation): Promise<void> {
    const { languages, possible: possibleLanguages, decide } = languagesOf(location.path);
    const file: ScopedFile = {
      relativePath: location.relativePath,
      languages: possibleLanguages,
      identity: undefined,
    };
    const possible = guidelines.filter((guideline) => {
      if (isSettled(guideline)) return false;
      const part = whyNotApplicable(guideline, EVENT, file);
      if (part === undefined || part === "repositories") return true;
      note({ kind: "not-applicable", part }, guideline);
      return false;
    });
    if (possible.length === 0 && !(ports.verdicts && decide)) return;
    const reading = ports.sources.read(location.path);
    // Whoever asks why wants to know the identity in any case.
    if (ports.verdicts || possible.some(({ scope }) => scope.repositories)) {
      file.identity = await location.identity();
    }
    const source = await reading;
    if ("skipped" in source) skipped.set(location, `"${location.path}": ${source.skipped}`);
    if ("skipped" in source) file.languages = languages;
    else if (decide && (ports.verdicts || possible.some(({ scope }) => scope.languages))) {
      file.languages = await decide(source.text);
    }
    const texts = "skipped" in source
      ? undefined
      : { file: source.text, added: ports.changes.addedRuns(location.path) };
    for (const guideline of possible) {
      if (isSettled(guideline)) continue;
      const part = whyNotApplicable(guideline, EVENT, file);
      if (part !== undefined) note({ kind: "not-applicable", part }, guideline);
      else if ("skipped" in source) note({ kind: "unreadable", reason: source.skipped }, guideline);
      else if (texts) {
        const evidence: Evidence = { texts, held: new Map() };
        const holds = judge(guideline, evidence, judging);
        const item = { guideline, file, location, evidence };
        if (holds === undefined) undecided.push(item);
        else settle(item, holds);
      }
    }

    function note(verdict: Verdict, guideline: Guideline): void {
      ports.verdicts?.note(guideline, file, location, verdict);
    }
  }

  /** One file that matches is enough, but for whoever asks why. */
  function isSettled(guideline: Guideline): boolean {
    return !ports.verdicts && matched.has(guideline);
  }

  function settle({ guideline, file, location, evidence }: Undecided, holds: boolean): void {
    if (holds) matched.add(guideline);
    const kind = holds ? "matched" : "no-match";
    ports.verdicts?.note(guideline, file, location, { kind, evidence });
  }

  /**
   * Runs the patterns that may run away, in rounds with growing limits, so that one of them costs
   * its own guideline and not the others. Returns the guidelines that stay undecided.
   */
  async function settleUndecided(): Promise<Guideline[]> {
    let open = undecided;
    for (const limit of ROUNDS) {
      const next: Undecided[] = [];
      for (const item of open) {
        if (isSettled(item.guideline)) continue;
        const holds = await judgePatiently(item.guideline, item.evidence, judging, limit);
        if (holds === undefined) next.push(item);
        else settle(item, holds);
      }
      open = next;
    }
    for (const { guideline, file, location, evidence } of open) {
      ports.verdicts?.note(guideline, file, location, { kind: "cut-off", evidence });
    }
    return open.map(({ guideline }) => guideline).filter((guideline) => !matched.has(guideline));
  }
}

const RANKS: Record<Priority, number> = { high: 0, normal: 1, low: 2 };

function sortByPriority(guidelines: Guideline[]): Guideline[] {
  const rank = ({ priority = "normal" }: Guideline) => RANKS[priority];
  return guidelines.sort((a, b) => rank(a) - rank(b));
}

function describeCutOff(guidelines: Guideline[]): Notice {
  const ids = [...new Set(guidelines.map(({ id }) => id))];
  return createNotice(
    "pattern-cut-off",
    `Cannot evaluate the patterns of guideline ${andMore(ids.map((id) => `"${id}"`))} in time: ` +
      "they backtrack too long or are too large. Simplify them, see adaptive-guidebook check",
  );
}
