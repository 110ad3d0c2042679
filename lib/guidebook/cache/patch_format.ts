/**
 * What has changed since a cache was written, where that is little. It stands behind the cache in
 * the same file, so that an edit of one of ten thousand guidelines does not write them all anew.
 * Pure.
 */
import { sealJson, unsealJson } from "../../cache/duplicate.ts";
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

/** So much is patched before a cache is written anew. */
export const PATCH_LIMIT = 100;
/** So many bytes stand behind a cache before it is written anew: each hook reads them all. */
export const REST_LIMIT = 256 * 1024;

/** Nothing has changed. */
export const NO_PATCH: CachePatch = { folders: new Map(), files: new Map() };

/**
 * A patch as bytes that are appended to the file of the cache with the mark `mark`; each stands for all
 * before it. That file may have been replaced by one in which the indexes are others.
 */
export function encodePatch(
  { folders, files }: CachePatch,
  mark: string,
): Uint8Array<ArrayBuffer> {
  const line = sealJson([mark, [...folders], [...files]]);
  return new TextEncoder().encode(`\n${line}`);
}

/** The newest whole one of the patches in what stands behind the cache with the mark `mark`. */
export function decodePatch(bytes: Uint8Array, mark: string): CachePatch {
  const lineBreak = "\n".charCodeAt(0);
  for (let end = bytes.length, start; end > 0; end = start) {
    start = Math.max(0, bytes.lastIndexOf(lineBreak, end - 1));
    const line = new TextDecoder().decode(bytes.subarray(start + 1, end));
    const patch = unsealJson(line) as
      | [mark: string, folders: [number, Stamp | null][], files: [number, PatchedFile][]]
      | undefined;
    if (patch?.[0] !== mark) continue;
    const [, folders, files] = patch;
    return {
      // JSON has null where there was undefined.
      folders: new Map(folders.map(([index, stamp]) => [index, stamp ?? undefined])),
      files: new Map(files),
    };
  }
  return NO_PATCH;
}
