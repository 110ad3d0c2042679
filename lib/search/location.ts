/** Where changed files are: the ports for their repositories, and for files of other owners. Types only. */
import type { OwnFile } from "../guideline/own_files.ts";
import type { Notice } from "../notice.ts";

/** Repositories. */
export interface LocationsPort {
  /** The location of each of these absolute, normalised paths, in their order. */
  locate(paths: string[]): Promise<FileLocation[]>;
  /** Why identities that were asked for could not be found. */
  notices(): Notice[];
}

/** Where a changed file lives. */
export interface FileLocation {
  path: string;
  /**
   * Relative to the repository's root; without a repository, to the folder that the agent works
   * in, or to the file system's root.
   */
  relativePath: string;
  /** Real path of the repository's root; undefined without a repository. */
  root: string | undefined;
  /** `owner/repository`; undefined without `origin`. The request is running already; never rejects. */
  identity(): Promise<string | undefined>;
  /** The same with its reason, for `explain`; absent where nothing asks git. */
  identify?(): Promise<Identification>;
}

/** The identity of a repository, or why it has none, for a person; nothing of its URL. */
export type Identification =
  | {
    identity: string;
    /** What a person should know about it. */
    note?: string;
  }
  | {
    reason: string;
    /** Whether there is an `origin`, whose URL names no owner and repository. */
    isUnnamed?: boolean;
  };

/** Files to which a guideline applies only if it names them. */
export interface OwnFilesPort {
  /** What the file is besides the project's; undefined for an ordinary one. */
  classify(location: FileLocation): OwnFile | undefined;
}
