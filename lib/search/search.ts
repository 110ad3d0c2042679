/**
 * The application: finds the guidelines that a session needs to read now. It acts through ports and
 * knows neither agents nor files.
 */
import { compareWithContext } from "./compare_with_context.ts";
import { findMatched, NOTHING_MATCHED } from "./find_matched.ts";
import { findDeferred, handOver, NOTHING_FOUND, type SearchOutcome, toFound } from "./hand_over.ts";
import type { Notice } from "../notice.ts";
import type { Ports } from "./ports.ts";
import type { SearchRequest } from "./request.ts";

/**
 * Finds the relevant guidelines that the session does not hold, and claims them for it.
 * @param otherNotices What the person should hear besides.
 */
export async function search(
  request: SearchRequest,
  ports: Ports,
  otherNotices: readonly Notice[] = [],
): Promise<SearchOutcome> {
  const found = request.filepaths.length > 0 ? await findMatched(request, ports) : NOTHING_MATCHED;
  const { matched, guidebook, skipped } = found;
  const notices = [...found.notices, ...otherNotices];
  const { presentations } = ports;
  if (matched.length === 0 && notices.length === 0 && !presentations.exists()) {
    return { ...NOTHING_FOUND, skipped };
  }
  const claim = await presentations.claim(request.sessionId);
  try {
    const { deferred, missing } = await findDeferred(claim, ports.guidelines, guidebook);
    // Two loads of one guideline give two objects.
    const byId = new Map([...deferred, ...matched].map((guideline) => [guideline.id, guideline]));
    const relevant = [...byId.values()].map(toFound);
    // A call that finds nothing is recorded only where an older one must lose its "newest" mark.
    const notable = claim.deferred.length > 0 || claim.lastHandOver?.newest;
    if (relevant.length === 0 && notices.length === 0 && !notable) {
      claim.rollback();
      return { ...NOTHING_FOUND, skipped };
    }
    const { fresh, change } = await compareWithContext(
      relevant,
      claim,
      ports.context,
      guidebook ?? ports.guidelines,
    );
    return handOver(
      { fresh, notices, skipped, change: { ...change, deferred: missing } },
      claim,
      ports,
    );
  } catch (error) {
    claim.rollback();
    throw error;
  }
}
