/** A guidebook as a cache holds it. Nothing of it is known to hold still until it is looked at. */
import type { Phase } from "../deadline.ts";
import type { Notice } from "../notice.ts";
import {
  FILE_NUMBERS,
  FILE_STAMP,
  FOLDER_NUMBERS,
  FOLDER_STAMP,
  HASH_LENGTH,
  KIND,
  type Meta,
} from "./cache_format.ts";
import { unpackParts } from "./cache_layout.ts";
import { createCachedGuideline, type Details, type GuidelineParts } from "./cached_guideline.ts";
import { GUIDELINE_FILE } from "./files.ts";
import type { Guideline } from "./guideline.ts";
import type { GuidebookRoot, KnownFile, KnownFolder, Snapshot } from "./snapshot.ts";
import { hasStamp, realPathOf, type Stamp, STAMP_LENGTH } from "../cache/stamp.ts";

export class CachedGuidebook implements GuidelineParts {
  readonly #meta: Meta;
  readonly #folders: Float64Array;
  readonly #files: Float64Array;
  readonly #hashes: Uint8Array;
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
    this.#meta = meta;
    this.#folders = numbersOf(folders!);
    this.#files = numbersOf(files!);
    this.#hashes = hashes!;
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
    const { parts, intact } = unpacked;
    const meta: Meta = JSON.parse(new TextDecoder().decode(parts[0]));
    return meta.release === release && sameRoots(meta.roots, roots)
      ? new CachedGuidebook(meta, parts, intact)
      : undefined;
  }

  get notices(): Notice[] {
    return this.#meta.notices;
  }

  /**
   * Whether every folder and every file is as it was; undefined where there was no time to see.
   * Folders tell what was added and removed; a file that is written in place does not change its
   * folder.
   */
  holdsStill(phase: Phase): boolean | undefined {
    const { roots, folders, links, isCertain } = this.#meta;
    if (!isCertain) return false;
    const paths: string[] = [];
    for (let i = 0, at = 0; i < folders.length; i++, at += FOLDER_NUMBERS) {
      const root = roots[this.#folders[at]!]!.path;
      const path = folders[i] === "" ? root : `${root}/${folders[i]}`;
      if (!hasStamp(path, this.#folders, at + FOLDER_STAMP)) return false;
      if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
      paths.push(path);
    }
    for (let i = 0, at = 0; at < this.#files.length; i++, at += FILE_NUMBERS) {
      const path = `${paths[this.#files[at]!]}/${GUIDELINE_FILE}`;
      if (!hasStamp(path, this.#files, at + FILE_STAMP)) return false;
      if (i % 256 === 255 && phase.remaining() <= 0) return undefined;
    }
    return links.every(([index, realPath]) => {
      const folder = paths[this.#files[index * FILE_NUMBERS]!];
      return realPathOf(`${folder}/${GUIDELINE_FILE}`) === realPath;
    });
  }

  /** The guidelines that count, in the guidebook's order. */
  guidelines(): Guideline[] {
    const guidelines: Guideline[] = [];
    for (let i = 0, at = 0; at < this.#files.length; i++, at += FILE_NUMBERS) {
      if (this.#files[at + 1] === KIND.loaded) guidelines.push(this.#guideline(i));
    }
    return guidelines;
  }

  details(index: number): Details {
    const at = index * FILE_NUMBERS;
    const group = this.#files[at + 2]!;
    this.#details[group] ??= JSON.parse(this.#text(...this.#meta.groups[group]!.details));
    return this.#details[group]![this.#files[at + 3]!]!;
  }

  content(index: number): string {
    const at = index * FILE_NUMBERS;
    return this.#text(this.#files[at + 4]!, this.#files[at + 5]!);
  }

  /** All of it, to be brought up to date. */
  snapshot(): Snapshot {
    const { roots, notices } = this.#meta;
    const folders = this.#meta.folders.map((path, i): KnownFolder => ({
      path,
      root: this.#folders[i * FOLDER_NUMBERS]!,
      unreadable: this.#folders[i * FOLDER_NUMBERS + 1] === 1,
      stamp: decodeStamp(this.#folders, i * FOLDER_NUMBERS + FOLDER_STAMP),
    }));
    const realPaths = new Map(this.#meta.links);
    const count = this.#files.length / FILE_NUMBERS;
    const files = Array.from({ length: count }, (_, i): KnownFile => {
      const at = i * FILE_NUMBERS;
      const kind = this.#files[at + 1];
      const hash = this.#hashes.subarray(i * HASH_LENGTH, (i + 1) * HASH_LENGTH);
      return {
        folder: folders[this.#files[at]!]!,
        realPath: realPaths.get(i),
        stamp: decodeStamp(this.#files, at + FILE_STAMP),
        hash: hash.some((byte) => byte !== 0) ? hash.toHex() : "",
        outcome: kind === KIND.unread
          ? undefined
          : kind === KIND.failed
          ? { failure: this.content(i) }
          : { guideline: this.#guideline(i) },
        counts: kind === KIND.loaded,
      };
    });
    return { roots, folders, files, notices };
  }

  #guideline(index: number): Guideline {
    const group = this.#meta.groups[this.#files[index * FILE_NUMBERS + 2]!]!;
    return createCachedGuideline(group, this, index);
  }

  #text(start: number, end: number): string {
    return this.#decoder.decode(this.#texts.subarray(start, end));
  }
}

function numbersOf({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array {
  return new Float64Array(buffer, byteOffset, byteLength / 8);
}

function decodeStamp(numbers: Float64Array, at: number): Stamp | undefined {
  const stamp = numbers.subarray(at, at + STAMP_LENGTH);
  return Number.isNaN(stamp[0]) ? undefined : [...stamp] as unknown as Stamp;
}

function sameRoots(a: readonly GuidebookRoot[], b: readonly GuidebookRoot[]): boolean {
  return a.length === b.length &&
    a.every(({ path, named }, i) => path === b[i]!.path && named === b[i]!.named);
}
