/**
 * How a cache is laid out, so that a hook reads of it only what it needs: of thousands of guidelines
 * numbers and scopes, of few the rest. `encode_cache.ts` writes it, `cached_guidebook.ts` reads it.
 * Pure.
 */
import type { Notice } from "../notice.ts";
import type { Group } from "./cached_guideline.ts";
import type { GuidebookRoot } from "./snapshot.ts";

/** Where in a file's row the index of its folder stands. */
export const ROW_FOLDER = 0;
/** Where its {@linkcode KIND} stands. */
export const ROW_KIND = 1;
/** Where the index of its guideline's group stands. */
export const ROW_GROUP = 2;
/** Where its guideline's index in the group stands. */
export const ROW_PLACE = 3;
/** Where begin and end of its text stand: the guideline's content, or the failure. */
export const ROW_TEXT = 4;
/** Numbers of each file. */
export const ROW_LENGTH = 6;

/** Bytes of a SHA-256; zeros stand for none. */
export const HASH_LENGTH = 32;

/** What a file is to the hook. */
export const KIND = { loaded: 0, shadowed: 1, failed: 2, unread: 3 } as const;

/**
 * The first part, as JSON. Then come stamps, first the folders' and then the files', the files' rows
 * (twice), the texts (each twice), the hashes. A stamp that is damaged makes its file one that is read again, as does a hash.
 */
export interface Meta {
  /** What read the guidelines; another release may read them differently. */
  release: string;
  roots: readonly GuidebookRoot[];
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
  /** Where the files that are links lead to. */
  links: [index: number, realPath: string][];
}

/** A group as it stands in the first part. */
export interface CachedGroup extends Group {
  /** Where in the texts the JSON array of its guidelines' details is. */
  details: [start: number, end: number];
}
