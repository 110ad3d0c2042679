/** What was found in a guidebook at one moment: what a cache keeps. Types only. */
import type { Notice } from "../notice.ts";
import type { Guideline } from "../guideline/guideline.ts";
import type { Stamp } from "../cache/stamp.ts";

/** A folder that holds guidelines. */
export interface GuidebookRoot {
  path: string;
  /** Whether somebody named it; the default root may be absent. */
  named: boolean;
}

/** All that was found under the roots. */
export interface Snapshot {
  roots: readonly GuidebookRoot[];
  folders: KnownFolder[];
  /** In the guidebook's order. */
  files: KnownFile[];
  notices: Notice[];
}

/** A folder of a guidebook. */
export interface KnownFolder {
  /** Index of its root. */
  root: number;
  /** Relative to the root; empty for the root itself. */
  path: string;
  /** Undefined where it must be listed again in any case. */
  stamp: Stamp | undefined;
  unreadable: boolean;
  /** Whether only its name is known: there was no time to list it. */
  pending: boolean;
}

/** A `guideline.yaml`. */
export interface KnownFile {
  /** The folder that holds it. */
  folder: KnownFolder;
  /** Where it leads to, for a link. */
  realPath: string | undefined;
  /** Undefined where it must be read again in any case. */
  stamp: Stamp | undefined;
  /** SHA-256 of its bytes, 64 hexadecimal digits; empty where it was not read. */
  hash: string;
  /** Undefined where there was no time for it. */
  outcome: FileOutcome | undefined;
  /** Whether its guideline counts: it is loaded, and no earlier one has its id. */
  counts: boolean;
}

/** A guideline, or why the file yields none. */
export type FileOutcome = { guideline: Guideline } | { failure: string };

/** Whether there was no time for some of its folders and files. */
export function isIncomplete({ folders, files }: Snapshot): boolean {
  return folders.some(({ pending }) => pending) || files.some(({ outcome }) => !outcome);
}

/** The file system's path of a folder. */
export function folderPath(roots: readonly GuidebookRoot[], folder: KnownFolder): string {
  const root = roots[folder.root]!.path;
  return folder.path === "" ? root : `${root}/${folder.path}`;
}
