/**
 * The application: which guidelines does this session need to read now? It decides through ports
 * and knows neither agents nor files.
 */
import type { Guideline } from "../guideline/guideline.ts";
import { removeHidden } from "../hidden_characters.ts";
import type { Notice } from "../notice.ts";
import { findMatched } from "./find_matched.ts";
import type { Ports } from "./ports.ts";
import type { FoundGuideline, SearchRequest, SearchResponse } from "./request.ts";

export interface SearchOutcome {
  /** What to hand over, in the guidebook's order. */
  response: SearchResponse;
  /** Ids that did not fit into the budget; they stay fresh. */
  deferred: string[];
  /** What the person has not heard in this session. */
  notices: Notice[];
  /** Changed files that could not be looked at, and why. */
  skipped: string[];
  /**
   * Ends the search: records what was handed over when every byte of it was delivered, takes the
   * claim back when not. Must be called once; hooks of this machine wait for it.
   */
  settle(delivered: boolean): void;
}

/** Finds the relevant guidelines that the session has not been shown, and claims them for it. */
export async function search(request: SearchRequest, ports: Ports): Promise<SearchOutcome> {
  const { matched, notices, skipped } = await findMatched(request.filepaths, ports);
  if (matched.length === 0 && notices.length === 0) {
    return { response: [], deferred: [], notices: [], skipped, settle: () => {} };
  }
  const claim = await ports.presentations.claim(request.sessionId);
  try {
    const fresh = matched.filter(({ id }) => !claim.presented.has(id)).map(toFound);
    const response = fresh.slice(0, ports.budget.take(fresh));
    const unheard = [...notices, ...claim.notices].filter(({ code }) => !claim.heard.has(code));
    const failures = claim.record(
      response.map(({ id }) => id),
      unheard.map(({ code }) => code),
      ports.clock.now(),
    );
    return {
      response,
      deferred: fresh.slice(response.length).map(({ id }) => id),
      notices: [...unheard, ...failures],
      skipped,
      settle: (delivered) => delivered ? claim.commit() : claim.rollback(),
    };
  } catch (error) {
    claim.rollback();
    throw error;
  }
}

/** The text that goes to an agent holds nothing that the author of the guideline cannot see. */
function toFound({ id, content }: Guideline): FoundGuideline {
  return { id: removeHidden(id).replaceAll("\n", ""), content: removeHidden(content).trimEnd() };
}
