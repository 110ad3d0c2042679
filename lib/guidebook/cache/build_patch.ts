/**
 * Updates a cache after a few guidelines were edited and nothing was added, removed or renamed. Not
 * loaded while the cache is valid.
 */
import { type Phase, within } from "../../deadline.ts";
import { checksumOf } from "../../cache/checksum.ts";
import { isStable, type Stamp, stampOf } from "../../cache/stamp.ts";
import { joinPath } from "../../path.ts";
import { withNeeds } from "./encode.ts";
import { countedFileOf, folderContentOf } from "./to_snapshot.ts";
import { type CachePatch, PATCH_LIMIT, type PatchedFile, REST_LIMIT } from "./patch_format.ts";
import type { CachedGuidebook, Changes } from "./decode.ts";
import { GUIDELINE_FILE, listFolder, readGuidelineBytes } from "../files.ts";

/**
 * The patch that makes `cached` valid again; undefined where a patch cannot express the changes, or
 * there is no time. Later changes than `now` must show in stamps that count as certain.
 */
export async function patchCache(
  cached: CachedGuidebook,
  changes: Changes,
  phase: Phase,
  now: number,
): Promise<CachePatch | undefined> {
  if (changes.folders.length + changes.files.length > PATCH_LIMIT) return undefined;
  if (cached.restLength > REST_LIMIT) return undefined;
  const folders = new Map(cached.patch.folders);
  const files = new Map(cached.patch.files);
  const settled = (stamp: Stamp) => isStable(stamp, now) ? stamp : undefined;
  for (const index of changes.folders) {
    // Before it is listed: what is added in between shows in the next stamp.
    const stamp = stampOf(cached.folderPath(index));
    if (!holdsTheSame(cached, index)) return undefined;
    folders.set(index, settled(stamp));
  }
  for (const index of changes.files) {
    const file = await patchFile(cached, index, phase);
    if (!file) return undefined;
    files.set(index, { ...file, stamp: file.stamp && settled(file.stamp) });
  }
  return folders.size + files.size <= PATCH_LIMIT ? { folders, files } : undefined;
}

/** Whether the folder still has the same folders and guideline. */
function holdsTheSame(cached: CachedGuidebook, index: number): boolean {
  try {
    const known = folderContentOf(cached, index);
    const { folders, guideline } = listFolder(cached.folderPath(index));
    return guideline === known.guideline && guideline !== "link" &&
      folders.toSorted().join("/") === known.folders.toSorted().join("/");
  } catch {
    return false;
  }
}

/** The guideline that the file holds now, if it can replace the former one. */
async function patchFile(
  cached: CachedGuidebook,
  index: number,
  phase: Phase,
): Promise<PatchedFile | undefined> {
  const known = await countedFileOf(cached, index);
  if (!known) return undefined;
  const { root, folder } = known;
  const path = joinPath(folder, GUIDELINE_FILE);
  const stamp = stampOf(`${root}/${path}`);
  const content = await within(phase, readGuidelineBytes(root, { path, isLink: false }), undefined);
  if (!content || "skipped" in content) return undefined;
  const hash = await checksumOf(content.bytes);
  if (hash === known.hash) return { stamp, hash, guideline: known.guideline };
  const { loadGuideline } = await import("../../guideline_file/parse.ts");
  const loaded = loadGuideline(new TextDecoder().decode(content.bytes));
  // Another id may be a duplicate, or end one.
  if (!("guideline" in loaded) || loaded.guideline.id !== known.guideline.id) return undefined;
  return { stamp, hash, guideline: withNeeds(loaded.guideline) };
}
