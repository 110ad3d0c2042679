/** Reads guidebooks as they were kept, one file for each list of roots. */
import { cacheName, readCacheFile } from "../cache/folder.ts";
import { releaseName } from "../cache/release.ts";
import { CachedGuidebook } from "./cached_guidebook.ts";
import type { GuidebookRoot } from "./snapshot.ts";

/** The cache of these roots in `folder`; undefined where there is none that can be used. */
export function readCache(
  folder: string,
  roots: readonly GuidebookRoot[],
): CachedGuidebook | undefined {
  const bytes = readCacheFile(folder, cacheNameOf(roots));
  return bytes && CachedGuidebook.decode(bytes, roots, releaseName());
}

/**
 * The name of their cache: by release, so that two of them that run in turn do not read the guidebook
 * anew each time.
 */
export function cacheNameOf(roots: readonly GuidebookRoot[]): string {
  return cacheName("guidebook", [releaseName(), ...roots.map(({ path }) => path)]);
}
