/** Fingerprints of files and folders, taken without reading them. */

/** Numbers that make a stamp: device, inode, size, mtime and ctime (milliseconds). */
export const STAMP_LENGTH = 5;

/** The fingerprint of a file or folder. */
export type Stamp = readonly [dev: number, ino: number, size: number, mtime: number, ctime: number];

/** The stamp of a path that does not exist or cannot be looked at. */
export const ABSENT: Stamp = [-1, -1, -1, -1, -1];

/**
 * Age of a change in milliseconds from which on the next change gets another stamp: Deno gives change
 * times in whole seconds, file systems have coarse clocks, and a file can be written twice in one tick.
 */
const TICK = 2000;

/** The stamp of the target of `path`. Synchronous: a promise costs ten times the call. */
export function stampOf(path: string): Stamp {
  const info = look(path);
  if (!info) return ABSENT;
  return [info.dev, info.ino ?? 0, info.size, timeOf(info.mtime), timeOf(info.ctime)];
}

/** Whether the target of `path` still has the stamp at `at` in `numbers`. */
export function hasStamp(path: string, numbers: ArrayLike<number>, at: number): boolean {
  const info = look(path);
  if (!info) return numbers[at + 1] === ABSENT[1] && numbers[at] === ABSENT[0];
  return info.ino === numbers[at + 1] && timeOf(info.ctime) === numbers[at + 4] &&
    timeOf(info.mtime) === numbers[at + 3] && info.size === numbers[at + 2] &&
    info.dev === numbers[at];
}

/** Whether two stamps are equal. */
export function sameStamp(a: Stamp, b: Stamp): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4];
}

/**
 * Whether a change after `now` (milliseconds) would change the stamp. A modification time can be set
 * to anything, so one in the far future proves nothing.
 */
export function isStable([, , , mtime, ctime]: Stamp, now: number): boolean {
  return ctime < now - TICK && Math.abs(mtime - now) > TICK;
}

/** The target of a link; for a broken link the name of the error, which is no absolute path. */
export function realPathOf(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    return error instanceof Error ? error.name : "unknown";
  }
}

function look(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

function timeOf(date: Date | null): number {
  return date?.getTime() ?? 0;
}
