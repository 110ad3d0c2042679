/** A cache as a snapshot again, to be brought up to date: off the hook's path while it holds. Pure. */
import {
  FILE_FOLDER,
  FILE_KIND,
  FILE_NUMBERS,
  FILE_STAMP,
  FOLDER_NUMBERS,
  FOLDER_ROOT,
  FOLDER_STAMP,
  FOLDER_UNREADABLE,
  KIND,
} from "./cache_columns.ts";
import type { CachedGuidebook } from "./cached_guidebook.ts";
import { decodeStamp } from "./encode_cache.ts";
import type { FolderContent } from "./files.ts";
import type { Guideline } from "./guideline.ts";
import type { KnownFile, KnownFolder, Snapshot } from "./snapshot.ts";

/** All that is known of the guidebook. */
export function snapshotOf(cached: CachedGuidebook): Snapshot {
  const { meta, patch } = cached;
  const folders = meta.folders.map((path, i): KnownFolder => ({
    path,
    root: cached.folders[i * FOLDER_NUMBERS + FOLDER_ROOT]!,
    unreadable: cached.folders[i * FOLDER_NUMBERS + FOLDER_UNREADABLE] === 1,
    stamp: patch.folders.has(i)
      ? patch.folders.get(i)
      : decodeStamp(cached.folders, i * FOLDER_NUMBERS + FOLDER_STAMP),
  }));
  const realPaths = new Map(meta.links);
  const count = cached.files.length / FILE_NUMBERS;
  const files = Array.from({ length: count }, (_, i): KnownFile => {
    const at = i * FILE_NUMBERS;
    const kind = cached.files[at + FILE_KIND];
    const patched = patch.files.get(i);
    return {
      folder: folders[cached.files[at + FILE_FOLDER]!]!,
      realPath: realPaths.get(i),
      stamp: patched ? patched.stamp : decodeStamp(cached.files, at + FILE_STAMP),
      hash: hashOf(cached, i),
      outcome: kind === KIND.unread
        ? undefined
        : kind === KIND.failed
        ? { failure: cached.content(i) }
        : { guideline: cached.guideline(i) },
      counts: kind === KIND.loaded,
    };
  });
  return { roots: meta.roots, folders, files, notices: meta.notices };
}

/** What the folder at `index` held. */
export function folderContentOf(cached: CachedGuidebook, index: number): FolderContent {
  const { meta, folders: columns, files } = cached;
  const root = columns[index * FOLDER_NUMBERS + FOLDER_ROOT];
  const prefix = meta.folders[index] === "" ? "" : `${meta.folders[index]}/`;
  const folders = meta.folders.flatMap((path, i) => {
    const isBelow = columns[i * FOLDER_NUMBERS + FOLDER_ROOT] === root && path !== "" &&
      path.startsWith(prefix) && !path.includes("/", prefix.length);
    return isBelow ? [path.slice(prefix.length)] : [];
  });
  let at = 0;
  while (at < files.length && files[at + FILE_FOLDER] !== index) at += FILE_NUMBERS;
  if (at >= files.length) return { folders, guideline: undefined };
  return { folders, guideline: isLink(cached, at / FILE_NUMBERS) ? "link" : "file" };
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
export function countedFileOf(cached: CachedGuidebook, index: number): CountedFile | undefined {
  const at = index * FILE_NUMBERS;
  if (cached.files[at + FILE_KIND] !== KIND.loaded || isLink(cached, index)) return undefined;
  const folder = cached.files[at + FILE_FOLDER]!;
  const root = cached.folders[folder * FOLDER_NUMBERS + FOLDER_ROOT]!;
  return {
    root: cached.meta.roots[root]!.path,
    folder: cached.meta.folders[folder]!,
    hash: hashOf(cached, index),
    guideline: cached.guideline(index),
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
