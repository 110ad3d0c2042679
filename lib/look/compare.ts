/** Which files have changed since the last look? Pure. */

/** What changes with a file: ctime in whole seconds, mtime in milliseconds, size, inode. */
export type FileKey = readonly [ctime: number, mtime: number, size: number, inode: number];

/** What a look has seen of one working tree. */
export interface TreeLook {
  /** When the look began, in milliseconds since 1970. */
  startedAt: number;
  /** The commit of HEAD. */
  head: string | undefined;
  /** The files that differed from HEAD, by their paths relative to the root. */
  files: ReadonlyMap<string, FileKey>;
}

/** The clock that stamps files is this coarse, in milliseconds. */
const CLOCK_TICK = 20;

/**
 * Those of the `files` now that have changed since `before`. A changed file has another key than
 * then, and a ctime or mtime that is not older than that look: what git lists again although nobody
 * wrote it (`reset --mixed`) has old times. After a clock that was set back only the keys can decide.
 */
export function findChanged(
  before: Pick<TreeLook, "startedAt" | "files">,
  { startedAt, files }: Pick<TreeLook, "startedAt" | "files">,
): string[] {
  const since = startedAt < before.startedAt ? -Infinity : before.startedAt;
  return [...files].filter(([path, key]) => {
    const known = before.files.get(path);
    return !(known && sameKey(known, key)) && isRecent(key, since);
  }).map(([path]) => path);
}

/**
 * Those of `files` that were written since then, in milliseconds since 1970. By their mtime alone:
 * ctime has whole seconds only, so that it may be of what somebody did just before.
 */
export function findWritten(files: ReadonlyMap<string, FileKey>, since: number): string[] {
  return [...files].filter(([, [, mtime]]) => mtime >= since - CLOCK_TICK).map(([path]) => path);
}

/** Whether two keys are of one state of a file. */
export function sameKey(a: FileKey, b: FileKey): boolean {
  return a.every((number, i) => number === b[i]);
}

function isRecent([ctime, mtime]: FileKey, since: number): boolean {
  return mtime >= since - CLOCK_TICK || ctime >= Math.floor(since / 1000);
}
