/**
 * What an agent tells its hook, in the application's words. Each agent has an adapter beside this
 * file that turns its payloads into these and outcomes into its responses; nothing behind them
 * sees an agent's JSON.
 */
export type HookEvent = Edit | Nothing | Malformed;

/** The agent has changed files. */
export interface Edit {
  kind: "edit";
  /** The model context that made the edit; a sub-agent has its own. */
  sessionId: string;
  /** Absolute; relative paths were resolved against it. */
  cwd: string;
  /** Absolute and normalised, each once, in the payload's order; deleted files are left out. */
  changedPaths: string[];
  /**
   * The runs of lines that the edit added to a changed file, in its order, each joined by LF;
   * undefined where the payload does not tell.
   */
  addedRuns(path: string): string[] | undefined;
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

/** What the hook has to say. */
export interface HookOutcome {
  /** Presentation text for the model; empty when there is none. */
  text: string;
  /** For the person, each at most 500 characters. */
  notices: string[];
}

/** An agent's hook protocol; pure. */
export interface AgentAdapter {
  parseEvent(payload: string): HookEvent;
  /** The bytes for stdout, or undefined where nothing is to be said. */
  renderResponse(outcome: HookOutcome): string | undefined;
}
