/**
 * Brings a cache up to date where little has changed in the guidebook: guidelines were written
 * anew, and nothing was added, removed or renamed. Off the hook's path while a cache holds.
 */
import { type Phase, within } from "../../deadline.ts";
import { isSettled, type Stamp, stampOf } from "../../cache/stamp.ts";
import { joinPath } from "../../path.ts";
import { withNeeds } from "./encode.ts";
import { countedFileOf, folderContentOf } from "./to_snapshot.ts";
import { type CachePatch, PATCH_LIMIT, type PatchedFile, REST_LIMIT } from "./patch_format.ts";
import type { CachedGuidebook, Changes } from "./decode.ts";
import { GUIDELINE_FILE, listFolder, readGuidelineBytes } from "../files.ts";

/**
 * What makes `cached` hold again; undefined where a patch cannot say it, or there is no time. A
 * change after `now` must show in the stamps that are taken for certain.
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
  const settled = (stamp: Stamp) => isSettled(stamp, now) ? stamp : undefined;
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

/** Whether the folder has the folders and the guideline that it had. */
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

/** The guideline that is in the file now, if it can take the place of the one that was. */
async function patchFile(
  cached: CachedGuidebook,
  index: number,
  phase: Phase,
): Promise<PatchedFile | undefined> {
  const known = countedFileOf(cached, index);
  if (!known) return undefined;
  const { root, folder } = known;
  const path = joinPath(folder, GUIDELINE_FILE);
  const stamp = stampOf(`${root}/${path}`);
  const content = await within(phase, readGuidelineBytes(root, { path, isLink: false }), undefined);
  if (!content || "skipped" in content) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content.bytes)).toHex();
  if (hash === known.hash) return { stamp, hash, guideline: known.guideline };
  const { parseGuideline } = await import("../../guideline_file/parse.ts");
  const { guideline } = parseGuideline(new TextDecoder().decode(content.bytes));
  // Another id may be one too many, or make another guideline count.
  if (!guideline || guideline.id !== known.guideline.id) return undefined;
  return { stamp, hash, guideline: withNeeds(guideline) };
}
