/** Fills the cache of a guidebook without a time limit, for the commands of people. */
import { NO_DEADLINE } from "../deadline.ts";
import type { GuidebookRoot } from "./snapshot.ts";
import { createGuidebookStore } from "./store.ts";

/** Loads the guidelines under `roots` into `cache`, unless they are there already. Never rejects. */
export async function primeCache(
  roots: GuidebookRoot[],
  cache: string | undefined,
): Promise<void> {
  if (cache === undefined) return;
  try {
    await createGuidebookStore(roots, NO_DEADLINE, { cache }).open();
  } catch {
    // The next hook reads what it needs.
  }
}
