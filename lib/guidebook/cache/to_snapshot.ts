/** Turns a stale cache back into a snapshot, to be updated. Not loaded while the cache is valid. Pure. */
import { KIND, ROW_FOLDER, ROW_KIND, ROW_LENGTH } from "./columns.ts";
import type { CachedGuidebook } from "./decode.ts";
import { STAMP_LENGTH } from "../../cache/stamp.ts";
import { decodeStamp } from "./encode.ts";
import type { FolderContent } from "../files.ts";
import type { Guideline } from "../../guideline/guideline.ts";
import type { KnownFile, KnownFolder, Snapshot } from "../snapshot.ts";

/** The snapshot that `cached` was written from, with its patch applied. */
export async function snapshotOf(cached: CachedGuidebook): Promise<Snapshot> {
  const { meta, patch, rows, stamps } = cached;
  const unreadable = new Set(meta.unreadable);
  const pending = new Set(meta.pending);
  const folders = meta.folders.map((path, i): KnownFolder => ({
    path,
    root: meta.folderRoots[i]!,
    unreadable: unreadable.has(i),
    pending: pending.has(i),
    stamp: patch.folders.has(i) ? patch.folders.get(i) : decodeStamp(stamps, i * STAMP_LENGTH),
  }));
  const realPaths = new Map(meta.links);
  const failures = new Map(meta.failures);
  const withGuideline = Array.from({ length: rows.length / ROW_LENGTH }, (_, i) => i).filter(
    (i) => {
      const kind = rows[i * ROW_LENGTH + ROW_KIND];
      return kind === KIND.loaded || kind === KIND.shadowed;
    },
  );
  const loaded = await cached.load(withGuideline);
  const guidelines = new Map(withGuideline.map((index, i) => [index, loaded[i]!]));
  const files = Array.from({ length: rows.length / ROW_LENGTH }, (_, i): KnownFile => {
    const at = i * ROW_LENGTH;
    const kind = rows[at + ROW_KIND];
    const patched = patch.files.get(i);
    return {
      folder: folders[rows[at + ROW_FOLDER]!]!,
      realPath: realPaths.get(i),
      stamp: patched
        ? patched.stamp
        : decodeStamp(stamps, (meta.folders.length + i) * STAMP_LENGTH),
      hash: hashOf(cached, i),
      outcome: kind === KIND.unread
        ? undefined
        : kind === KIND.failed
        ? { failure: failures.get(i) ?? "" }
        : { guideline: guidelines.get(i)! },
      counts: kind === KIND.loaded,
    };
  });
  return { roots: meta.roots, folders, files, notices: meta.notices };
}

/** What the folder at `index` held. */
export function folderContentOf(cached: CachedGuidebook, index: number): FolderContent {
  const { meta, rows } = cached;
  const root = meta.folderRoots[index];
  const prefix = meta.folders[index] === "" ? "" : `${meta.folders[index]}/`;
  const folders = meta.folders.flatMap((path, i) => {
    const isBelow = meta.folderRoots[i] === root && path !== "" &&
      path.startsWith(prefix) && !path.includes("/", prefix.length);
    return isBelow ? [path.slice(prefix.length)] : [];
  });
  let at = 0;
  while (at < rows.length && rows[at + ROW_FOLDER] !== index) at += ROW_LENGTH;
  if (at >= rows.length) return { folders, guideline: undefined };
  return { folders, guideline: isLink(cached, at / ROW_LENGTH) ? "link" : "file" };
}

/** A file whose guideline counts, and that is no link. */
export interface CountedFile {
  /** Path of its guidebook root. */
  root: string;
  /** Relative to the root. */
  folder: string;
  hash: string;
  guideline: Guideline;
}

/** The file at `index`; undefined where its guideline does not count, or where it is a link. */
export async function countedFileOf(
  cached: CachedGuidebook,
  index: number,
): Promise<CountedFile | undefined> {
  const { meta, rows } = cached;
  const at = index * ROW_LENGTH;
  if (rows[at + ROW_KIND] !== KIND.loaded || isLink(cached, index)) return undefined;
  const folder = rows[at + ROW_FOLDER]!;
  const root = meta.folderRoots[folder]!;
  const [guideline] = await cached.load([index]);
  return {
    root: meta.roots[root]!.path,
    folder: meta.folders[folder]!,
    hash: hashOf(cached, index),
    guideline: guideline!,
  };
}

function isLink({ meta }: CachedGuidebook, file: number): boolean {
  return meta.links.some(([link]) => link === file);
}

function hashOf({ patch, hash }: CachedGuidebook, index: number): string {
  const patched = patch.files.get(index)?.hash;
  if (patched !== undefined) return patched;
  const bytes = hash(index);
  return bytes.some((byte) => byte !== 0) ? bytes.toHex() : "";
}
