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

/** One guideline's part of the presentation text. */
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

/** The presentation text under the limit; its last line is dropped where that alone exceeds it. */
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

const BLOCK_START = /\n\n\[([a-z0-9-]+)\]\n/y;
const DEFERRAL_LINE = new RegExp(
  `\\n\\n${DEFERRAL}\\[[a-z0-9-]+\\](?:, \\[[a-z0-9-]+\\])*(?:, and [0-9]+ more)?$`,
  "y",
);

/**
 * Whether `text`, a presentation text, has the whole current block of `guideline`. From the header on it is
 * read block by block, so that one which the content of another guideline quotes does not count,
 * nor one that was changed or cut since. `others` are the current guidelines that it may have
 * besides; what was changed or deleted since ends where the next block may begin.
 */
export function holdsBlock(
  text: string,
  guideline: SearchResponse[number],
  others: SearchResponse = [],
): boolean {
  const own = `\n\n${renderBlock(guideline)}`;
  if (!text.startsWith(HEADER) || !text.includes(own)) return false;
  for (let at = HEADER.length;;) {
    const id = matchAt(BLOCK_START, text, at)?.[1];
    if (id === undefined) return false;
    const isOwn = id === guideline.id;
    const current = isOwn ? guideline : others.find((other) => other.id === id);
    const block = current && `\n\n${renderBlock(current)}`;
    if (block !== undefined && text.startsWith(block, at) && endsBlock(text, at + block.length)) {
      if (isOwn) return true;
      at += block.length;
    } else at = findBlock(text, at + 1);
  }
}

/** The ids before `guideline` in `text`: whether it has its block depends on them. */
export function listIdsBefore(text: string, guideline: SearchResponse[number]): string[] {
  const end = text.lastIndexOf(`\n\n${renderBlock(guideline)}`);
  if (end < 0) return [];
  return [...text.slice(0, end).matchAll(/^\[([a-z0-9-]+)\]$/gm)].map(([, id = ""]) => id);
}

/** Whether a block may end at `at`. */
function endsBlock(text: string, at: number): boolean {
  return at === text.length || matchAt(BLOCK_START, text, at) !== null ||
    matchAt(DEFERRAL_LINE, text, at) !== null;
}

/** Where the next block may begin, from `at` on; the end of `text` where none does. */
function findBlock(text: string, at: number): number {
  const next = /\n\n\[[a-z0-9-]+\]\n/g;
  next.lastIndex = at;
  return next.exec(text)?.index ?? text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
