/** Keeps guidebooks as they were read, one file for each list of roots. */
import { appendCacheFile, cacheName, readCacheFile, writeCacheFile } from "../cache/folder.ts";
import { releaseName } from "../cache/release.ts";
import { encodeCache } from "./cache_format.ts";
import { type CachePatch, encodePatch } from "./cache_patch.ts";
import { CachedGuidebook } from "./cached_guidebook.ts";
import type { GuidebookRoot, Snapshot } from "./snapshot.ts";

/** The cache of these roots in `folder`; undefined where there is none that can be used. */
export function readCache(
  folder: string,
  roots: readonly GuidebookRoot[],
): CachedGuidebook | undefined {
  const bytes = readCacheFile(folder, nameOf(roots));
  return bytes && CachedGuidebook.decode(bytes, roots, releaseName());
}

/** Keeps `snapshot`; whether it could is nobody's worry. */
export async function writeCache(folder: string, snapshot: Snapshot): Promise<void> {
  writeCacheFile(folder, nameOf(snapshot.roots), await encodeCache(snapshot, releaseName()));
}

/** Keeps `patch` beside the cache that it is of. */
export function writePatch(
  folder: string,
  roots: readonly GuidebookRoot[],
  patch: CachePatch,
): void {
  appendCacheFile(folder, nameOf(roots), encodePatch(patch));
}

/** By release, so that two of them that run in turn do not read the guidebook anew each time. */
function nameOf(roots: readonly GuidebookRoot[]): string {
  return cacheName("guidebook", [releaseName(), ...roots.map(({ path }) => path)]);
}
