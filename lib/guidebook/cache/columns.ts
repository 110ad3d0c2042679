/**
 * How a cache is laid out, so that a hook reads only what it needs of it: numbers and scopes of all
 * guidelines, the rest of those that apply. `encode.ts` writes it, `decode.ts` reads it. Pure.
 */
import type { Notice } from "../../notice.ts";
import type { Guideline, GuidelineEntry } from "../../guideline/guideline.ts";
import type { GuidebookRoot } from "../snapshot.ts";

/** The position in a file's row of the index of its folder. */
export const ROW_FOLDER = 0;
/** The position of its {@linkcode KIND}. */
export const ROW_KIND = 1;
/** The position of the index of its guideline's group. */
export const ROW_GROUP = 2;
/** The position of its guideline's index in the group. */
export const ROW_PLACE = 3;
/** Numbers of each file. */
export const ROW_LENGTH = 4;

/** Bytes of a SHA-256; zeros mean none. */
export const HASH_LENGTH = 32;

/** What a file is to the hook. */
export const KIND = { loaded: 0, shadowed: 1, failed: 2, unread: 3 } as const;

/**
 * The first part, as JSON. Then come the stamps, first the folders' and then the files', the files' rows,
 * the texts, and the hashes; a damaged hash only makes its file one that is parsed again.
 */
export interface Meta {
  /** The code that read the guidelines; another release may read them differently. */
  release: string;
  roots: readonly GuidebookRoot[];
  /** Whether the paths of the roots lead there without any link. */
  rootsAreReal: boolean;
  notices: Notice[];
  /** Whether every stamp is certain, so that nothing has to be read again in any case. */
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

/** The part of a guideline that is its own; the rest it shares with its group. */
export type Details = Omit<Guideline, keyof GuidelineEntry>;

/** Guidelines with one scope and the same events, as the first part has them. */
export interface CachedGroup extends GuidelineEntry {
  /** Where in the texts the JSON array of its guidelines' details is, and its checksum. */
  details: [start: number, end: number, checksum: string];
}
