/** The files that `deno task install` puts below a prefix: a launcher, releases, and a Deno. */
import { isTaken } from "../lib/cli/path_kind.ts";
import { LAUNCHER, LIBRARY } from "../lib/cli/program.ts";
import { escapeHidden } from "../lib/hidden_characters.ts";
import { parentPath } from "../lib/path.ts";
import { VERSION } from "../lib/version.ts";
import { type Launch, parseLauncher, renderLauncher } from "./launcher.ts";
import { listFiles } from "./list_files.ts";

/** Names of our own entries in the library folder; all others are not ours. */
const RELEASE = /^release-/;
const RUNTIME = /^deno-/;
const STAGED = /^\.new-/;
const LOCK = ".lock";

/** An unexpected state below the prefix; the message is for the user. */
export class InstallationError extends Error {
  override readonly name = "InstallationError";
}

/** An installation below `prefix`, which need not exist yet. */
export class Installation {
  readonly launcher: string;
  readonly library: string;

  constructor(readonly prefix: string) {
    const base = prefix === "/" ? "" : prefix;
    this.launcher = `${base}/${LAUNCHER}`;
    this.library = `${base}/${LIBRARY}`;
  }

  /**
   * What the current launcher starts; undefined if there is no launcher.
   * @throws {InstallationError} when its path is used by something else.
   */
  async readLaunch(): Promise<Omit<Launch, "library"> | undefined> {
    try {
      const launch = parseLauncher(await Deno.readTextFile(this.launcher));
      if (launch) return launch;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound && !isTaken(this.launcher)) return undefined;
      if (!(error instanceof Deno.errors.IsADirectory || error instanceof Deno.errors.NotFound)) {
        throw error;
      }
    }
    throw new InstallationError(
      `Cannot replace "${escapeHidden(this.launcher)}": \`deno task install\` has not written it`,
    );
  }

  /** Installs the bundle in the folder `bundle` and the running Deno, and finally the launcher. */
  async put(bundle: string, database: string | undefined): Promise<void> {
    try {
      await this.#replace(bundle, database);
    } finally {
      // Whatever is still staged is left over: no other installation is running.
      await this.#removeAll((name) => STAGED.test(name)).catch(() => {});
    }
  }

  async #replace(bundle: string, database: string | undefined): Promise<void> {
    const before = await this.readLaunch();
    const runtime = await this.#putRuntime();
    const release = await this.#putRelease(bundle);
    const launch = { library: this.library, release, runtime, database };
    await this.#putLauncher(renderLauncher(launch));
    if (before && before.release === release && before.runtime === runtime) return;
    // A running hook may still load a part of the previous release.
    const kept = [release, runtime, before?.release, before?.runtime];
    await this.#removeAll((name) =>
      (RELEASE.test(name) || RUNTIME.test(name)) && !kept.includes(name)
    );
  }

  /** Removes launcher and library; returns whether either existed. */
  async remove(): Promise<boolean> {
    const launch = await this.readLaunch();
    // The launcher goes first, so that no hook starts a partly removed release.
    if (launch) await Deno.remove(this.launcher);
    const removed = await this.#removeAll((name) =>
      RELEASE.test(name) || RUNTIME.test(name) || STAGED.test(name)
    );
    return launch !== undefined || removed > 0;
  }

  /**
   * Runs `work` while no other installation runs below the prefix; calls `wait` if one does. `make`
   * creates the library folder; without it, and without a library, nothing is locked.
   */
  async alone<Result>(
    { make, wait }: { make: boolean; wait: () => void },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!make && !isTaken(this.library)) return await work();
    const path = `${this.library}/${LOCK}`;
    for (;;) {
      if (make) await makeFolder(this.library);
      using lock = await Deno.open(path, { read: true, write: true, create: true });
      if (!await lock.tryLock(true)) {
        wait();
        await lock.lock(true);
      }
      // The previous holder may have removed the library, and this lock with it.
      if ((await lock.stat()).ino !== await inodeOf(path)) continue;
      const result = await work();
      if (!make) {
        await Deno.remove(path);
        await Deno.remove(this.library).catch(() => {/* It contains files that are not ours. */});
      }
      return result;
    }
  }

  async #putRuntime(): Promise<string> {
    const from = Deno.execPath();
    const { size } = await Deno.stat(from);
    const name = `deno-${Deno.version.deno}-${size}`;
    const path = `${this.library}/${name}/deno`;
    const present = await Deno.stat(path).catch(() => undefined);
    if (present?.isFile && present.size === size) return name;
    await makeFolder(parentPath(path));
    // A copy, not a link: the original may be overwritten in place while a hook runs it.
    await replaceFile(path, async (staged) => {
      await Deno.copyFile(from, staged);
      await Deno.chmod(staged, 0o755);
    });
    return name;
  }

  async #putRelease(bundle: string): Promise<string> {
    const hash = await hashFolder(bundle);
    const name = `release-${VERSION}-${hash}`;
    const path = `${this.library}/${name}`;
    if (isTaken(path)) {
      if (await hashFolder(path).catch(() => "") === hash) return name;
      // It was modified, and a folder cannot be replaced atomically.
      await Deno.rename(path, `${this.library}/${stagedName()}`);
    }
    const staged = `${this.library}/${stagedName()}`;
    for (const file of listFiles(bundle)) {
      const to = `${staged}/${file}`;
      await makeFolder(parentPath(to), this.library);
      await Deno.copyFile(`${bundle}/${file}`, to);
      await Deno.chmod(to, 0o644);
    }
    await Deno.rename(staged, path);
    return name;
  }

  async #putLauncher(text: string): Promise<void> {
    await makeFolder(parentPath(this.launcher));
    await replaceFile(this.launcher, async (staged) => {
      await Deno.writeTextFile(staged, text);
      await Deno.chmod(staged, 0o755);
      await proveLauncher(staged);
    });
  }

  /** Removes the entries of the library whose name `isMeant`; returns their number. */
  async #removeAll(isMeant: (name: string) => boolean): Promise<number> {
    if (!isTaken(this.library)) return 0;
    const names = [...Deno.readDirSync(this.library)].map(({ name }) => name).filter(isMeant);
    for (const name of names) await Deno.remove(`${this.library}/${name}`, { recursive: true });
    return names.length;
  }
}

/** Starts the new launcher before it replaces the old one. */
async function proveLauncher(path: string): Promise<void> {
  const { stdout, stderr } = await new Deno.Command(path, {
    args: ["--version"],
    clearEnv: true,
    // Independent of this environment, and without a folder for Deno's cache.
    env: { HOME: "/dev/null", DENO_DIR: "/dev/null" },
    stdin: "null",
  }).output();
  if (new TextDecoder().decode(stdout) === `adaptive-guidebook ${VERSION}\n`) return;
  const said = escapeHidden(new TextDecoder().decode(stderr).trim());
  throw new InstallationError(`Cannot start the installed program: ${said || "no error message"}`);
}

/** Writes a temporary file and renames it, so that the file is complete or not there at all. */
async function replaceFile(
  path: string,
  write: (staged: string) => Promise<void>,
): Promise<void> {
  const staged = `${parentPath(path)}/${stagedName()}`;
  try {
    await write(staged);
    await Deno.rename(staged, path);
  } catch (error) {
    await Deno.remove(staged).catch(() => {});
    throw error;
  }
}

function stagedName(): string {
  return `.new-${crypto.randomUUID()}`;
}

/** Creates the folder and its parents, readable for everybody whatever the umask. */
async function makeFolder(path: string, parent = ""): Promise<void> {
  if (path === parent || isTaken(path)) return;
  await makeFolder(parentPath(path), parent);
  await Deno.mkdir(path).catch((error) => {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  });
  await Deno.chmod(path, 0o755);
}

async function hashFolder(folder: string): Promise<string> {
  const files = listFiles(folder);
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(`${folder}/${file}`)));
  const bytes = new TextEncoder().encode(JSON.stringify([files, texts]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
}

async function inodeOf(path: string): Promise<number | null | undefined> {
  return await Deno.stat(path).then(({ ino }) => ino, () => undefined);
}
