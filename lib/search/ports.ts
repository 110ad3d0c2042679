/**
 * What the application needs from the world. Adapters implement these; `lib/cli/` wires them.
 * Types only.
 */
import type { Guideline } from "../guideline/guideline.ts";
import type { ScopedFile } from "../guideline/scope.ts";
import type { Deadline } from "../deadline.ts";
import type { Notice } from "../notice.ts";
import type { SearchResponse } from "./request.ts";
import type { Verdict } from "./verdict.ts";

export interface Ports {
  guidelines: GuidelinesPort;
  places: PlacesPort;
  sources: SourcesPort;
  patterns: PatternsPort;
  presentations: PresentationsPort;
  clock: ClockPort;
  changes: ChangesPort;
  context: ContextPort;
  budget: BudgetPort;
  deadline: Deadline;
  /** Somebody who wants to know why; the hook has nobody, so that it pays for no reasons. */
  verdicts?: VerdictsPort;
}

export interface VerdictsPort {
  /** Hears of every pair of guideline and changed file, once, in no order. */
  note(guideline: Guideline, file: ScopedFile, place: Place, verdict: Verdict): void;
}

export interface GuidelinesPort {
  /** Every guideline that can be loaded, in the guidebook's order, and what went wrong. */
  load(): Promise<{ guidelines: Guideline[]; notices: Notice[] }>;
}

export interface PlacesPort {
  /** Where each of these absolute, normalised paths lies, in their order. */
  locate(paths: string[]): Promise<Place[]>;
}

/** Where a changed file lives. */
export interface Place {
  path: string;
  /**
   * Relative to the repository's root; without a repository, to the folder that the agent works
   * in, or to the file system's root.
   */
  relativePath: string;
  /** Real path of the repository's root; undefined without a repository. */
  root: string | undefined;
  /** `owner/repository`; undefined without `origin`. Asked already, never rejects. */
  identity(): Promise<string | undefined>;
}

export interface SourcesPort {
  /** The text of a changed file, or why there is none. Never rejects. */
  read(path: string): Promise<Source>;
}

export type Source = { text: string } | { skipped: string };

export interface PatternsPort {
  /**
   * Whether `regex` matches `text`; undefined where the answer took longer than `ms`.
   */
  test(regex: RegExp, text: string, ms: number): Promise<boolean | undefined>;
  /** Whether `regex` is evaluated in linear time. */
  isLinear(regex: RegExp): boolean;
}

export interface PresentationsPort {
  /**
   * Opens the one transaction in which a session claims guidelines; other hooks wait until it is
   * settled. Never rejects: a store that cannot be used remembers nothing, and says so in
   * `notices`.
   */
  claim(sessionId: string): Promise<Claim>;
}

/** A transaction on what one session holds; ends with exactly one of `commit` and `rollback`. */
export interface Claim {
  /** Ids of the guidelines that the session holds. */
  presented: ReadonlySet<string>;
  /** Codes of the notices that the session has heard. */
  heard: ReadonlySet<string>;
  /** What went wrong with the store. */
  notices: Notice[];
  /**
   * Notes what the session is shown and hears now. Never throws: returns what went wrong.
   */
  record(guidelineIds: readonly string[], noticeCodes: readonly string[], at: Date): Notice[];
  commit(): void;
  rollback(): void;
}

export interface ClockPort {
  now(): Date;
}

export interface ChangesPort {
  /** The runs of lines that were added to a file; undefined where nothing tells. */
  addedRuns(path: string): string[] | undefined;
}

export interface ContextPort {
  /** Those of `ids` that stand in the model's context; undefined where it cannot be known. */
  held(ids: readonly string[]): Promise<Set<string> | undefined>;
}

export interface BudgetPort {
  /** How many of these, from the first on, fit into one answer to the agent. */
  take(ordered: SearchResponse): number;
}
