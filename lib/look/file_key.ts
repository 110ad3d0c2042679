/** Reads the state of a file, by which a look notices that it has changed. */
import type { FileKey } from "./compare.ts";

/** The state of a regular file; undefined for anything else. */
export function keyOf(path: string): FileKey | undefined {
  try {
    const { isFile, ctime, mtime, size, ino } = Deno.lstatSync(path);
    return isFile
      ? [Math.floor((ctime?.getTime() ?? 0) / 1000), mtime?.getTime() ?? 0, size, ino ?? 0]
      : undefined;
  } catch {
    return undefined;
  }
}
