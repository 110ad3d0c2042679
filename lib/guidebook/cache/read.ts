/** Reads cached guidebooks, one file for each list of roots. */
import { openCacheFile } from "../../cache/file.ts";
import { cacheName } from "../../cache/folder.ts";
import { releaseName } from "../../cache/release.ts";
import { type CachedGuidebook, decodeGuidebook } from "./decode.ts";
import type { GuidebookRoot } from "../snapshot.ts";

/** A cached guidebook, and the number of the device that its file is on. */
export interface KeptGuidebook {
  cached: CachedGuidebook;
  device: number;
}

/** The cache of these roots in `folder`; undefined where there is none, or it is damaged. */
export async function readCache(
  folder: string,
  roots: readonly GuidebookRoot[],
): Promise<KeptGuidebook | undefined> {
  const file = openCacheFile(folder, cacheNameOf(roots));
  if (!file) return undefined;
  try {
    const cached = await decodeGuidebook(file, roots, releaseName());
    return cached && { cached, device: file.device };
  } catch {
    return undefined;
  }
}

/** The name of their cache; each release has its own, so that two in turn do not invalidate it. */
export function cacheNameOf(roots: readonly GuidebookRoot[]): string {
  return cacheName("guidebook", [releaseName(), ...roots.map(({ path }) => path)]);
}
