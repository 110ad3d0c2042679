/** A guidebook as a cache holds it. Nothing of it is known to hold until the disk was looked at. */
import type { Phase } from "../deadline.ts";
import {
  FILE_FOLDER,
  FILE_GROUP,
  FILE_KIND,
  FILE_NUMBERS,
  FILE_PLACE,
  FILE_STAMP,
  FILE_TEXT,
  FOLDER_NUMBERS,
  FOLDER_ROOT,
  FOLDER_STAMP,
  HASH_LENGTH,
  KIND,
  type Meta,
} from "./cache_columns.ts";
import { isIntact, type Layout, readLayout } from "./cache_layout.ts";
import { type CachePatch, decodePatch, NO_PATCH } from "./cache_patch.ts";
import { createCachedGuideline, type Details, type GuidelineParts } from "./cached_guideline.ts";
import { GUIDELINE_FILE } from "./files.ts";
import type { Guideline } from "./guideline.ts";
import type { GuidebookRoot } from "./snapshot.ts";
import { type CacheFile, DamagedCacheError, readInBlocks } from "../cache/folder.ts";
import { hasStamp, realPathOf, type Stamp } from "../cache/stamp.ts";

/** What is not as it was, by index. */
export interface Changes {
  folders: number[];
  files: number[];
}

/** A view of the bytes of a cache: each part of it is read when it is asked for. */
export interface CachedGuidebook extends GuidelineParts {
  /** What has changed since it was written, and is known. */
  patch: CachePatch;
  /** Bytes of all patches behind it, also of those that a later one stands for. */
  readonly restLength: number;
  /** What `cache_columns.ts` says of its parts. */
  readonly meta: Meta;
  readonly folders: Float64Array;
  readonly files: Float64Array;
  /**
   * Where this resolves to false, nothing that was read here may be used. Details, contents and hashes
   * are not waited for: what asks for them throws a `DamagedCacheError`.
   */
  readonly intact: Promise<boolean>;
  /** Numbers of the devices that its roots were on; a number that none has where that is not known. */
  readonly devices: readonly number[];
  /**
   * Whether anything in it could be taken as it is: links that lead elsewhere, and what was never
   * certain, make it one that has to be built anew.
   */
  isSound(): boolean;
  /**
   * The folders and files that are not as they were; undefined where there was no time to see.
   * Folders tell what was added and removed; a file that is written in place does not change its
   * folder.
   */
  findChanges(phase: Phase): Changes | undefined;
  folderPath(index: number): string;
  /** SHA-256 of the file at `index`; zeros where it was not read. */
  hash(index: number): Uint8Array;
  /** The guidelines that count, in the guidebook's order. */
  guidelines(): Guideline[];
  /** The guideline of the file at `index`, whether it counts or not. */
  guideline(index: number): Guideline;
}

/**
 * The guidebook in `file`; undefined where it is not of these roots and this release. Throws where
 * it is plainly damaged.
 */
export function decodeGuidebook(
  file: CacheFile,
  roots: readonly GuidebookRoot[],
  release: string,
): CachedGuidebook | undefined {
  const layout = readLayout(file.head);
  if (!layout || layout.end > file.size) return undefined;
  const index = file.read(0, layout.indexEnd);
  const [meta, folders, files] = layout.parts.map(({ start, end }) => index.subarray(start, end));
  const rest = file.read(layout.end, file.size);
  const parsed: Meta = JSON.parse(new TextDecoder().decode(meta));
  if (parsed.release !== release || !sameRoots(parsed.roots, roots)) return undefined;
  return viewGuidebook(
    {
      meta: parsed,
      intact: isIntact(index),
      devices: devicesOf(parsed, numbersOf(folders!)),
      folders: numbersOf(folders!),
      files: numbersOf(files!),
      restLength: rest.length,
      patch: rest.length > 0 ? decodePatch(rest) : NO_PATCH,
    },
    layout,
    file,
  );
}

/** What is read at once. */
type Columns = Pick<
  CachedGuidebook,
  "meta" | "intact" | "devices" | "folders" | "files" | "restLength" | "patch"
>;

// No class: V8 compiles its methods at their first call, at each edit anew (docs/decisions/bundle.md).
function viewGuidebook(
  columns: Columns,
  { parts: [, , , texts, hashes] }: Layout,
  file: CacheFile,
): CachedGuidebook {
  const read = readInBlocks(file);
  const { meta, folders, files } = columns;
  /** Details by group, as far as they were asked for. */
  const details: Details[][] = [];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const guidebook: CachedGuidebook = {
    ...columns,

    isSound() {
      return meta.isCertain && meta.links.every(([index, realPath]) => {
        const folder = guidebook.folderPath(files[index * FILE_NUMBERS + FILE_FOLDER]!);
        return realPathOf(`${folder}/${GUIDELINE_FILE}`) === realPath;
      });
    },

    findChanges(phase) {
      const changes: Changes = { folders: [], files: [] };
      const paths: string[] = [];
      const { patch } = guidebook;
      for (let i = 0, at = 0; i < meta.folders.length; i++, at += FOLDER_NUMBERS) {
        const path = guidebook.folderPath(i);
        const holds = patch.folders.has(i)
          ? isStamped(path, patch.folders.get(i))
          : hasStamp(path, folders, at + FOLDER_STAMP);
        if (!holds) changes.folders.push(i);
        if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
        paths.push(path);
      }
      for (let i = 0, at = 0; at < files.length; i++, at += FILE_NUMBERS) {
        const path = `${paths[files[at + FILE_FOLDER]!]}/${GUIDELINE_FILE}`;
        const patched = patch.files.get(i);
        const holds = patched
          ? isStamped(path, patched.stamp)
          : hasStamp(path, files, at + FILE_STAMP);
        if (!holds) changes.files.push(i);
        if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
      }
      return changes;
    },

    folderPath(index) {
      const root = meta.roots[folders[index * FOLDER_NUMBERS + FOLDER_ROOT]!]!.path;
      const path = meta.folders[index]!;
      return path === "" ? root : `${root}/${path}`;
    },

    hash(index) {
      const start = hashes!.start + index * HASH_LENGTH;
      return read(start, start + HASH_LENGTH);
    },

    guidelines() {
      const guidelines: Guideline[] = [];
      for (let i = 0, at = 0; at < files.length; i++, at += FILE_NUMBERS) {
        if (files[at + FILE_KIND] === KIND.loaded) guidelines.push(guidebook.guideline(i));
      }
      return guidelines;
    },

    guideline(index) {
      const patched = guidebook.patch.files.get(index);
      if (patched) return patched.guideline;
      const group = meta.groups[files[index * FILE_NUMBERS + FILE_GROUP]!]!;
      return createCachedGuideline(group, guidebook, index);
    },

    details(index) {
      const at = index * FILE_NUMBERS;
      const group = files[at + FILE_GROUP]!;
      details[group] ??= JSON.parse(textAt(...meta.groups[group]!.details));
      return details[group]![files[at + FILE_PLACE]!]!;
    },

    content(index) {
      const at = index * FILE_NUMBERS + FILE_TEXT;
      return textAt(files[at]!, files[at + 1]!);
    },
  };
  return guidebook;

  function textAt(start: number, end: number): string {
    const both = decoder.decode(read(texts!.start + start, texts!.start + end + end - start));
    const text = both.slice(0, both.length / 2);
    if (both.slice(text.length) !== text) {
      file.discard();
      throw new DamagedCacheError("a text is damaged");
    }
    return text;
  }
}

function devicesOf({ folders: paths }: Meta, numbers: Float64Array): number[] {
  const devices: number[] = [];
  for (let i = paths.indexOf(""); i >= 0; i = paths.indexOf("", i + 1)) {
    // The first number of a stamp.
    devices.push(numbers[i * FOLDER_NUMBERS + FOLDER_STAMP]!);
  }
  return devices;
}

function numbersOf({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array {
  return new Float64Array(buffer, byteOffset, byteLength / 8);
}

function isStamped(path: string, stamp: Stamp | undefined): boolean {
  return stamp !== undefined && hasStamp(path, stamp, 0);
}

function sameRoots(a: readonly GuidebookRoot[], b: readonly GuidebookRoot[]): boolean {
  return a.length === b.length &&
    a.every(({ path, named }, i) => path === b[i]!.path && named === b[i]!.named);
}
