/**
 * What the application needs from the world. Adapters implement these; `lib/cli/` wires them.
 * Types only.
 */
import type { Guideline, GuidelineEntry } from "../guideline/guideline.ts";
import type { Deadline } from "../deadline.ts";
import type { TurnEvent } from "../look/turn.ts";
import type { Notice } from "../notice.ts";
import type { LocationsPort, OwnFilesPort } from "./location.ts";
import type { FoundGuideline, SearchResponse } from "./request.ts";
import type { Subject } from "./subject.ts";
import type { Verdict } from "./verdict.ts";

/** All that a search or a context change needs. */
export interface Ports {
  guidelines: GuidelinesPort;
  locations: LocationsPort;
  sources: SourcesPort;
  patterns: PatternsPort;
  presentations: PresentationsPort;
  clock: ClockPort;
  changes: ChangesPort;
  looks: LooksPort;
  context: ContextPort;
  budget: BudgetPort;
  deadline: Deadline;
  /** Without it every file is an ordinary one. */
  ownFiles?: OwnFilesPort;
  /** Collects every verdict, for `explain`; the hook leaves it out and pays for no reasons. */
  verdicts?: VerdictsPort;
}

/** Collects the verdicts of a search. */
export interface VerdictsPort {
  /** Called for each subject, in the order of the request, before its verdicts. */
  begin(subject: Subject): void;
  /** Called once for each pair of subject and guideline, in no order. */
  note(subject: Subject, guideline: Guideline, verdict: Verdict): void;
}

/** The guidebook. */
export interface GuidelinesPort {
  open(): Promise<Guidebook>;
}

/** A guidebook of which nothing but the entries has been read. */
export interface Guidebook {
  /** One for every guideline that can be loaded, in the guidebook's order. */
  entries: readonly GuidelineEntry[];
  /** Reads guidelines in full; one that can no longer be read is missing from the result. */
  load(entries: readonly GuidelineEntry[]): Promise<Map<GuidelineEntry, Guideline>>;
  /** What has gone wrong so far. */
  notices(): Notice[];
}

/** The texts of changed files. */
export interface SourcesPort {
  /** The text of a changed file, or why there is none. Never rejects. */
  read(path: string): Promise<Source>;
}

/** A text, or why there is none, for a person. */
export type Source = {
  text: string;
  /** Its name, where that is neither UTF-8 nor UTF-16; `unknown` where bytes were replaced. */
  encoding?: string;
} | { skipped: string };

/** The engine of regular expressions. */
export interface PatternsPort {
  /**
   * Whether `regex` matches `text`; undefined where the answer took longer than `ms`.
   */
  test(regex: RegExp, text: string, ms: number): Promise<boolean | undefined>;
  /** Whether `regex` is evaluated in linear time. */
  isLinear(regex: RegExp): boolean;
}

/** What sessions were shown. */
export interface PresentationsPort {
  /**
   * Opens the transaction in which a session claims guidelines; other hooks wait for its end. Never
   * rejects: with a store that cannot be used the claim is empty, and its `notices` say so.
   */
  claim(sessionId: string): Promise<Claim>;
  /** Whether anything was ever recorded; if not, there is no context to end. */
  exists(): boolean;
}

/** The call of a hook that a claim or a change of context is about; undefined what is not known. */
export interface CallContext {
  /** The agent's turn. */
  turnId: string | undefined;
  /** The tool call that the hook answers. */
  callId: string | undefined;
  /** Where the agent keeps the model's context now. */
  contextPath: string | undefined;
  /** The session whose context this one began with. */
  inheritsFrom?: string | undefined;
}

/** A transaction on what one session holds; ends with exactly one of `commit` and `rollback`. */
export interface Claim {
  /** Ids of the guidelines that the session holds. */
  presented: ReadonlySet<string>;
  /** Those of them that were recorded in answer to the call that this claim is about. */
  presentedNow: ReadonlySet<string>;
  /** Ids to hand over first the next time, in their order. */
  deferred: readonly string[];
  /** Ids to show once more on a person's request, whatever the context holds. */
  forgotten: ReadonlySet<string>;
  /** Ids that a session holds from the one that it began with, unless its context says otherwise. */
  inheritable?: readonly string[];
  /** Codes of the notices that the session has heard. */
  heard: ReadonlySet<string>;
  /** The last time that something was handed over to this session. */
  lastHandOver: HandOver | undefined;
  /** Where the agent kept this session's context at that time. */
  contextPath: string | undefined;
  /** What the context port asked to remember. */
  contextMemory: string | undefined;
  /** What went wrong with the store. */
  notices: Notice[];
  /** Records a change. Never throws: returns what went wrong. */
  record(change: SessionChange, at: Date): Notice[];
  commit(): void;
  rollback(): void;
}

/** What was handed over to a session at one time. */
export interface HandOver {
  turnId: string | undefined;
  /** Whether no later call of the session found something relevant. */
  newest: boolean;
  /** Ids in their order. */
  presented: string[];
  /** Those of them that had been deferred before. */
  deferred: string[];
}

/** What changes for a session; what is absent stays as it is. */
export interface SessionChange {
  /** Handed over now. */
  presented?: readonly string[];
  /** Found in the context, from the session that this one continues. */
  inherited?: readonly string[];
  /** No longer held. */
  ended?: { ids: readonly string[]; why: EndReason };
  /** All that are deferred from now on. */
  deferred?: readonly string[];
  /** Codes of notices. */
  heard?: readonly string[];
  contextMemory?: string | undefined;
}

/** Why a session no longer holds a guideline. */
export type EndReason = "compacted" | "rewound" | "interrupted" | "lost" | "forgotten" | "expired";

/** The clock. */
export interface ClockPort {
  now(): Date;
}

/** What an edit added. */
export interface ChangesPort {
  /**
   * The runs of lines that were added to a file with this text; undefined where that is unknown.
   */
  addedRuns(
    path: string,
    text: string,
  ): string[] | undefined | Promise<string[] | undefined>;
}

/** Changes that were made without an edit tool. */
export interface LooksPort {
  /** Compares the files that the session works with, with what its last look has seen. Never rejects. */
  look(request: LookRequest): Promise<FoundChanges>;
  /** Notes files as an edit tool has left them: the edit itself is no change for a look. */
  noteEdits(paths: readonly string[]): void;
}

/** A moment at which a session looks. */
export interface LookRequest {
  sessionId: string;
  event: TurnEvent;
  /** The folder that the agent works in; absolute. */
  folder: string;
  /** How long the command took, in milliseconds, where that is known. */
  duration: number | undefined;
}

/** What a look has found. */
export interface FoundChanges extends ChangesPort {
  /** Absolute paths of changed files. */
  changed: string[];
  /** What kept the look from seeing changes. */
  notices: Notice[];
  /** Remembers the look. Must be called only when what it found was handed on. */
  save(): void;
}

/** The model's context. */
export interface ContextPort {
  /**
   * Looks at what the model has in its context. `memory` is what the last look at this session asked
   * to remember; `relevant` are the guidelines in question; `lookUp` finds others that a text may
   * hold. Never rejects.
   */
  look(
    memory: string | undefined,
    relevant: readonly FoundGuideline[],
    lookUp: LookUp,
  ): Promise<ContextView>;
  /** What to remember after a compaction was reported, where that is not `memory`. */
  awaitCompaction?(memory: string | undefined): string | undefined;
}

/** Those guidelines with these ids that exist now. */
export type LookUp = (ids: readonly string[]) => Promise<FoundGuideline[]>;

/** The result of a look at the context. */
export interface ContextView {
  /** Whether the whole guideline is in the context; undefined where that is unknown. */
  holds(guideline: FoundGuideline): boolean | undefined;
  /** What to remember for the next look. */
  memory: string | undefined;
  /** Whether the context could be read. */
  isRead?: boolean;
}

/** How much text an agent takes. */
export interface BudgetPort {
  /** How many of these, from the first on, fit into one answer to the agent. */
  take(ordered: SearchResponse): number;
}
