/** Limits what V8 spends to build the patterns of a guideline; it cannot be interrupted. Pure. */
import { BUILD_LIMIT, buildCost } from "../pattern/build_cost.ts";

/** Adds up the cost of the patterns of one guideline. */
export class PatternCost {
  #sum = 0;

  /** Adds a pattern; why it must not be built, if it costs too much with those before it. */
  add(pattern: string, flags: string): string | undefined {
    const cost = buildCost(pattern, flags);
    this.#sum += cost;
    return cost > BUILD_LIMIT
      ? "takes V8 too long to build"
      : this.#sum > BUILD_LIMIT
      ? "takes V8 too long to build, together with those before it"
      : undefined;
  }
}
