/** The folder of the cache. It is disposable: whatever is wrong with it costs time, and nothing else. */

import { removeCacheFile } from "./file.ts";

/** Age after which a file that was not rewritten is removed, in milliseconds. */
const KEEP = 90 * 24 * 60 * 60 * 1000;
/** The same for unfinished files of hooks that were killed. */
const KEEP_UNFINISHED = 60 * 60 * 1000;
const EXTENSION = ".cache";
const OURS = /^(?:guidebook|places)-[0-9a-f]{1,8}\.cache(?:\.[0-9a-f-]{36})?$/;

/** What a file of the cache is about. */
export type CacheKind = "guidebook" | "places";

/**
 * The name of the file for `words`. It is a short hash, so the file must contain the words too. They
 * should be short: the loop runs before V8 has optimised it.
 */
export function cacheName(kind: CacheKind, words: readonly string[]): string {
  let hash = 0;
  for (const word of words) {
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash, 31) + word.charCodeAt(i) | 0;
  }
  return `${kind}-${(hash >>> 0).toString(16)}${EXTENSION}`;
}

/** Writes a file atomically, so that hooks may read and write it at the same time. */
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
    removeCacheFile(unfinished);
  }
}

/** Appends `bytes` to an existing file; its reader must detect an incomplete write. */
export function appendCacheFile(folder: string, name: string, bytes: Uint8Array): void {
  try {
    Deno.writeFileSync(`${folder}/${name}`, bytes, { append: true, create: false });
  } catch {
    // It is gone, or the disk is read-only.
  }
}

function prune(folder: string): void {
  const now = Date.now();
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    // Other files are not ours.
    if (!isFile || !OURS.test(name)) continue;
    const path = `${folder}/${name}`;
    const age = now - (Deno.statSync(path).mtime?.getTime() ?? now);
    if (age > (name.endsWith(EXTENSION) ? KEEP : KEEP_UNFINISHED)) Deno.removeSync(path);
  }
}
