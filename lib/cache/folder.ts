/**
 * The folder of what can be found out again. It is disposable: whatever is wrong with it, nothing
 * is lost but time, and a folder that cannot be written to costs nothing else either.
 */

/** The largest file that is read, in bytes. */
const LIMIT = 256 * 1024 * 1024;
/** Files that nobody has written for so long are removed, in milliseconds. */
const KEEP = 90 * 24 * 60 * 60 * 1000;
/** So are the remains of hooks that were killed as they wrote. */
const KEEP_UNFINISHED = 60 * 60 * 1000;
const EXTENSION = ".cache";
const OURS = /^(?:guidebook|places)-[0-9a-f]{1,8}\.cache(?:\.[0-9a-f-]{36})?$/;

/** What a file of the folder is about. */
export type CacheKind = "guidebook" | "places";

/**
 * The name of a file about `words`. Others may share it, so the file itself tells what it is of. Words
 * should be short: a loop costs more before V8 has optimised it.
 */
export function cacheName(kind: CacheKind, words: readonly string[]): string {
  let hash = 0;
  for (const word of words) {
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash, 31) + word.charCodeAt(i) | 0;
  }
  return `${kind}-${(hash >>> 0).toString(16)}${EXTENSION}`;
}

/** Bytes that are read at a time. */
const BLOCK = 128 * 1024;
/** Bytes at the beginning of a file that no other file has there. */
export const MARK_LENGTH = 32;

/** Raised where a file is not what it was when it was opened, or does not hold what it should. */
export class DamagedCacheError extends Error {
  override readonly name = "DamagedCacheError";
}

/** A file of the cache, of which no more is read than is asked for. */
export interface CacheFile {
  /** In bytes. */
  size: number;
  /** Number of the device that it is on. */
  device: number;
  /** Its first bytes, or all of it. */
  head: Uint8Array<ArrayBuffer>;
  /**
   * Its bytes from `start` to `end`.
   * @throws {DamagedCacheError} when another file has taken its place.
   */
  read(start: number, end: number): Uint8Array<ArrayBuffer>;
  /** Removes it. */
  discard(): void;
}

/** Opens a file; undefined where it is not there, or not ours. It is not held open. */
export function openCacheFile(folder: string, name: string): CacheFile | undefined {
  const path = `${folder}/${name}`;
  try {
    const { isFile, size, mode, dev } = Deno.statSync(path);
    // One that others can write to is not ours.
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
      discard: () => remove(path),
    };
  } catch {
    return undefined;
  }
}

/** Fills each of `parts` from its place in the file. */
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

/** All that is asked for of a file in blocks, each of which is read once. */
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

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It is gone, or the disk takes no changes.
  }
}

/** Puts a file in place as a whole, so that hooks that read or write at the same time are safe. */
export function writeCacheFile(folder: string, name: string, bytes: Uint8Array): void {
  const path = `${folder}/${name}`;
  const unfinished = `${path}.${crypto.randomUUID()}`;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A link leads out of the data folder, which is all that we may write to.
    if (!Deno.lstatSync(folder).isDirectory) return;
    Deno.writeFileSync(unfinished, bytes, { createNew: true, mode: 0o600 });
    Deno.renameSync(unfinished, path);
    prune(folder);
  } catch {
    remove(unfinished);
  }
}

/** Adds `bytes` to a file that is there; its reader must tell what is whole by itself. */
export function appendCacheFile(folder: string, name: string, bytes: Uint8Array): void {
  try {
    Deno.writeFileSync(`${folder}/${name}`, bytes, { append: true, create: false });
  } catch {
    // It is gone, or nothing may be written.
  }
}

function prune(folder: string): void {
  const now = Date.now();
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    // Whatever else lies there is not ours.
    if (!isFile || !OURS.test(name)) continue;
    const path = `${folder}/${name}`;
    const age = now - (Deno.statSync(path).mtime?.getTime() ?? now);
    if (age > (name.endsWith(EXTENSION) ? KEEP : KEEP_UNFINISHED)) Deno.removeSync(path);
  }
}
