/** Which guidelines match the changed files? The first half of a search; decides, never records. */
import type { Phase } from "../deadline.ts";
import type { Guideline, GuidelineEntry, Scope } from "../guideline/guideline.ts";
import type { Texts } from "../guideline/matcher.ts";
import { whyNotApplicable } from "../guideline/scope.ts";
import type { Notice } from "../notice.ts";
import {
  addLate,
  describeCutOff,
  describeIgnored,
  describeLate,
  type LateMatches,
} from "./cut_off.ts";
import type { Guidebook, Ports } from "./ports.ts";
import type { SearchRequest } from "./request.ts";
import { sortByPriority } from "./priority.ts";
import { findSubjects, type Subject } from "./subject.ts";
import { type Evidence, judge, type JudgePorts, judgeWithin, type Verdict } from "./verdict.ts";

/** Subjects that are read and matched together; bounds the memory that their texts take. */
const BATCH = 16;
/** The most changed files that one search looks at; each takes a fifth of a millisecond. */
const PATH_LIMIT = 4000;
/** Limits in milliseconds for patterns that may run away: all get the first before any the next. */
const ROUNDS = [10, 50, 250];
/** Milliseconds that globs have at least, which is enough for ordinary ones. */
const SCOPE_TIME = 100;

/** The first half of an answer. */
export interface Matched {
  /** By priority, and by the guidebook's order where that is equal. */
  matched: Guideline[];
  /** Undefined where it was not opened. */
  guidebook: Guidebook | undefined;
  notices: Notice[];
  /** Changed files that could not be looked at, with the reason, for a person. */
  skipped: string[];
}

/** The result for no files; the guidebook is not even opened. */
export const NOTHING_MATCHED: Matched = {
  matched: [],
  guidebook: undefined,
  notices: [],
  skipped: [],
};

/** The ports that matching needs. */
export type FindPorts =
  & Pick<Ports, "guidelines" | "locations" | "sources" | "patterns" | "changes" | "deadline">
  & Partial<Pick<Ports, "verdicts" | "ownFiles">>;

/** A subject, and the guidelines that apply to it. */
interface Applicable {
  subject: Subject;
  entries: GuidelineEntry[];
  texts: Texts | { skipped: string };
}

/** A guideline whose match on a subject depends on patterns that may run away. */
interface Undecided {
  subject: Subject;
  entry: GuidelineEntry;
  guideline: Guideline;
  evidence: Evidence;
}

/** What the steps of one search share. */
interface Context {
  ports: FindPorts;
  guidebook: Guidebook;
  judging: JudgePorts;
  loaded: Map<GuidelineEntry, Guideline>;
  matched: Set<GuidelineEntry>;
  undecided: Undecided[];
  late: LateMatches;
  /** Milliseconds left for globs. */
  scopeTime: number;
  skipped: Map<Subject, string>;
}

/** Finds the guidelines that match at least one of the files of `request`. */
export async function findMatched(request: SearchRequest, ports: FindPorts): Promise<Matched> {
  const filepaths = request.filepaths.slice(0, PATH_LIMIT);
  const ignored = request.filepaths.slice(PATH_LIMIT);
  // Starts git, which runs while the guidebook is read; its answer is awaited last.
  const subjects = await findSubjects({ ...request, filepaths }, ports);
  const context = createContext(await ports.guidelines.open(), ports);
  // Reasons are given for every guideline, also for those that do not apply.
  if (ports.verdicts) await load(context.guidebook.entries, context);
  for (let i = 0; i < subjects.length; i += BATCH) {
    await examine(subjects.slice(i, i + BATCH), context);
  }
  const cutOff = await decideSlowOnes(context);
  const { loaded, matched, guidebook: { entries } } = context;
  return {
    matched: sortByPriority(
      entries.filter((entry) => matched.has(entry)).map((entry) => loaded.get(entry)!),
    ),
    guidebook: context.guidebook,
    notices: [
      ...context.guidebook.notices(),
      ...ports.locations.notices(),
      ...(cutOff.length > 0 ? [describeCutOff(cutOff)] : []),
      ...describeLate(context.late, context, subjects.length),
      ...(ignored.length > 0 ? [describeIgnored(ignored.length, request.filepaths.length)] : []),
    ],
    skipped: [
      ...subjects.filter((subject) => context.skipped.has(subject))
        .map((subject) => `"${subject.location.path}": ${context.skipped.get(subject)}`),
      ...ignored.map((path) => `"${path}": there are too many`),
    ],
  };
}

function createContext(guidebook: Guidebook, ports: FindPorts): Context {
  // Begins when there is something to match, since git and the disk have their own time.
  let phase: Phase | undefined;
  return {
    ports,
    guidebook,
    judging: {
      patterns: ports.patterns,
      remaining: () => (phase ??= ports.deadline.begin("match")).remaining(),
    },
    loaded: new Map(),
    matched: new Set(),
    undecided: [],
    late: new Map(),
    scopeTime: Math.max(SCOPE_TIME, ports.deadline.begin("match").remaining()),
    skipped: new Map(),
  };
}

async function examine(subjects: readonly Subject[], context: Context): Promise<void> {
  const applicable = await Promise.all(subjects.map((subject) => findApplicable(subject, context)));
  await load(applicable.flatMap(({ entries }) => entries), context);
  for (const each of applicable) judgeApplicable(each, context);
}

async function load(entries: readonly GuidelineEntry[], { loaded, guidebook }: Context) {
  const missing = new Set(entries.filter((entry) => !loaded.has(entry)));
  if (missing.size === 0) return;
  for (const [entry, guideline] of await guidebook.load([...missing])) loaded.set(entry, guideline);
}

/** Reads a subject to which guidelines apply; asks for the repository only where they need it. */
async function findApplicable(subject: Subject, context: Context): Promise<Applicable> {
  const { ports } = context;
  ports.verdicts?.begin(subject);
  const possible = findPossible(subject, context);
  if (possible.length === 0 && !(ports.verdicts && subject.decideLanguages)) {
    return { subject, entries: [], texts: { skipped: "" } };
  }
  const reading = subject.read();
  if (ports.verdicts || possible.some(({ scope }) => scope.repositories)) {
    subject.file.identity = await subject.location.identity();
  }
  const texts = await reading;
  if (ports.verdicts || possible.some(({ scope }) => scope.languages)) {
    await subject.decideLanguages?.(texts);
  }
  if ("skipped" in texts) context.skipped.set(subject, texts.skipped);
  const entries = possible.filter((entry) => {
    const part = whyNotApplicable(entry, subject.event, subject.file);
    if (part !== undefined) note(subject, entry, { kind: "not-applicable", part }, context);
    return part === undefined;
  });
  return { subject, entries, texts };
}

/** The guidelines that apply, as far as is known without the repository's identity. */
function findPossible(subject: Subject, context: Context): GuidelineEntry[] {
  const start = performance.now();
  let scope: Scope | undefined;
  let isLate = false;
  const possible = context.guidebook.entries.filter((entry) => {
    if (isDecided(entry, context)) return false;
    // Only the first of the guidelines of one scope costs time.
    if (entry.scope !== scope) isLate = performance.now() - start > context.scopeTime;
    scope = entry.scope;
    if (isLate) return addLate(context.late, entry, subject);
    const part = whyNotApplicable(entry, subject.event, subject.file);
    if (part === undefined || part === "repositories") return true;
    note(subject, entry, { kind: "not-applicable", part }, context);
    return false;
  });
  context.scopeTime -= performance.now() - start;
  return possible;
}

function judgeApplicable({ subject, entries, texts }: Applicable, context: Context): void {
  for (const entry of entries) {
    const guideline = context.loaded.get(entry);
    if (!guideline || isDecided(entry, context)) continue;
    if ("skipped" in texts) {
      note(subject, entry, { kind: "unreadable", reason: texts.skipped }, context);
      continue;
    }
    const evidence: Evidence = { texts, held: new Map() };
    const item: Undecided = { subject, entry, guideline, evidence };
    const holds = judge(guideline, evidence, context.judging);
    if (holds !== undefined) decide(item, holds, context);
    else if (context.judging.remaining() > 0) context.undecided.push(item);
    else addLate(context.late, entry, subject);
  }
}

/** One match is enough, unless every verdict is wanted. */
function isDecided(entry: GuidelineEntry, { ports, matched }: Context): boolean {
  return !ports.verdicts && matched.has(entry);
}

function decide({ subject, entry, evidence }: Undecided, holds: boolean, context: Context): void {
  if (holds) context.matched.add(entry);
  note(subject, entry, { kind: holds ? "matched" : "no-match", evidence }, context);
}

function note(subject: Subject, entry: GuidelineEntry, verdict: Verdict, context: Context): void {
  const { ports, loaded } = context;
  const guideline = ports.verdicts && loaded.get(entry);
  if (guideline) ports.verdicts?.note(subject, guideline, verdict);
}

/**
 * Runs the patterns that may run away, in rounds with growing limits, so that one of them costs
 * its own guideline and not the others. Returns the guidelines that stay undecided.
 */
async function decideSlowOnes(context: Context): Promise<Guideline[]> {
  let open = context.undecided;
  for (const limit of ROUNDS) {
    const next: Undecided[] = [];
    for (const item of open) {
      if (isDecided(item.entry, context)) continue;
      // Where others took all the time, their notice is for this one, too.
      const isLate = limit === ROUNDS[0] && next.length === 0 && context.judging.remaining() <= 0;
      if (isLate && !addLate(context.late, item.entry, item.subject)) continue;
      const holds = await judgeWithin(item.guideline, item.evidence, context.judging, limit);
      if (holds === undefined) next.push(item);
      else decide(item, holds, context);
    }
    open = next;
  }
  for (const { subject, entry, evidence } of open) {
    note(subject, entry, { kind: "cut-off", evidence }, context);
  }
  return open.filter(({ entry }) => !context.matched.has(entry)).map(({ guideline }) => guideline);
}
