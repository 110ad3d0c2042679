/** Which guidelines match the changed files? The first half of a search; decides, never records. */
import type { Guideline, Pattern } from "../guideline/guideline.ts";
import type { Phase } from "../deadline.ts";
import { languagesOf } from "../guideline/language.ts";
import { evaluateMatch, judgeByWords } from "../guideline/matcher.ts";
import { type ScopedFile, whyNotApplicable } from "../guideline/scope.ts";
import { createTextFinder, type TextFinder } from "../guideline/text_finder.ts";
import { andMore, createNotice, type Notice } from "../notice.ts";
import type { PatternsPort, Place, Ports } from "./ports.ts";

/** What the application hears of an agent's edit. */
const EVENT = "file_changed";
/** Files that are read and matched side by side; bounds the memory that their texts take. */
const BATCH = 16;
/** Limits in milliseconds for patterns that may run away: all get the first before any the next. */
const ROUNDS = [10, 50, 250];

export interface Matched {
  /** In the guidebook's order. */
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

/** A guideline whose match on a text hangs on patterns that may run away. */
interface Undecided {
  guideline: Guideline;
  text: string;
  /** What is known of its patterns on this text. */
  verdicts: Map<Pattern, boolean>;
}

type FindPorts = Pick<Ports, "guidelines" | "places" | "sources" | "patterns" | "deadline">;

export async function findMatched(paths: string[], ports: FindPorts): Promise<Matched> {
  // Starts git, which runs by itself while the guidebook is read; what it says is awaited last.
  const places = await ports.places.locate(paths);
  const { guidelines, notices } = await ports.guidelines.load();
  const phase = ports.deadline.begin("match");

  const matched = new Set<Guideline>();
  const undecided: Undecided[] = [];
  const skipped: string[] = [];
  for (let i = 0; i < places.length; i += BATCH) {
    await Promise.all(places.slice(i, i + BATCH).map(examine));
  }
  const cutOff = await settleUndecided(undecided, matched, ports.patterns, phase);
  return {
    matched: guidelines.filter((guideline) => matched.has(guideline)),
    guidelines,
    notices: [
      ...notices,
      ...ports.places.notices(),
      ...(cutOff.length > 0 ? [describeCutOff(cutOff)] : []),
    ],
    skipped,
  };

  async function examine(place: Place): Promise<void> {
    const file = describe(place);
    const possible = guidelines.filter((guideline) => {
      if (matched.has(guideline)) return false;
      const reason = whyNotApplicable(guideline, EVENT, file);
      return reason === undefined || reason === "repositories";
    });
    if (possible.length === 0) return;
    const reading = ports.sources.read(place.path);
    if (possible.some(({ scope }) => scope.repositories)) file.identity = await place.identity();
    const source = await reading;
    if ("skipped" in source) {
      skipped.push(`"${place.path}": ${source.skipped}`);
      return;
    }
    const holdsWord = createTextFinder(source.text);
    for (const guideline of possible) {
      if (matched.has(guideline) || whyNotApplicable(guideline, EVENT, file)) continue;
      judge(guideline, source.text, holdsWord);
    }
  }

  function judge(guideline: Guideline, text: string, holdsWord: TextFinder): void {
    const verdicts = new Map<Pattern, boolean>();
    const holds = evaluateMatch(guideline.match, (pattern) => {
      const known = judgeByWords(pattern, holdsWord);
      if (known !== undefined) {
        verdicts.set(pattern, known);
        return known;
      }
      if (phase.remaining() <= 0) return undefined;
      const regex = new RegExp(pattern.pattern, pattern.flags);
      if (!ports.patterns.isLinear(regex)) return undefined;
      const verdict = testPattern(regex, text);
      if (verdict !== undefined) verdicts.set(pattern, verdict);
      return verdict;
    });
    if (holds) matched.add(guideline);
    else if (holds === undefined) undecided.push({ guideline, text, verdicts });
  }
}

/** Undefined for a pattern that compiles but cannot be run, such as one that is too large. */
function testPattern(regex: RegExp, text: string): boolean | undefined {
  try {
    return regex.test(text);
  } catch {
    return undefined;
  }
}

function describe(place: Place): ScopedFile {
  return {
    relativePath: place.relativePath,
    languages: languagesOf(place.path),
    identity: undefined,
  };
}

/**
 * Runs the patterns that may run away, in rounds with growing limits, so that one of them costs
 * its own guideline and not the others. Returns the guidelines that stay undecided.
 */
async function settleUndecided(
  undecided: Undecided[],
  matched: Set<Guideline>,
  patterns: PatternsPort,
  phase: Phase,
): Promise<Guideline[]> {
  let open = undecided;
  for (const limit of ROUNDS) {
    const next: Undecided[] = [];
    for (const item of open) {
      const { guideline, text, verdicts } = item;
      if (matched.has(guideline)) continue;
      for (const pattern of guideline.match?.any ?? []) {
        const left = phase.remaining();
        if (verdicts.has(pattern) || left <= 0) continue;
        const regex = new RegExp(pattern.pattern, pattern.flags);
        const verdict = await patterns.test(regex, text, Math.min(limit, left));
        if (verdict !== undefined) verdicts.set(pattern, verdict);
        if (verdict) break;
      }
      const holds = evaluateMatch(guideline.match, (pattern) => verdicts.get(pattern));
      if (holds) matched.add(guideline);
      else if (holds === undefined) next.push(item);
    }
    open = next;
  }
  return open.map(({ guideline }) => guideline).filter((guideline) => !matched.has(guideline));
}

function describeCutOff(guidelines: Guideline[]): Notice {
  const ids = [...new Set(guidelines.map(({ id }) => id))];
  return createNotice(
    "pattern-cut-off",
    `Cannot evaluate the patterns of guideline ${andMore(ids.map((id) => `"${id}"`))} in time: ` +
      "they backtrack too long or are too large. Simplify them, see adaptive-guidebook check",
  );
}
