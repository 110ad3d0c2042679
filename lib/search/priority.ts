/** The order by priority. Pure. */
import type { Guideline, Priority } from "../guideline/guideline.ts";

const RANKS: Record<Priority, number> = { high: 0, normal: 1, low: 2 };

/** Sorts in place; what has the same priority keeps its order. */
export function sortByPriority(guidelines: Guideline[]): Guideline[] {
  const rank = ({ priority = "normal" }: Guideline) => RANKS[priority];
  return guidelines.sort((a, b) => rank(a) - rank(b));
}
