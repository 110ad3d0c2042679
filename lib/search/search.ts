/**
 * The application: which guidelines does this session need to read now? It decides through ports
 * and knows neither agents nor files.
 */
import { findMatched, NOTHING_MATCHED } from "./find_matched.ts";
import { findById, handOver, NOTHING_FOUND, type SearchOutcome, toFound } from "./hand_over.ts";
import type { Claim, ContextView, Ports, SessionChange } from "./ports.ts";
import type { FoundGuideline, SearchRequest } from "./request.ts";

/** Finds the relevant guidelines that the session does not hold, and claims them for it. */
export async function search(request: SearchRequest, ports: Ports): Promise<SearchOutcome> {
  const { filepaths } = request;
  const { matched, guidelines, notices, skipped } = filepaths.length > 0
    ? await findMatched(filepaths, ports)
    : NOTHING_MATCHED;
  const { presentations } = ports;
  if (matched.length === 0 && notices.length === 0 && !presentations.exists()) {
    return { ...NOTHING_FOUND, skipped };
  }
  const claim = await presentations.claim(request.sessionId);
  try {
    const deferred = claim.deferred.length === 0 ? [] : findById(
      claim.deferred,
      guidelines ?? (await ports.guidelines.load()).guidelines,
    );
    const relevant = [...new Set([...deferred, ...matched])].map(toFound);
    // A call that finds nothing is noted only where it makes an older one not the newest.
    const notable = claim.deferred.length > 0 || claim.lastHandOver?.newest;
    if (relevant.length === 0 && notices.length === 0 && !notable) {
      claim.rollback();
      return { ...NOTHING_FOUND, skipped };
    }
    const context = await ports.context.look(claim.contextMemory);
    const { fresh, change } = compareWithContext(relevant, claim, context);
    return handOver({ fresh, notices, skipped, change }, claim, ports);
  } catch (error) {
    claim.rollback();
    throw error;
  }
}

/**
 * The context, where it can be read, says what the session holds; else the record does. What is
 * recorded but not in the context was lost on the way, what is there without a record came from
 * the session that this one goes on from.
 */
function compareWithContext(
  relevant: FoundGuideline[],
  claim: Claim,
  context: ContextView,
): { fresh: FoundGuideline[]; change: SessionChange } {
  const fresh: FoundGuideline[] = [];
  const inherited: string[] = [];
  const lost: string[] = [];
  for (const guideline of relevant) {
    const { id } = guideline;
    const recorded = claim.presented.has(id);
    const held = !claim.forgotten.has(id) && (context.holds(guideline) ?? recorded);
    if (!held) fresh.push(guideline);
    if (held && !recorded) inherited.push(id);
    if (!held && recorded) lost.push(id);
  }
  const change: SessionChange = {
    inherited,
    ended: { ids: lost, why: "lost" },
    ...(context.memory !== claim.contextMemory && { contextMemory: context.memory }),
  };
  return { fresh, change };
}
