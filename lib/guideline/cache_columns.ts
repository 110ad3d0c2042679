/**
 * How a cache is laid out, so that a hook reads of it only what it needs: of thousands of guidelines
 * numbers and scopes, of few the rest. `encode_cache.ts` writes it, `cached_guidebook.ts` reads it.
 * Pure.
 */
import type { Notice } from "../notice.ts";
import type { Group } from "./cached_guideline.ts";
import type { GuidebookRoot } from "./snapshot.ts";
import { STAMP_LENGTH } from "../cache/stamp.ts";

/** Where in a folder's numbers the index of its root stands. */
export const FOLDER_ROOT = 0;
/** Where 1 stands for a folder that could not be listed. */
export const FOLDER_UNREADABLE = 1;
/** Where a folder's stamp begins. */
export const FOLDER_STAMP = 2;
/** Numbers of each folder. */
export const FOLDER_NUMBERS = FOLDER_STAMP + STAMP_LENGTH;

/** Where in a file's numbers the index of its folder stands. */
export const FILE_FOLDER = 0;
/** Where its {@linkcode KIND} stands. */
export const FILE_KIND = 1;
/** Where the index of its guideline's group stands. */
export const FILE_GROUP = 2;
/** Where its guideline's index in the group stands. */
export const FILE_PLACE = 3;
/** Where begin and end of its text stand: the guideline's content, or the failure. */
export const FILE_TEXT = 4;
/** Where a file's stamp begins. */
export const FILE_STAMP = 6;
/** Numbers of each file. */
export const FILE_NUMBERS = FILE_STAMP + STAMP_LENGTH;

/** Bytes of a SHA-256; zeros stand for none. */
export const HASH_LENGTH = 32;

/** What a file is to the hook. */
export const KIND = { loaded: 0, shadowed: 1, failed: 2, unread: 3 } as const;

/** The first part, as JSON. Then come the folders' and the files' numbers, the texts, the hashes. */
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
  /** Where the files that are links lead to. */
  links: [index: number, realPath: string][];
}

/** A group as it stands in the first part. */
export interface CachedGroup extends Group {
  /** Where in the texts the JSON array of its guidelines' details is. */
  details: [start: number, end: number];
}
