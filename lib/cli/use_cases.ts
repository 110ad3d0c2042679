/** Hands each event of an agent to the use case of the application that is for it. Pure. */
import type { AgentAdapter, ContextEvent, Edit, HookEvent, Moment } from "../agent/protocol.ts";
import type { RaisingKind } from "../guideline/event.ts";
import { changeContext } from "../search/context_change.ts";
import type { SearchOutcome } from "../search/hand_over.ts";
import type { Ports } from "../search/ports.ts";
import { search } from "../search/search.ts";
import { searchChanges } from "../search/search_changes.ts";

/** An event that the application hears of. */
export type ApplicationEvent = Edit | Moment | ContextEvent;

/** What the application does at each kind of hook event; those that raise guidelines' events search. */
const USE_CASES: {
  [Kind in RaisingKind | "context"]: (
    event: Extract<HookEvent, { kind: Kind }>,
    ports: Ports,
    agent: AgentAdapter,
  ) => Promise<SearchOutcome>;
} = {
  edit: ({ sessionId, changedPaths }, ports) => {
    ports.looks.noteEdits(changedPaths);
    return search({ sessionId, filepaths: changedPaths }, ports);
  },
  moment: ({ sessionId, moment, cwd, duration, ...event }, ports, agent) =>
    searchChanges({ sessionId, event: moment, folder: cwd, duration }, ports, {
      carriesContext: agent.carriesContext(event.eventName),
      change: event.change,
      turnId: event.turnId,
      contextPath: event.transcriptPath,
      addedRuns: event.addedRuns,
    }),
  context: ({ change, sessionId, turnId, transcriptPath }, ports) =>
    changeContext(change, { sessionId, turnId, contextPath: transcriptPath }, ports),
};

/** Runs the use case for `event`. */
export function runUseCase(
  event: ApplicationEvent,
  ports: Ports,
  agent: AgentAdapter,
): Promise<SearchOutcome> {
  switch (event.kind) {
    case "edit":
      return USE_CASES.edit(event, ports, agent);
    case "moment":
      return USE_CASES.moment(event, ports, agent);
    case "context":
      return USE_CASES.context(event, ports, agent);
  }
}
