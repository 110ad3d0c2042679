/**
 * Brings what is known of a guidebook up to date, and keeps it. Loaded when the cache does not hold.
 */
import { appendCacheFile, writeCacheFile } from "../cache/folder.ts";
import { releaseName } from "../cache/release.ts";
import { realPathOf } from "../cache/stamp.ts";
import { type Deadline, type Phase, within } from "../deadline.ts";
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
import type { GuidebookRoot, Snapshot } from "./snapshot.ts";
import { isBetterThan, parseGuidelineFile, takeSnapshot } from "./take_snapshot.ts";

/** What is refreshed, and with what. */
export interface RefreshOptions {
  roots: readonly GuidebookRoot[];
  /** The folder of the cache; undefined where nothing is kept. */
  cache: string | undefined;
  deadline: Deadline;
  /** When the hook began, in milliseconds: what changes later must show. */
  now: number;
}

/**
 * Patches the cache where little has changed since it was written; false where too much has, or
 * there is no time.
 */
export async function refreshCache(
  cached: CachedGuidebook,
  changes: Changes,
  { roots, cache, deadline, now }: RefreshOptions,
): Promise<boolean> {
  const patch = await patchCache(cached, changes, deadline.begin("load"), now);
  if (!patch) return false;
  const isNews = textOf(patch) !== textOf(cached.patch);
  cached.patch = patch;
  if (cache !== undefined && isNews) {
    appendCacheFile(cache, cacheNameOf(roots), encodePatch(patch, cached.mark));
  }
  return true;
}

/** Looks at the guidebook as a whole; what `cached` tells and the disk confirms is not read again. */
export async function refreshGuidebook(
  cached: CachedGuidebook | undefined,
  { roots, cache, deadline, now }: RefreshOptions,
): Promise<Guidebook> {
  const before = cached && snapshotOf(cached);
  const snapshot = await takeSnapshot(roots, before, deadline, now);
  if (cache !== undefined && isBetterThan(snapshot, before)) await writeCache(cache, snapshot);
  const guidelines = snapshot.files.flatMap(({ counts, outcome }) =>
    counts && outcome && "guideline" in outcome ? [outcome.guideline] : []
  );
  return createLoadedGuidebook(guidelines, snapshot.notices);
}

/** Keeps `snapshot`; whether it could is nobody's worry. */
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
  const outcome = await parseGuidelineFile(content.bytes);
  return "guideline" in outcome ? outcome.guideline : undefined;
}

function textOf({ folders, files }: CachePatch): string {
  return JSON.stringify([[...folders], [...files]]);
}
