/** Reads files of the cache, in parts. */

/** The largest file that is read, in bytes. */
const LIMIT = 256 * 1024 * 1024;
/** Bytes that are read at a time. */
const BLOCK = 128 * 1024;
/** Bytes at the beginning of a file that identify it. */
export const MARK_LENGTH = 32;

/** A file of the cache was damaged, or replaced since it was opened. */
export class DamagedCacheError extends Error {
  override readonly name = "DamagedCacheError";
}

/** A file of the cache, which is read in parts. */
export interface CacheFile {
  /** In bytes. */
  size: number;
  /** Number of the device that it is on. */
  device: number;
  /** Its first bytes, or all of it. */
  head: Uint8Array<ArrayBuffer>;
  /**
   * Its bytes from `start` to `end`, which must not be changed.
   * @throws {DamagedCacheError} when it was replaced, or can no longer be read.
   */
  read(start: number, end: number): Uint8Array<ArrayBuffer>;
  /** Removes it. */
  discard(): void;
}

/** Opens a file; undefined where it is missing, or not ours. No handle is kept. */
export function openCacheFile(folder: string, name: string): CacheFile | undefined {
  const path = `${folder}/${name}`;
  try {
    const { isFile, size, mode, dev } = Deno.statSync(path);
    // A file that others can write to is not ours.
    if (!isFile || size > LIMIT || ((mode ?? 0) & 0o022) !== 0) return undefined;
    const head = new Uint8Array(Math.min(size, BLOCK));
    readInto(path, [[0, head]]);
    return {
      size,
      device: dev,
      head,
      read: (start, end) => {
        if (end <= head.length) return head.subarray(start, end);
        const mark = new Uint8Array(MARK_LENGTH);
        const bytes = new Uint8Array(end - start);
        readInto(path, [[0, mark], [start, bytes]]);
        if (mark.some((byte, i) => byte !== head[i])) {
          throw new DamagedCacheError("it was replaced");
        }
        return bytes;
      },
      discard: () => removeCacheFile(path),
    };
  } catch {
    return undefined;
  }
}

/** Fills each of `parts` from its offset in the file. */
function readInto(path: string, parts: [start: number, bytes: Uint8Array][]): void {
  try {
    using file = Deno.openSync(path);
    for (const [start, bytes] of parts) {
      file.seekSync(start, Deno.SeekMode.Start);
      for (let at = 0; at < bytes.length;) {
        const count = file.readSync(bytes.subarray(at));
        if (count === null) throw new DamagedCacheError("it ends too early");
        at += count;
      }
    }
  } catch (error) {
    throw error instanceof DamagedCacheError ? error : new DamagedCacheError("it cannot be read");
  }
}

/** Reads a file in blocks, each of them once. */
export function readInBlocks(file: CacheFile): CacheFile["read"] {
  const blocks = new Map<number, Uint8Array<ArrayBuffer>>();
  return (start, end) => {
    const bytes = new Uint8Array(end - start);
    for (let at = start; at < end;) {
      const from = at - at % BLOCK;
      let block = blocks.get(from);
      if (!block) blocks.set(from, block = file.read(from, Math.min(from + BLOCK, file.size)));
      const part = block.subarray(at - from, end - from);
      if (part.length === 0) throw new DamagedCacheError("it ends too early");
      bytes.set(part, at - start);
      at += part.length;
    }
    return bytes;
  };
}

/** Removes a file of the cache, if possible. */
export function removeCacheFile(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It is gone, or the disk is read-only.
  }
}
