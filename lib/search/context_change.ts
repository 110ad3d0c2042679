/**
 * The second use case: a change of the model's context changes what its session holds. Guidelines that
 * the model no longer has are fresh again; in doubt they are shown twice rather than never.
 */
import { compareWithContext } from "./compare_with_context.ts";
import { findDeferred, handOver, NOTHING_FOUND, type SearchOutcome, toFound } from "./hand_over.ts";
import type { CallContext, Claim, ContextPort, Ports, SessionChange } from "./ports.ts";

/**
 * - `ended`: the context was replaced by a summary.
 * - `restarted`: the first time after that at which the hook can add text.
 * - `resumed`: the session continues, with the same context or an earlier one.
 * - `interrupted`: the turn was interrupted, perhaps before the last text arrived.
 */
export type ContextChange = "ended" | "restarted" | "resumed" | "interrupted";

/** The call that reports a change of context. */
export interface ChangeCall extends Pick<CallContext, "turnId" | "contextPath"> {
  sessionId: string;
}

type ChangePorts = Pick<
  Ports,
  "presentations" | "guidelines" | "context" | "budget" | "clock"
>;

/** Records a change of context; only a restarted one gets an answer. */
export async function changeContext(
  change: ContextChange,
  call: ChangeCall,
  ports: ChangePorts,
): Promise<SearchOutcome> {
  if (!ports.presentations.exists()) return NOTHING_FOUND;
  const claim = await ports.presentations.claim(call.sessionId);
  try {
    if (change === "restarted") return await repeatLast(claim, ports);
    const consequence = {
      ended: endContext,
      resumed: resumeContext,
      interrupted: retract,
    }[change](claim, call, ports.context);
    return consequence || claim.notices.length > 0
      ? handOver({ fresh: [], notices: [], skipped: [], change: consequence ?? {} }, claim, ports)
      : giveBack(claim);
  } catch (error) {
    claim.rollback();
    throw error;
  }
}

/**
 * The whole context is gone. What was handed over in the turn that compaction has split reached only
 * the writer of the summary, so it is handed over first the next time.
 */
function endContext(
  claim: Claim,
  { turnId }: ChangeCall,
  context: ContextPort,
): SessionChange {
  const last = claim.lastHandOver;
  const unread = last && turnId !== undefined && last.turnId === turnId ? last.presented : [];
  // The second event of the same compaction finds nothing presented.
  const memory = claim.presented.size > 0
    ? context.awaitCompaction?.(claim.contextMemory)
    : claim.contextMemory;
  return {
    ended: { ids: [...claim.presented], why: "compacted" },
    deferred: unread,
    ...(memory !== undefined && memory !== claim.contextMemory && { contextMemory: memory }),
  };
}

/** A context in another file was rewound to an earlier state. */
function resumeContext(claim: Claim, { contextPath }: ChangeCall): SessionChange | undefined {
  const { contextPath: before } = claim;
  if (contextPath === undefined || before === undefined || contextPath === before) return undefined;
  return { ended: { ids: [...claim.presented], why: "rewound" }, deferred: [] };
}

/** The turn's newest hand-over may not have arrived. */
function retract(claim: Claim, { turnId }: ChangeCall): SessionChange | undefined {
  const last = claim.lastHandOver;
  if (!last?.newest || turnId === undefined || last.turnId !== turnId) return undefined;
  return {
    ended: { ids: last.presented, why: "interrupted" },
    deferred: [...last.deferred, ...claim.deferred],
  };
}

/** Hands over what is deferred, except what a compaction in the background has kept. */
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
