/** Loads the hook's guidebook into its cache: a large one takes longer than the time of one edit. */
import { primeCache } from "../guidebook/prime_cache.ts";
import { findGuidebook } from "./find_guidebook.ts";
import type { Io } from "./io.ts";
import { isFolder } from "./path_kind.ts";

/** Loads the guidebook roots that a person `named`, or else those of the hook. */
export async function primeGuidebook(named: string[], io: Io): Promise<void> {
  const { roots, cache } = await findGuidebook({ guidebook: named, db: undefined }, io);
  if (roots.length > 0 && roots.every(({ path }) => isFolder(path))) await primeCache(roots, cache);
}
