/**
 * The few changes since a cache was written. They are appended to its file, so that an edit of one
 * guideline does not rewrite all of them. Pure.
 */
import { checksumOf } from "../../cache/checksum.ts";
import type { Stamp } from "../../cache/stamp.ts";
import type { Guideline } from "../../guideline/guideline.ts";

/** A guideline as its file has it now. */
export interface PatchedFile {
  /** Undefined where it must be read again in any case. */
  stamp: Stamp | undefined;
  /** SHA-256 of the file, hexadecimal. */
  hash: string;
  guideline: Guideline;
}

/** By their indexes in the cache. */
export interface CachePatch {
  folders: Map<number, Stamp | undefined>;
  files: Map<number, PatchedFile>;
}

/** The most folders and files that a patch may hold; above it the cache is rewritten. */
export const PATCH_LIMIT = 100;
/** The most bytes of patches behind a cache, in bytes: each hook reads them all. */
export const REST_LIMIT = 256 * 1024;

/** Hexadecimal digits of a checksum. */
const CHECKSUM_LENGTH = 64;

/** Nothing has changed. */
export const NO_PATCH: CachePatch = { folders: new Map(), files: new Map() };

/**
 * A patch as bytes to append to the cache with the mark `mark`; it replaces all patches before it. The
 * mark is in it, since that cache may have been replaced by one with other indexes.
 */
export async function encodePatch(
  { folders, files }: CachePatch,
  mark: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const json = new TextEncoder().encode(JSON.stringify([mark, [...folders], [...files]]));
  const head = new TextEncoder().encode(`\n${await checksumOf(json)}`);
  const bytes = new Uint8Array(head.length + json.length);
  bytes.set(head);
  bytes.set(json, head.length);
  return bytes;
}

/** The newest undamaged one of the patches behind the cache with the mark `mark`. */
export async function decodePatch(
  bytes: Uint8Array<ArrayBuffer>,
  mark: string,
): Promise<CachePatch> {
  const lineBreak = "\n".charCodeAt(0);
  for (let end = bytes.length, start; end > 0; end = start) {
    start = Math.max(0, bytes.lastIndexOf(lineBreak, end - 1));
    const json = bytes.subarray(start + 1 + CHECKSUM_LENGTH, end);
    const checksum = new TextDecoder().decode(bytes.subarray(start + 1, end - json.length));
    if (json.length === 0 || await checksumOf(json) !== checksum) continue;
    const [its, folders, files] = JSON.parse(new TextDecoder().decode(json)) as [
      mark: string,
      folders: [number, Stamp | null][],
      files: [number, PatchedFile][],
    ];
    if (its !== mark) continue;
    return {
      // JSON has null where there was undefined.
      folders: new Map(folders.map(([index, stamp]) => [index, stamp ?? undefined])),
      files: new Map(files),
    };
  }
  return NO_PATCH;
}
