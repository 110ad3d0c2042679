/**
 * How a cache is laid out, so that a hook reads of it only what it needs: of thousands of guidelines
 * numbers and scopes, of few the rest. `encode_cache.ts` writes it, `cached_guidebook.ts` reads it.
 * Pure.
 */
import type { Notice } from "../../notice.ts";
import type { Guideline, GuidelineEntry } from "../../guideline/guideline.ts";
import type { GuidebookRoot } from "../snapshot.ts";

/** Where in a file's row the index of its folder stands. */
export const ROW_FOLDER = 0;
/** Where its {@linkcode KIND} stands. */
export const ROW_KIND = 1;
/** Where the index of its guideline's group stands. */
export const ROW_GROUP = 2;
/** Where its guideline's index in the group stands. */
export const ROW_PLACE = 3;
/** Numbers of each file. */
export const ROW_LENGTH = 4;

/** Between the two copies of the rows; a disk that loses a page has zeros in its place. */
const ROW_SEPARATOR = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

/** The bytes of the rows as they are kept: twice. */
export function sealRows(bytes: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(bytes.length + ROW_SEPARATOR.length + bytes.length);
  sealed.set(bytes);
  sealed.set(ROW_SEPARATOR, bytes.length);
  sealed.set(bytes, bytes.length + ROW_SEPARATOR.length);
  return sealed;
}

/** The rows; undefined where they are damaged. */
export function unsealRows(sealed: Uint8Array): Uint32Array | undefined {
  const half = (sealed.length - ROW_SEPARATOR.length) / 2;
  const bytes = sealed.subarray(0, half);
  // As texts they are compared natively; a loop that runs for the first time takes far longer.
  const rest = sealed.subarray(half);
  const isWhole = rest.subarray(0, ROW_SEPARATOR.length).toHex() === ROW_SEPARATOR.toHex() &&
    rest.subarray(ROW_SEPARATOR.length).toBase64() === bytes.toBase64();
  return isWhole
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, half / Uint32Array.BYTES_PER_ELEMENT)
    : undefined;
}

/** Bytes of a SHA-256; zeros stand for none. */
export const HASH_LENGTH = 32;

/** What a file is to the hook. */
export const KIND = { loaded: 0, shadowed: 1, failed: 2, unread: 3 } as const;

/**
 * The first part, as sealed JSON. Then come the stamps, first the folders' and then the files', the
 * files' rows and the texts, all of which are sealed, and the hashes. A stamp that is damaged makes its
 * file one that is read again, and so does a hash.
 */
export interface Meta {
  /** What read the guidelines; another release may read them differently. */
  release: string;
  roots: readonly GuidebookRoot[];
  /** Whether the paths of the roots lead there without any link. */
  rootsAreReal: boolean;
  notices: Notice[];
  /** Whether nothing has to be looked at again in any case. */
  isCertain: boolean;
  groups: CachedGroup[];
  /** Relative to their roots. */
  folders: string[];
  /** Indexes of their roots. */
  folderRoots: number[];
  /** Indexes of folders that could not be listed. */
  unreadable: number[];
  /** Indexes of folders that there was no time to list. */
  pending: number[];
  /** Where the files that are links lead to. */
  links: [index: number, realPath: string][];
  /** Why files yield no guideline. */
  failures: [index: number, failure: string][];
}

/** What of a guideline is its own; the rest it shares with its group. */
export type Details = Omit<Guideline, keyof GuidelineEntry>;

/** Guidelines with one scope and the same events, as they stand in the first part. */
export interface CachedGroup extends GuidelineEntry {
  /** Where in the texts the JSON array of its guidelines' details is. */
  details: [start: number, end: number];
}
