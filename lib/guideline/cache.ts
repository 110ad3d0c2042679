/**
 * Keeps guidebooks as they were read, one file for each list of roots. It is disposable: whatever
 * is wrong with it, guidelines are read from the guidebook, and a folder that cannot be written to
 * costs nothing but time.
 */
import { encodeCache } from "./cache_format.ts";
import { CachedGuidebook } from "./cached_guidebook.ts";
import { releaseName } from "./release.ts";
import type { GuidebookRoot, Snapshot } from "./snapshot.ts";

/** The largest cache that is read, in bytes. */
const LIMIT = 256 * 1024 * 1024;
/** Caches that nobody has written for so long are removed, in milliseconds. */
const KEEP = 90 * 24 * 60 * 60 * 1000;
/** So are the remains of hooks that were killed as they wrote. */
const KEEP_UNFINISHED = 60 * 60 * 1000;
const EXTENSION = ".cache";
const OURS = /^guidebook-[0-9a-f]{1,8}\.cache(?:\.[0-9a-f-]{36})?$/;

/** The cache of these roots in `folder`; undefined where there is none that can be used. */
export async function readCache(
  folder: string,
  roots: readonly GuidebookRoot[],
): Promise<CachedGuidebook | undefined> {
  try {
    const path = cachePath(folder, roots);
    const { isFile, size, mode } = Deno.statSync(path);
    // One that others can write to is not ours.
    if (!isFile || size > LIMIT || ((mode ?? 0) & 0o022) !== 0) return undefined;
    return await CachedGuidebook.decode(Deno.readFileSync(path), roots, releaseName());
  } catch {
    return undefined;
  }
}

/** Puts a cache in place as a whole, so that hooks that read or write at the same time are safe. */
export async function writeCache(folder: string, snapshot: Snapshot): Promise<void> {
  const path = cachePath(folder, snapshot.roots);
  const unfinished = `${path}.${crypto.randomUUID()}`;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A link leads out of the data folder, which is all that we may write to.
    if (!Deno.lstatSync(folder).isDirectory) return;
    const bytes = await encodeCache(snapshot, releaseName());
    Deno.writeFileSync(unfinished, bytes, { createNew: true, mode: 0o600 });
    Deno.renameSync(unfinished, path);
    prune(folder);
  } catch {
    try {
      Deno.removeSync(unfinished);
    } catch {
      // It was not made.
    }
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

/** Two lists of roots may share a name; the cache itself tells which it is of. */
function cachePath(folder: string, roots: readonly GuidebookRoot[]): string {
  let hash = 0;
  for (const { path } of roots) {
    for (let i = 0; i < path.length; i++) hash = Math.imul(hash, 31) + path.charCodeAt(i) | 0;
  }
  return `${folder}/guidebook-${(hash >>> 0).toString(16)}${EXTENSION}`;
}
