/** What a look does at each event of an agent's turn. Pure. */

/**
 * - `command`: a shell command or a tool of an MCP server has run.
 * - `prompt`: a person has written.
 * - `begin`: the session begins, goes on or was cleared.
 * - `compacted`: the context was compacted.
 * - `end`: the agent ends its turn.
 * - `break`: the turn was broken off, or a call in it.
 */
export type TurnEvent = "command" | "prompt" | "begin" | "compacted" | "end" | "break";

/** What is done at an event, and whether the turn has ended after it. */
export interface TurnStep {
  /** `find`: what changed is the agent's. `baseline`: it is somebody else's, and is only noted. */
  look: "find" | "baseline" | "none";
  ended: boolean;
}

/**
 * What a person changes between two turns is not the agent's, so the first event of a turn takes the
 * baseline; in mid-turn the same events find what the agent's commands have changed.
 */
export function stepTurn(event: TurnEvent, ended: boolean): TurnStep {
  switch (event) {
    case "command":
      return { look: "find", ended: false };
    case "prompt":
      return { look: ended ? "baseline" : "find", ended: false };
    case "begin":
      return { look: "baseline", ended: true };
    // One that a person asks for after the turn does not open it again.
    case "compacted":
      return { look: ended ? "none" : "find", ended };
    case "end":
      return { look: "find", ended: true };
    case "break":
      return { look: "none", ended: true };
  }
}
