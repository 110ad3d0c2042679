/** Brings the cache of a guidebook up to date. Loaded when the cache is stale or missing. */
import { appendCacheFile, writeCacheFile } from "../cache/folder.ts";
import { releaseName } from "../cache/release.ts";
import { realPathOf } from "../cache/stamp.ts";
import { type Phase, within } from "../deadline.ts";
import { createLoadedGuidebook } from "../search/loaded_guidebook.ts";
import type { Guidebook } from "../search/ports.ts";
import { cacheNameOf } from "./cache/read.ts";
import { type CachePatch, encodePatch } from "./cache/patch_format.ts";
import type { CachedFile, CachedGuidebook, Changes } from "./cache/decode.ts";
import { snapshotOf } from "./cache/to_snapshot.ts";
import { encodeCache } from "./cache/encode.ts";
import { patchCache } from "./cache/build_patch.ts";
import { readGuidelineBytes } from "./files.ts";
import type { Guideline } from "../guideline/guideline.ts";
import { type GuidebookRoot, isIncomplete, type Snapshot } from "./snapshot.ts";
import { isBetterThan, loadParser, takeSnapshot } from "./take_snapshot.ts";

/** What is refreshed, and with what. */
export interface RefreshOptions {
  roots: readonly GuidebookRoot[];
  /** The folder of the cache; undefined where nothing is kept. */
  cache: string | undefined;
  phase: Phase;
  /** When the hook began, in milliseconds: what changes later must show. */
  now: number;
}

/** Patches the cache; false where too much has changed since it was written, or there is no time. */
export async function refreshCache(
  cached: CachedGuidebook,
  changes: Changes,
  { roots, cache, phase, now }: RefreshOptions,
): Promise<boolean> {
  const patch = await patchCache(cached, changes, phase, now);
  if (!patch) return false;
  const isNews = textOf(patch) !== textOf(cached.patch);
  cached.patch = patch;
  if (cache !== undefined && isNews) {
    appendCacheFile(cache, cacheNameOf(roots), await encodePatch(patch, cached.mark));
  }
  return true;
}

/**
 * Walks the whole guidebook; what has not changed since `cached` is not read again. One that could
 * not be read completely is continued first, and what was known already is verified with the time left.
 */
export async function refreshGuidebook(
  cached: CachedGuidebook | undefined,
  { roots, cache, phase, now }: RefreshOptions,
): Promise<Guidebook> {
  const start = performance.now();
  const before = cached && await snapshotOf(cached);
  // Writing the cache takes longer than reading it, and nothing can interrupt it.
  const reserve = 2 * (performance.now() - start);
  const options = { phase: { remaining: () => Math.max(0, phase.remaining() - reserve) }, now };
  const resumes = before !== undefined && isIncomplete(before);
  let snapshot = await takeSnapshot(roots, before, { ...options, trusts: resumes });
  if (resumes && options.phase.remaining() > 0) {
    snapshot = await takeSnapshot(roots, snapshot, { ...options, trusts: false });
  }
  if (cache !== undefined && isBetterThan(snapshot, before)) await writeCache(cache, snapshot);
  const guidelines = snapshot.files.flatMap(({ counts, outcome }) =>
    counts && outcome && "guideline" in outcome ? [outcome.guideline] : []
  );
  return createLoadedGuidebook(guidelines, snapshot.notices);
}

/** Writes `snapshot` to the cache; a failure is ignored. */
export async function writeCache(folder: string, snapshot: Snapshot): Promise<void> {
  const bytes = await encodeCache(snapshot, {
    release: releaseName(),
    rootsAreReal: snapshot.roots.every(({ path }) => realPathOf(path) === path),
  });
  writeCacheFile(folder, cacheNameOf(snapshot.roots), bytes);
}

/** Reads one guideline from its file; undefined where that is no longer possible, or too late. */
export async function readGuideline(
  file: CachedFile,
  phase: Phase,
): Promise<Guideline | undefined> {
  const content = await within(phase, readGuidelineBytes(file.root, file), undefined);
  if (!content || "skipped" in content) return undefined;
  const outcome = (await loadParser())(content.bytes);
  return "guideline" in outcome ? outcome.guideline : undefined;
}

function textOf({ folders, files }: CachePatch): string {
  return JSON.stringify([[...folders], [...files]]);
}
