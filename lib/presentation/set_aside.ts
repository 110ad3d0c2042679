/** Moves a corrupt database out of the way, also when several hooks find it at the same time. */

/** Longest wait for another hook that is doing it, in milliseconds. */
const PATIENCE = 300;

/**
 * Renames the database `path` and its journal, if `stillCorrupt` says so once nobody else is at
 * it. Returns the new name; undefined where it was left.
 */
export async function setAside(
  path: string,
  now: Date,
  stillCorrupt: () => Promise<boolean>,
): Promise<string | undefined> {
  let lock: Deno.FsFile | undefined;
  try {
    lock = Deno.openSync(`${path}.lock`, { write: true, create: true, mode: 0o600 });
    if (!waitForLock(lock) || !await stillCorrupt()) return undefined;
    const aside = `${path}.corrupt-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
    // A journal that outlives its database would be played into the new one.
    renameIfPresent(`${path}-journal`, `${aside}-journal`);
    renameIfPresent(path, aside);
    return aside;
  } catch {
    return undefined;
  } finally {
    lock?.close();
  }
}

function waitForLock(lock: Deno.FsFile): boolean {
  const start = performance.now();
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!lock.tryLockSync(true)) {
    if (performance.now() - start > PATIENCE) return false;
    Atomics.wait(pause, 0, 0, 10);
  }
  return true;
}

function renameIfPresent(from: string, to: string): void {
  try {
    Deno.renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
