/**
 * The text that an agent reads. Byte for byte the customer's contract (DESIGN: docs/contracts.md).
 * Pure.
 */
import type { SearchResponse } from "../search/request.ts";

export const HEADER = "Adaptive Guidebook guidelines relevant to the latest changes:";

/** The presentation text of these guidelines, without a final newline; empty for none. */
export function renderPresentation(guidelines: SearchResponse): string {
  if (guidelines.length === 0) return "";
  return [HEADER, ...guidelines.map(renderBlock)].join("\n\n");
}

/** One guideline as it stands in the presentation text. */
export function renderBlock({ id, content }: SearchResponse[number]): string {
  return `[${id}]\n${content.trimEnd()}`;
}
