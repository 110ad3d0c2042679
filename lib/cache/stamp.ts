/** What tells one state of a file or a folder from another, without reading it. */

/** Numbers that make a stamp: device, inode, size, mtime and ctime (milliseconds). */
export const STAMP_LENGTH = 5;

/** A state of a file or folder, as its file system tells it. */
export type Stamp = readonly [dev: number, ino: number, size: number, mtime: number, ctime: number];

/** Of what is not there, or cannot be looked at. */
export const ABSENT: Stamp = [-1, -1, -1, -1, -1];

/**
 * Milliseconds that a change must lie back to be told from the next one: Deno gives a change time in
 * whole seconds, the clocks of file systems are coarse, and a file can be written twice in one tick.
 */
const TICK = 2000;

/** The stamp of what `path` leads to. Not awaited: a promise costs ten times the call. */
export function stampOf(path: string): Stamp {
  const info = look(path);
  if (!info) return ABSENT;
  return [info.dev, info.ino ?? 0, info.size, timeOf(info.mtime), timeOf(info.ctime)];
}

/** Whether what `path` leads to still has the stamp that stands in `numbers` at `at`. */
export function hasStamp(path: string, numbers: ArrayLike<number>, at: number): boolean {
  const info = look(path);
  if (!info) return numbers[at + 1] === ABSENT[1] && numbers[at] === ABSENT[0];
  return info.ino === numbers[at + 1] && timeOf(info.ctime) === numbers[at + 4] &&
    timeOf(info.mtime) === numbers[at + 3] && info.size === numbers[at + 2] &&
    info.dev === numbers[at];
}

/** Whether two stamps are of one state. */
export function sameStamp(a: Stamp, b: Stamp): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4];
}

/**
 * Whether a change after `now` (milliseconds) would show in the stamp. A modification time can be
 * set at will, so one that lies far in the future says nothing.
 */
export function isSettled([, , , mtime, ctime]: Stamp, now: number): boolean {
  return ctime < now - TICK && Math.abs(mtime - now) > TICK;
}

/** Where a link leads to; where it leads nowhere, the name of the reason, which is no absolute path. */
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
