/**
 * What happened in an agent, in the application's terms. Each agent has an adapter that parses its
 * payloads into these and renders outcomes as its responses; nothing else sees an agent's JSON.
 */
import type { TurnEvent } from "../look/turn.ts";
import type { ContextChange } from "../search/context_change.ts";

/** What a payload means to us. */
export type HookEvent = Edit | Moment | ContextEvent | Nothing | Malformed;

/** The agent has changed files. */
export interface Edit extends Occasion {
  kind: "edit";
  /** Absolute; relative paths were resolved against it. */
  cwd: string;
  /** Absolute and normalised, each once, in the payload's order; deleted files are left out. */
  changedPaths: string[];
  /**
   * The runs of lines that the edit added to a changed file, in its order, each joined by LF;
   * undefined where the payload does not say.
   */
  addedRuns(path: string): string[] | undefined;
}

/** A moment at which files may have changed without an edit tool. */
export interface Moment extends Occasion {
  kind: "moment";
  moment: TurnEvent;
  /** The folder that the agent works in; absolute. */
  cwd: string;
  /** How long the command took, in milliseconds, where the payload says it. */
  duration: number | undefined;
  /** What has happened to the context at the same time. */
  change?: ContextChange | undefined;
  /** The runs of lines that a command added to a file, where the payload says it. */
  addedRuns?(path: string): string[] | undefined;
}

/** Something has happened to what the model holds in its context. */
export interface ContextEvent extends Occasion {
  kind: "context";
  change: ContextChange;
}

/** When and where an event happened; what a payload does not have is undefined. */
export interface Occasion {
  /** The model context that it is about; a sub-agent has its own. */
  sessionId: string;
  /** The agent's turn. */
  turnId: string | undefined;
  /** The tool call that the hook answers. */
  callId: string | undefined;
  /** Where the agent keeps what was said in the context. */
  transcriptPath: string | undefined;
  /** The session whose context this one began with. */
  inheritsFrom?: string | undefined;
  /** The agent's name of the event, for the response. */
  eventName: string;
}

/** An event or a tool that is not ours. */
export interface Nothing {
  kind: "nothing";
}

/** A payload that should be ours but cannot be read. */
export interface Malformed {
  kind: "malformed";
  /** One sentence for a person. */
  reason: string;
}

/** What the hook answers. */
export interface HookOutcome {
  /** Presentation text for the model; empty when there is none. */
  text: string;
  /** For the person, each at most 500 characters. */
  notices: string[];
}

/** An agent's hook protocol; pure. */
export interface AgentAdapter {
  /** What people call the agent. */
  title: string;
  parseEvent(payload: string): HookEvent;
  /** Whether the answer to the event `eventName` may carry context. */
  carriesContext(eventName: string): boolean;
  /** The answer to the event `eventName` for stdout; undefined for none. */
  renderResponse(outcome: HookOutcome, eventName: string): string | undefined;
  /** The longest context text that reaches the model whole, in `measure`'s unit. */
  contextLimit: number;
  /** That unit, in the plural. */
  limitUnit: string;
  /** The length of a context text, as the agent counts it. */
  measure(text: string): number;
  /** Whether a transcript at this path is the agent's, by its name. */
  isTranscript(path: string): boolean;
  /**
   * The absolute folder of the agent's own (its home, its scratch folder) that the file at `path` is
   * in; undefined for none.
   */
  ownFolder(path: string, env: (name: string) => string | undefined): string | undefined;
  /** How the agent writes down what is in a context; undefined where that is not known. */
  transcript: TranscriptFormat | undefined;
}

/**
 * A file to which an agent appends, a line each, what comes into a model's context. Each line changes a
 * state; what is in the context is a part of it.
 */
export interface TranscriptFormat {
  /**
   * Where the history before the first line is, from that line; undefined for none.
   * @throws {TypeError} when the line is not of the known form.
   */
  parseBase(firstLine: string): TranscriptBase | undefined;
  /**
   * The state after `line`, given the state before it.
   * @throws {TypeError} when the line is not of the known form.
   */
  applyLine(line: string, state: TranscriptState, base?: TranscriptBase): AppliedLine;
  /**
   * The state after a line that is too long to be parsed, from its first and its last characters;
   * `mentions` whether it holds one of `markers`.
   * @throws {TypeError} when nothing is known after it.
   */
  skipLine(line: LongLine, state: TranscriptState, base?: TranscriptBase): AppliedLine;
  /** What each line has somewhere that puts one of our texts into the context. */
  markers: readonly string[];
  /** Whether a text that is not in the file is not in the context: every text is written in time. */
  isComplete: boolean;
  /** Folders, beside the transcript's own, that may hold the file of `base`; a few. */
  baseFolders(base: TranscriptBase, transcriptPath: string): string[];
  /** Whether a file of this name is the one of `base`. */
  isBaseFile(base: TranscriptBase, name: string): boolean;
}

/** A line that is too long to be parsed. */
export interface LongLine {
  head: string;
  tail: string;
  mentions: boolean;
}

/** What a transcript has come to at a line. */
export interface TranscriptState {
  /** The hook texts of ours that are in the context. */
  texts: readonly string[];
  /** Those that were, and are there no more: a rewind or a compaction has dropped them. */
  dropped?: readonly string[];
  /** The last line that the next one goes on from, by the agent's own name. */
  last?: string;
  /** How often the context was compacted; absent for never, and where no line says it. */
  compactions?: number;
  /** States at earlier lines by name; absent where the reading has not begun at the first line. */
  earlier?: Map<string, readonly string[]>;
}

/** The part of another transcript that a transcript goes on from. */
export interface TranscriptBase {
  threadId: string;
  /** The first ordinal that does not belong to it, or the name of the last line that does. */
  end: number | string;
}

/**
 * What a line does to the state: `end` where it lies behind the part that counts, `restart` where
 * it goes back to a line that is not among `earlier`.
 */
export type AppliedLine = TranscriptState | { end: true } | { restart: true };
