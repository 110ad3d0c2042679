/**
 * A guideline in the application: plain data, checked and compiled as far as it can be serialised, so
 * that a cache can hold it. Types only.
 */
import type { GuidelineEvent } from "./event.ts";

/** What decides whether a guideline applies; a guidebook has it at hand for every guideline. */
export interface GuidelineEntry {
  scope: Scope;
  /** Events that it applies to. */
  when: readonly GuidelineEvent[];
}

/** A guideline, read in full. */
export interface Guideline extends GuidelineEntry {
  /** Unique in the guidebook. */
  id: string;
  /** What people call it; the agent never reads it. */
  title?: string;
  /** Which guideline comes first in an answer; absent means normal. */
  priority?: Priority;
  /** What the agent reads. */
  content: string;
  /** Without it the guideline is matched wherever it is applicable. */
  match?: Match;
}

/** What is presented first. */
export type Priority = "high" | "normal" | "low";

/** Where a guideline applies; what is absent does not restrict. */
export interface Scope {
  repositories?: Glob[];
  /** Canonical names of GitHub Linguist. */
  languages?: string[];
  /** Relative to the repository's root. */
  paths?: Glob[];
}

/** A glob, kept as the source of the regular expression that it means. */
export interface Glob {
  /** As its author wrote it, with the leading `!` of a negated one. */
  glob: string;
  negated: boolean;
  regex: string;
}

/** Holds on one file: each list that is there must hold. */
export interface Match {
  /** One of them is enough. */
  any?: Pattern[];
  /** Each of them must hold. */
  all?: Pattern[];
  /** None of them may hold. */
  none?: Pattern[];
}

/** A list of patterns in `match`. */
export type MatchList = keyof Match;

/** An ECMAScript regular expression. */
export interface Pattern {
  /** Without leading inline flags such as `(?i)`: those are in `flags`. */
  pattern: string;
  flags: string;
  /** Absent: the whole file. `added`: each unbroken run of lines that the edit added. */
  on?: "added";
  /** Every text that it matches contains one of these; known only in a cache. */
  needs?: string[];
}
