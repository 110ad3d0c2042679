/**
 * The third use case: something has run that may have changed files, or a turn has begun or ended.
 * Changed files are searched like those of an edit; where the answer cannot carry context, what is
 * found is deferred to the next one that can.
 */
import { changeContext, type ContextChange } from "./context_change.ts";
import { NOTHING_FOUND, type SearchOutcome } from "./hand_over.ts";
import type { FoundChanges, LookRequest, Ports } from "./ports.ts";
import { search } from "./search.ts";

/** What happens at the same moment, and what the answer to it can be. */
export interface MomentOptions {
  /** Whether the answer reaches the model. */
  carriesContext: boolean;
  change: ContextChange | undefined;
  turnId: string | undefined;
  /** Where the agent keeps the context. */
  contextPath: string | undefined;
  /** The runs of lines that a command added to a file, where the agent says it. */
  addedRuns?: ((path: string) => string[] | undefined) | undefined;
}

/** Looks for changes, and finds the guidelines that are relevant to them. */
export async function searchChanges(
  request: LookRequest,
  ports: Ports,
  options: MomentOptions,
): Promise<SearchOutcome> {
  const { sessionId } = request;
  const { carriesContext, change, turnId, contextPath } = options;
  const found = await ports.looks.look(request);
  // Before the changes: what was deferred for the old context is not for the new one.
  if (change !== undefined && !(carriesContext && change === "restarted")) {
    (await changeContext(change, { sessionId, turnId, contextPath }, ports)).settle(true);
  }
  const isNews = found.changed.length > 0 || found.notices.length > 0;
  // What is deferred waits for the first call or prompt of a session that begins.
  const mayPresent = carriesContext && request.event !== "begin";
  if (!isNews && !mayPresent) return withLook(NOTHING_FOUND, found);
  const outcome = await search(
    { sessionId, filepaths: found.changed },
    {
      ...ports,
      changes: {
        addedRuns: (path, text) => options.addedRuns?.(path) ?? found.addedRuns(path, text),
      },
      ...(!mayPresent && { budget: { take: () => 0 } }),
    },
    found.notices,
  );
  return withLook(outcome, found);
}

/** A look is remembered when its findings were handed on: else they are found once more. */
function withLook(outcome: SearchOutcome, { save }: FoundChanges): SearchOutcome {
  return {
    ...outcome,
    settle: (delivered) => {
      outcome.settle(delivered);
      if (delivered) save();
    },
  };
}
