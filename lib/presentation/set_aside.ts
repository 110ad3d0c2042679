/** Moves a corrupt database out of the way, also when several hooks find it at the same time. */
import { fileName, parentPath, resolvePath } from "../path.ts";

/** Longest wait for another hook that is doing it, in milliseconds. */
const LOCK_TIMEOUT = 300;
/** Databases that are kept aside; older ones are removed. */
const KEPT = 3;

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
    // A journal that outlives its database would be rolled back into the new one.
    renameIfPresent(`${path}-journal`, `${aside}-journal`);
    renameIfPresent(path, aside);
    removeOlder(path, aside);
    return aside;
  } catch {
    return undefined;
  } finally {
    lock?.close();
  }
}

/** Removes all databases that were set aside but `newest` and the last ones before it. */
function removeOlder(path: string, newest: string): void {
  try {
    const folder = parentPath(path);
    const older = [...Deno.readDirSync(folder)]
      .filter(({ name, isFile }) => isFile && name.startsWith(`${fileName(path)}.corrupt-`))
      .map(({ name }) => resolvePath(folder, `./${name}`))
      .filter((file) => !file.endsWith("-journal") && file !== newest)
      .sort();
    for (const file of older.slice(0, Math.max(0, older.length - KEPT + 1))) {
      for (const name of [file, `${file}-journal`]) {
        if (exists(name)) Deno.removeSync(name);
      }
    }
  } catch {
    // The new database matters more than the room that the old ones take.
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
    if (performance.now() - start > LOCK_TIMEOUT) return false;
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
