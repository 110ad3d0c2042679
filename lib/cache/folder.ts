/**
 * The folder of what can be found out again. It is disposable: whatever is wrong with it, nothing
 * is lost but time, and a folder that cannot be written to costs nothing else either.
 */

import { removeCacheFile } from "./file.ts";

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
    removeCacheFile(unfinished);
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
