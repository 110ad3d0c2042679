/**
 * The text that an agent reads. Byte for byte the customer's contract (docs/contracts.md). Pure.
 */
import type { SearchResponse } from "../search/request.ts";

/** The first line of each text; part of the contract. */
export const HEADER = "Adaptive Guidebook guidelines relevant to the latest changes:";
/** How the line begins that names what is deferred; part of the contract. */
export const DEFERRAL = "Also relevant, shown next: ";
/** Ids that the deferral line names; the others are counted. */
const NAMED = 10;

/** How much text an agent's context takes; see {@linkcode fitPresentation}. */
export interface ContextLimit {
  /** 0 for no limit. */
  max: number;
  /** The length of a text in the unit of `max`. */
  measure(text: string): number;
}

/**
 * The presentation text of these guidelines, without a final newline; empty for none. `deferred`
 * are the ids that are shown next time.
 */
export function renderPresentation(
  guidelines: SearchResponse,
  deferred: readonly string[] = [],
): string {
  if (guidelines.length === 0) return "";
  const line = deferred.length > 0 ? [renderDeferral(deferred)] : [];
  return [HEADER, ...guidelines.map(renderBlock), ...line].join("\n\n");
}

/** One guideline as it stands in the presentation text. */
export function renderBlock({ id, content }: SearchResponse[number]): string {
  return `[${id}]\n${content.trimEnd()}`;
}

function renderDeferral(ids: readonly string[]): string {
  const named = ids.slice(0, NAMED).map((id) => `[${id}]`).join(", ");
  return `${DEFERRAL}${named}${ids.length > NAMED ? `, and ${ids.length - NAMED} more` : ""}`;
}

/**
 * How many of `ordered`, from the first on, fit under the limit with header and deferral line. The
 * first one counts as fitting, also when it alone is longer: else it would never be shown.
 */
export function fitPresentation(ordered: SearchResponse, { max, measure }: ContextLimit): number {
  if (max === 0 || fits(ordered.length)) return ordered.length;
  let count = 1;
  // The text grows with each guideline, so the first that does not fit ends the search.
  while (count + 1 < ordered.length && fits(count + 1)) count++;
  return Math.min(count, ordered.length);

  function fits(count: number): boolean {
    const deferred = ordered.slice(count).map(({ id }) => id);
    return measure(renderPresentation(ordered.slice(0, count), deferred)) <= max;
  }
}

/** The presentation text under the limit; its last line gives way where only that is too much. */
export function renderWithin(
  guidelines: SearchResponse,
  deferred: readonly string[],
  { max, measure }: ContextLimit,
): string {
  const text = renderPresentation(guidelines, deferred);
  if (max === 0 || measure(text) <= max) return text;
  const bare = renderPresentation(guidelines);
  return measure(bare) > max ? text : bare;
}

/**
 * Whether the whole current block of a guideline stands in `text`, a presentation text: from one
 * edge of a block to the next, so that a longer or an older one does not count.
 */
export function holdsBlock(text: string, guideline: SearchResponse[number]): boolean {
  if (!text.startsWith(HEADER)) return false;
  const block = `\n\n${renderBlock(guideline)}`;
  for (let at = text.indexOf(block); at >= 0; at = text.indexOf(block, at + 1)) {
    const rest = text.slice(at + block.length);
    if (rest === "" || /^\n\n\[[a-z0-9-]+\]\n/.test(rest) || rest.startsWith(`\n\n${DEFERRAL}`)) {
      return true;
    }
  }
  return false;
}
