/** A guidebook as a cache holds it; stale until it was compared with the disk. */
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
} from "./columns.ts";
import { type Layout, markOf, readLayout } from "./layout.ts";
import { type CachePatch, decodePatch, NO_PATCH } from "./patch_format.ts";
import { GUIDELINE_FILE, type GuidelinePath } from "../files.ts";
import type { Guideline, GuidelineEntry } from "../../guideline/guideline.ts";
import { joinPath } from "../../path.ts";
import type { GuidebookRoot } from "../snapshot.ts";
import { type CacheFile, DamagedCacheError, MARK_LENGTH, readInBlocks } from "../../cache/file.ts";
import { checksumOf } from "../../cache/checksum.ts";
import { hasStamp, realPathOf, type Stamp, STAMP_LENGTH } from "../../cache/stamp.ts";

/** What has changed since the cache was written, by index. */
export interface Changes {
  folders: number[];
  files: number[];
}

/** Where the file of a guideline is. */
export interface CachedFile extends GuidelinePath {
  /** Path of its guidebook root. */
  root: string;
}

/** A view of the bytes of a cache; its guidelines are read on demand. */
export interface CachedGuidebook {
  /** Known changes since it was written. */
  patch: CachePatch;
  /** Bytes of all patches behind it, including replaced ones. */
  readonly restLength: number;
  /** Identifies its file, in hexadecimal. */
  readonly mark: string;
  /** See `columns.ts`. */
  readonly meta: Meta;
  /** Of the folders, then of the files. */
  readonly stamps: Float64Array;
  readonly rows: Uint32Array;
  /** Numbers of the devices that its roots were on; NaN for an unknown one. */
  readonly devices: readonly number[];
  /** False where it must be rebuilt: a stamp is uncertain, or a link leads elsewhere now. */
  isSound(): boolean;
  /**
   * The folders and files that have changed; undefined where comparing timed out. A folder changes
   * when something is added or removed, but not when a file in it is written in place.
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
   * The guidelines of the files at `indexes`, whether they count or not, in their order.
   * @throws {DamagedCacheError} when the cache is damaged or was replaced.
   */
  load(indexes: readonly number[]): Promise<Guideline[]>;
}

/**
 * The guidebook in `file`; undefined where it is damaged, or of other roots or another release.
 * @throws {DamagedCacheError} when the file was replaced.
 */
export async function decodeGuidebook(
  file: CacheFile,
  roots: readonly GuidebookRoot[],
  release: string,
): Promise<CachedGuidebook | undefined> {
  const layout = readLayout(file.head);
  if (!layout || layout.end > file.size) return undefined;
  const index = file.read(0, layout.indexEnd);
  const mark = index.subarray(0, MARK_LENGTH).toHex();
  if (await markOf(index, layout) !== mark) return undefined;
  const [metaBytes, stampBytes, rowBytes] = layout.parts.map(({ start, end }) =>
    index.subarray(start, end)
  ) as [Uint8Array, Uint8Array, Uint8Array];
  const meta = JSON.parse(new TextDecoder().decode(metaBytes)) as Meta;
  if (meta.release !== release || !sameRoots(meta.roots, roots)) return undefined;
  const { buffer } = index;
  const stamps = new Float64Array(buffer, stampBytes.byteOffset, stampBytes.byteLength / 8);
  const rows = new Uint32Array(buffer, rowBytes.byteOffset, rowBytes.byteLength / 4);
  const rest = file.read(layout.end, file.size);
  const patch = rest.length > 0 ? await decodePatch(rest, mark) : NO_PATCH;
  return viewGuidebook(
    { mark, meta, stamps, rows, devices: devicesOf(meta, stamps), patch, restLength: rest.length },
    layout,
    file,
  );
}

/** The parts that are read at once. */
type Columns = Pick<
  CachedGuidebook,
  "mark" | "meta" | "stamps" | "rows" | "devices" | "patch" | "restLength"
>;

// No class: V8 compiles methods at their first call, in each process again (docs/decisions/bundle.md).
function viewGuidebook(
  columns: Columns,
  { parts: [, , , texts, hashes] }: Layout,
  file: CacheFile,
): CachedGuidebook {
  const read = readInBlocks(file);
  const { meta, stamps, rows } = columns;
  const fileStamps = meta.folders.length * STAMP_LENGTH;
  /** Details by group, for the groups that were read. */
  const loaded: Details[][] = [];
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

    async load(indexes) {
      const wanted = indexes.filter((index) => !guidebook.patch.files.has(index));
      const groups = new Set(wanted.map((index) => rows[index * ROW_LENGTH + ROW_GROUP]!));
      await Promise.all([...groups].map(loadGroup));
      return indexes.map((index) => {
        const patched = guidebook.patch.files.get(index);
        if (patched) return patched.guideline;
        const at = index * ROW_LENGTH;
        const details = loaded[rows[at + ROW_GROUP]!]![rows[at + ROW_PLACE]!]!;
        const { when, scope } = groupOf(index);
        return { when, scope, ...details };
      });
    },
  };
  return guidebook;

  function groupOf(index: number): GuidelineEntry {
    return meta.groups[rows[index * ROW_LENGTH + ROW_GROUP]!]!;
  }

  async function loadGroup(group: number): Promise<void> {
    if (loaded[group]) return;
    const [start, end, checksum] = meta.groups[group]!.details;
    const bytes = read(texts!.start + start, texts!.start + end);
    if (await checksumOf(bytes) !== checksum) {
      file.discard();
      throw new DamagedCacheError("a text is damaged");
    }
    loaded[group] = JSON.parse(new TextDecoder().decode(bytes));
  }
}

function devicesOf({ folders, rootsAreReal }: Meta, stamps: Float64Array): number[] {
  // A link may lead to another disk by now.
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
