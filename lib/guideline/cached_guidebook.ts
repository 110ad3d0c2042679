/** A guidebook as a cache holds it. Nothing of it is known to hold until the disk was looked at. */
import type { Phase } from "../deadline.ts";
import type { Notice } from "../notice.ts";
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
  KIND,
  type Meta,
} from "./cache_columns.ts";
import { unpackParts } from "./cache_layout.ts";
import { type CachePatch, decodePatch, NO_PATCH } from "./cache_patch.ts";
import { createCachedGuideline, type Details, type GuidelineParts } from "./cached_guideline.ts";
import { GUIDELINE_FILE } from "./files.ts";
import type { Guideline } from "./guideline.ts";
import type { GuidebookRoot } from "./snapshot.ts";
import { hasStamp, realPathOf, type Stamp } from "../cache/stamp.ts";

/** What is not as it was, by index. */
export interface Changes {
  folders: number[];
  files: number[];
}

/** A view of the bytes of a cache: each part of it is read when it is asked for. */
export class CachedGuidebook implements GuidelineParts {
  /** What has changed since it was written, and is known. */
  patch: CachePatch = NO_PATCH;
  /** Bytes of all patches behind it, also of those that a later one stands for. */
  restLength = 0;
  /** What `cache_columns.ts` says of its parts. */
  readonly meta: Meta;
  readonly folders: Float64Array;
  readonly files: Float64Array;
  readonly hashes: Uint8Array;
  readonly #texts: Uint8Array;
  /** Details by group, as far as they were asked for. */
  readonly #details: Details[][] = [];
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  private constructor(
    meta: Meta,
    parts: Uint8Array[],
    /** Where this resolves to false, nothing that was read here may be used. */
    readonly intact: Promise<boolean>,
  ) {
    const [, folders, files, hashes, texts] = parts;
    this.meta = meta;
    this.folders = numbersOf(folders!);
    this.files = numbersOf(files!);
    this.hashes = hashes!;
    this.#texts = texts!;
  }

  /**
   * Undefined where `bytes` are not of these roots and this release; throws where they are plainly
   * damaged.
   */
  static decode(
    bytes: Uint8Array<ArrayBuffer>,
    roots: readonly GuidebookRoot[],
    release: string,
  ): CachedGuidebook | undefined {
    const unpacked = unpackParts(bytes);
    if (!unpacked) return undefined;
    const { parts, rest, intact } = unpacked;
    const meta: Meta = JSON.parse(new TextDecoder().decode(parts[0]));
    if (meta.release !== release || !sameRoots(meta.roots, roots)) return undefined;
    const cached = new CachedGuidebook(meta, parts, intact);
    cached.restLength = rest.length;
    if (rest.length > 0) cached.patch = decodePatch(rest);
    return cached;
  }

  get notices(): Notice[] {
    return this.meta.notices;
  }

  /**
   * Whether anything in it could be taken as it is: links that lead elsewhere, and what was never
   * certain, make it one that has to be built anew.
   */
  get isSound(): boolean {
    return this.meta.isCertain && this.meta.links.every(([index, realPath]) => {
      const folder = this.folderPath(this.files[index * FILE_NUMBERS + FILE_FOLDER]!);
      return realPathOf(`${folder}/${GUIDELINE_FILE}`) === realPath;
    });
  }

  /**
   * The folders and files that are not as they were; undefined where there was no time to see.
   * Folders tell what was added and removed; a file that is written in place does not change its
   * folder.
   */
  findChanges(phase: Phase): Changes | undefined {
    const changes: Changes = { folders: [], files: [] };
    const paths: string[] = [];
    const { folders, files } = this.patch;
    for (let i = 0, at = 0; i < this.meta.folders.length; i++, at += FOLDER_NUMBERS) {
      const path = this.folderPath(i);
      const holds = folders.has(i)
        ? isStamped(path, folders.get(i))
        : hasStamp(path, this.folders, at + FOLDER_STAMP);
      if (!holds) changes.folders.push(i);
      if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
      paths.push(path);
    }
    for (let i = 0, at = 0; at < this.files.length; i++, at += FILE_NUMBERS) {
      const path = `${paths[this.files[at + FILE_FOLDER]!]}/${GUIDELINE_FILE}`;
      const patched = files.get(i);
      const holds = patched
        ? isStamped(path, patched.stamp)
        : hasStamp(path, this.files, at + FILE_STAMP);
      if (!holds) changes.files.push(i);
      if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
    }
    return changes;
  }

  folderPath(index: number): string {
    const root = this.meta.roots[this.folders[index * FOLDER_NUMBERS + FOLDER_ROOT]!]!.path;
    const path = this.meta.folders[index]!;
    return path === "" ? root : `${root}/${path}`;
  }

  /** The guidelines that count, in the guidebook's order. */
  guidelines(): Guideline[] {
    const guidelines: Guideline[] = [];
    for (let i = 0, at = 0; at < this.files.length; i++, at += FILE_NUMBERS) {
      if (this.files[at + FILE_KIND] === KIND.loaded) guidelines.push(this.guideline(i));
    }
    return guidelines;
  }

  details(index: number): Details {
    const at = index * FILE_NUMBERS;
    const group = this.files[at + FILE_GROUP]!;
    this.#details[group] ??= JSON.parse(this.#text(...this.meta.groups[group]!.details));
    return this.#details[group]![this.files[at + FILE_PLACE]!]!;
  }

  content(index: number): string {
    const at = index * FILE_NUMBERS + FILE_TEXT;
    return this.#text(this.files[at]!, this.files[at + 1]!);
  }

  /** The guideline of the file at `index`, whether it counts or not. */
  guideline(index: number): Guideline {
    const patched = this.patch.files.get(index);
    if (patched) return patched.guideline;
    const group = this.meta.groups[this.files[index * FILE_NUMBERS + FILE_GROUP]!]!;
    return createCachedGuideline(group, this, index);
  }

  #text(start: number, end: number): string {
    return this.#decoder.decode(this.#texts.subarray(start, end));
  }
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
