/** The last step of every use case: claims and hands over as much as the agent takes. */
import type { Guideline } from "../guideline/guideline.ts";
import { removeHidden } from "../hidden_characters.ts";
import { mergeNotices, type Notice } from "../notice.ts";
import type { Claim, Guidebook, GuidelinesPort, Ports, SessionChange } from "./ports.ts";
import type { FoundGuideline, SearchResponse } from "./request.ts";

/** The answer to a search or a context change, not yet recorded. */
export interface SearchOutcome {
  /** What to hand over, in its order. */
  response: SearchResponse;
  /** Ids that did not fit into the budget; they are handed over first next time. */
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

/** An answer that says nothing, and has nothing to record. */
export const NOTHING_FOUND: SearchOutcome = {
  response: [],
  deferred: [],
  notices: [],
  skipped: [],
  settle: () => {},
};

/**
 * Claims as many of `fresh` as the agent takes; the others come first next time, and after them
 * what `change` defers.
 */
export function handOver(
  { fresh, notices, skipped, change = {} }: {
    fresh: FoundGuideline[];
    notices: Notice[];
    skipped: string[];
    change?: SessionChange;
  },
  claim: Claim,
  ports: Pick<Ports, "budget" | "clock">,
): SearchOutcome {
  const response = fresh.slice(0, ports.budget.take(fresh));
  const deferred = fresh.slice(response.length).map(({ id }) => id);
  const ids = response.map(({ id }) => id);
  const unheard = mergeNotices([...notices, ...claim.notices])
    .filter(({ code }) => !claim.heard.has(code));
  const failures = claim.record({
    ...change,
    presented: ids,
    deferred: unique([...deferred, ...change.deferred ?? []]).filter((id) => !ids.includes(id)),
    heard: unheard.map(({ code }) => code),
  }, ports.clock.now());
  return {
    response,
    deferred,
    notices: mergeNotices([...unheard, ...failures]),
    skipped,
    settle: (delivered) => delivered ? claim.commit() : claim.rollback(),
  };
}

/** Text for the agent, without characters that the guideline's author cannot see. */
export function toFound({ id, content }: Guideline): FoundGuideline {
  return {
    id: removeHidden(id).replaceAll("\n", ""),
    content: removeHidden(content).trimEnd(),
  };
}

/**
 * The guidelines that are deferred for the session of `claim`, in their order. `missing` are the ids
 * that were not found although they may exist, since part of the guidebook could not be read.
 */
export async function findDeferred(
  { deferred: ids }: Claim,
  guidelines: GuidelinesPort,
  opened?: Guidebook,
): Promise<{ deferred: Guideline[]; missing: string[]; notices: Notice[] }> {
  // Finding the ids of a large guidebook means reading all of it.
  if (ids.length === 0) return { deferred: [], missing: [], notices: [] };
  const guidebook = opened ?? await guidelines.open();
  const loaded = await guidebook.load(guidebook.entries);
  const notices = guidebook.notices();
  const byId = new Map([...loaded.values()].map((guideline) => [guideline.id, guideline]));
  return {
    deferred: unique(ids).flatMap((id) => byId.get(id) ?? []),
    missing: notices.length > 0 ? unique(ids).filter((id) => !byId.has(id)) : [],
    notices,
  };
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
