/**
 * What happens to a model's context changes what its session holds: the second use case. Text that
 * a model no longer has is fresh again; in doubt it is shown twice rather than never.
 */
import { compareWithContext } from "./compare_with_context.ts";
import { findDeferred, handOver, NOTHING_FOUND, type SearchOutcome, toFound } from "./hand_over.ts";
import type { Claim, Ports, SessionChange } from "./ports.ts";

/**
 * - `ended`: the context was replaced by a summary.
 * - `restarted`: after that, a moment at which the hook may speak.
 * - `resumed`: the session goes on, with the same context or with an earlier one.
 * - `interrupted`: the turn was broken off, perhaps before the last text arrived.
 */
export type ContextChange = "ended" | "restarted" | "resumed" | "interrupted";

/** Where and when the context changed. */
export interface ContextOccasion {
  sessionId: string;
  turnId: string | undefined;
  /** Where the agent keeps the context now. */
  contextPath: string | undefined;
}

type ChangePorts = Pick<
  Ports,
  "presentations" | "guidelines" | "context" | "budget" | "clock"
>;

/** Takes note of a change of context; has something to say only where it restarted. */
export async function changeContext(
  change: ContextChange,
  occasion: ContextOccasion,
  ports: ChangePorts,
): Promise<SearchOutcome> {
  if (!ports.presentations.exists()) return NOTHING_FOUND;
  const claim = await ports.presentations.claim(occasion.sessionId);
  try {
    if (change === "restarted") return await repeatLast(claim, ports);
    const consequence = {
      ended: endContext,
      resumed: resumeContext,
      interrupted: retract,
    }[change](claim, occasion);
    return consequence || claim.notices.length > 0
      ? handOver({ fresh: [], notices: [], skipped: [], change: consequence ?? {} }, claim, ports)
      : giveBack(claim);
  } catch (error) {
    claim.rollback();
    throw error;
  }
}

/**
 * The whole context is gone. What was handed over in the turn that was cut in two reached nobody
 * but the writer of the summary, so it is handed over first at the next occasion.
 */
function endContext(claim: Claim, { turnId }: ContextOccasion): SessionChange {
  const last = claim.lastHandOver;
  const unread = last && turnId !== undefined && last.turnId === turnId ? last.presented : [];
  return { ended: { ids: [...claim.presented], why: "compacted" }, deferred: unread };
}

/** Another place for the context means that it was taken back to an earlier state. */
function resumeContext(claim: Claim, { contextPath }: ContextOccasion): SessionChange | undefined {
  const { contextPath: before } = claim;
  if (contextPath === undefined || before === undefined || contextPath === before) return undefined;
  return { ended: { ids: [...claim.presented], why: "rewound" }, deferred: [] };
}

/** The newest hand-over of the turn may not have arrived. */
function retract(claim: Claim, { turnId }: ContextOccasion): SessionChange | undefined {
  const last = claim.lastHandOver;
  if (!last?.newest || turnId === undefined || last.turnId !== turnId) return undefined;
  return {
    ended: { ids: last.presented, why: "interrupted" },
    deferred: [...last.deferred, ...claim.deferred],
  };
}

/** Says what is deferred, but for what the model has kept: a compaction in the background can. */
async function repeatLast(claim: Claim, ports: ChangePorts): Promise<SearchOutcome> {
  if (claim.deferred.length === 0 && claim.notices.length === 0) return giveBack(claim);
  const { deferred, missing, notices } = await findDeferred(claim, ports.guidelines);
  const relevant = deferred.map(toFound);
  const { fresh, change } = await compareWithContext(
    relevant,
    claim,
    ports.context,
    ports.guidelines,
  );
  return handOver(
    { fresh, notices, skipped: [], change: { ...change, deferred: missing } },
    claim,
    ports,
  );
}

function giveBack(claim: Claim): SearchOutcome {
  claim.rollback();
  return NOTHING_FOUND;
}
