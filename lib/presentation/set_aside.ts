/** Moves a corrupt database out of the way, also when several hooks find it at the same time. */

/** Longest wait for another hook that is doing it, in milliseconds. */
const PATIENCE = 300;

/**
 * Renames the database `path` and its journal, if `stillCorrupt` says so once nobody else is at
 * it. Returns the new name; undefined where it was left.
 */
export function setAside(
  path: string,
  now: Date,
  stillCorrupt: () => boolean,
): string | undefined {
  let lock: Deno.FsFile | undefined;
  try {
    if (exists(`${path}.lock`) && !Deno.statSync(`${path}.lock`).isFile) return undefined;
    lock = Deno.openSync(`${path}.lock`, { write: true, create: true, mode: 0o600 });
    if (!waitForLock(lock) || !stillCorrupt()) return undefined;
    const aside = freeName(
      `${path}.corrupt-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z`,
    );
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

/** `name`, or with a number where something has it already. */
function freeName(name: string): string {
  for (let n = 1;; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!exists(free)) return free;
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

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function renameIfPresent(from: string, to: string): void {
  try {
    Deno.renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
