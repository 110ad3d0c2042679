/** A guidebook as a cache holds it. Nothing of it is known to hold until the disk was looked at. */
import type { Phase } from "../../deadline.ts";
import {
  type Details,
  HASH_LENGTH,
  KIND,
  type Meta,
  ROW_FOLDER,
  ROW_GROUP,
  ROW_KIND,
  ROW_LENGTH,
  ROW_PLACE,
  unsealRows,
} from "./columns.ts";
import { type Layout, readLayout } from "./layout.ts";
import { type CachePatch, decodePatch, NO_PATCH } from "./patch_format.ts";
import { GUIDELINE_FILE, type GuidelinePath } from "../files.ts";
import type { Guideline, GuidelineEntry } from "../../guideline/guideline.ts";
import { joinPath } from "../../path.ts";
import type { GuidebookRoot } from "../snapshot.ts";
import { type CacheFile, DamagedCacheError, MARK_LENGTH, readInBlocks } from "../../cache/file.ts";
import { sealedLength, unseal, unsealJson } from "../../cache/duplicate.ts";
import { hasStamp, realPathOf, type Stamp, STAMP_LENGTH } from "../../cache/stamp.ts";

/** What is not as it was, by index. */
export interface Changes {
  folders: number[];
  files: number[];
}

/** Where the file of a guideline is. */
export interface CachedFile extends GuidelinePath {
  /** Path of its guidebook root. */
  root: string;
}

/** A view of the bytes of a cache: each part of it is read when it is asked for. */
export interface CachedGuidebook {
  /** What has changed since it was written, and is known. */
  patch: CachePatch;
  /** Bytes of all patches behind it, also of those that a later one stands for. */
  readonly restLength: number;
  /** Tells its file from others, in hexadecimal. */
  readonly mark: string;
  /** What `cache_columns.ts` says of its parts. */
  readonly meta: Meta;
  /** Of the folders, then of the files. */
  readonly stamps: Float64Array;
  readonly rows: Uint32Array;
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
  file(index: number): CachedFile;
  /**
   * SHA-256 of the file at `index`; zeros where it was not read.
   * @throws {DamagedCacheError} when the cache is damaged or was replaced.
   */
  hash(index: number): Uint8Array;
  /** Indexes of the files whose guidelines count, in the guidebook's order. */
  counted(): number[];
  /** What decides where the guideline of the file at `index` applies. */
  entry(index: number): GuidelineEntry;
  /**
   * The guideline of the file at `index`, whether it counts or not.
   * @throws {DamagedCacheError} when the cache is damaged or was replaced.
   */
  guideline(index: number): Guideline;
}

/**
 * The guidebook in `file`; undefined where it is damaged, or not of these roots and this release.
 * @throws {DamagedCacheError} when another file has taken its place, and others where it is damaged.
 */
export function decodeGuidebook(
  file: CacheFile,
  roots: readonly GuidebookRoot[],
  release: string,
): CachedGuidebook | undefined {
  const layout = readLayout(file.head);
  if (!layout || layout.end > file.size) return undefined;
  const index = file.read(0, layout.indexEnd);
  const [metaBytes, stampBytes, rowBytes] = layout.parts.map(({ start, end }) =>
    index.subarray(start, end)
  );
  const meta = unsealJson(new TextDecoder().decode(metaBytes)) as Meta | undefined;
  if (meta?.release !== release || !sameRoots(meta.roots, roots)) return undefined;
  const { buffer, byteOffset, byteLength } = stampBytes!;
  const stamps = new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT);
  const rows = unsealRows(rowBytes!);
  if (!rows) return undefined;
  const rest = file.read(layout.end, file.size);
  const mark = index.subarray(0, MARK_LENGTH).toHex();
  const patch = rest.length > 0 ? decodePatch(rest, mark) : NO_PATCH;
  const devices = devicesOf(meta, stamps);
  return viewGuidebook(
    { mark, meta, stamps, rows, devices, patch, restLength: rest.length },
    layout,
    file,
  );
}

/** What is read at once. */
type Columns = Pick<
  CachedGuidebook,
  "mark" | "meta" | "stamps" | "rows" | "devices" | "patch" | "restLength"
>;

// No class: V8 compiles its methods at their first call, at each edit anew (docs/decisions/bundle.md).
function viewGuidebook(
  columns: Columns,
  { parts: [, , , texts, hashes] }: Layout,
  file: CacheFile,
): CachedGuidebook {
  const read = readInBlocks(file);
  const { meta, stamps, rows } = columns;
  const fileStamps = meta.folders.length * STAMP_LENGTH;
  /** Details by group, as far as they were asked for. */
  const details: Details[][] = [];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const guidebook: CachedGuidebook = {
    ...columns,

    isSound() {
      return meta.isCertain && meta.links.every(([index, realPath]) => {
        const folder = guidebook.folderPath(rows[index * ROW_LENGTH + ROW_FOLDER]!);
        return realPathOf(`${folder}/${GUIDELINE_FILE}`) === realPath;
      });
    },

    findChanges(phase) {
      const changes: Changes = { folders: [], files: [] };
      const paths: string[] = [];
      const { patch } = guidebook;
      for (let i = 0; i < meta.folders.length; i++) {
        const path = guidebook.folderPath(i);
        const holds = patch.folders.has(i)
          ? isStamped(path, patch.folders.get(i))
          : hasStamp(path, stamps, i * STAMP_LENGTH);
        if (!holds) changes.folders.push(i);
        if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
        paths.push(path);
      }
      for (let i = 0, at = 0; at < rows.length; i++, at += ROW_LENGTH) {
        const path = `${paths[rows[at + ROW_FOLDER]!]}/${GUIDELINE_FILE}`;
        const patched = patch.files.get(i);
        const holds = patched
          ? isStamped(path, patched.stamp)
          : hasStamp(path, stamps, fileStamps + i * STAMP_LENGTH);
        if (!holds) changes.files.push(i);
        if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
      }
      return changes;
    },

    folderPath(index) {
      const root = meta.roots[meta.folderRoots[index]!]!.path;
      const path = meta.folders[index]!;
      return path === "" ? root : `${root}/${path}`;
    },

    file(index) {
      const folder = rows[index * ROW_LENGTH + ROW_FOLDER]!;
      return {
        root: meta.roots[meta.folderRoots[folder]!]!.path,
        path: joinPath(meta.folders[folder]!, GUIDELINE_FILE),
        isLink: meta.links.some(([link]) => link === index),
      };
    },

    hash(index) {
      const start = hashes!.start + index * HASH_LENGTH;
      return read(start, start + HASH_LENGTH);
    },

    counted() {
      const indexes: number[] = [];
      for (let i = 0, at = 0; at < rows.length; i++, at += ROW_LENGTH) {
        if (rows[at + ROW_KIND] === KIND.loaded) indexes.push(i);
      }
      return indexes;
    },

    entry(index) {
      const { when, scope } = guidebook.patch.files.get(index)?.guideline ?? groupOf(index);
      return { when, scope };
    },

    guideline(index) {
      const patched = guidebook.patch.files.get(index);
      if (patched) return patched.guideline;
      const at = index * ROW_LENGTH;
      const group = rows[at + ROW_GROUP]!;
      details[group] ??= JSON.parse(textAt(...meta.groups[group]!.details));
      return { ...guidebook.entry(index), ...details[group]![rows[at + ROW_PLACE]!]! };
    },
  };
  return guidebook;

  function groupOf(index: number): GuidelineEntry {
    return meta.groups[rows[index * ROW_LENGTH + ROW_GROUP]!]!;
  }

  function textAt(start: number, end: number): string {
    const from = texts!.start + start;
    const text = unseal(decoder.decode(read(from, from + sealedLength(end - start))));
    if (text === undefined) {
      file.discard();
      throw new DamagedCacheError("a text is damaged");
    }
    return text;
  }
}

function devicesOf({ folders, rootsAreReal }: Meta, stamps: Float64Array): number[] {
  // A link can lead to another disk by now.
  if (!rootsAreReal) return [NaN];
  const devices: number[] = [];
  for (let i = folders.indexOf(""); i >= 0; i = folders.indexOf("", i + 1)) {
    // The first number of a stamp.
    devices.push(stamps[i * STAMP_LENGTH]!);
  }
  return devices;
}

function isStamped(path: string, stamp: Stamp | undefined): boolean {
  return stamp !== undefined && hasStamp(path, stamp, 0);
}

function sameRoots(a: readonly GuidebookRoot[], b: readonly GuidebookRoot[]): boolean {
  return a.length === b.length &&
    a.every(({ path, named }, i) => path === b[i]!.path && named === b[i]!.named);
}
