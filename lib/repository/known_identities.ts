/**
 * What git has said about a repository, kept as long as nothing has changed that it was told from:
 * to start git costs a third of Deno's own start.
 */
import { cacheName, readCacheFile, writeCacheFile } from "../cache/folder.ts";
import { releaseName } from "../cache/release.ts";
import { sealJson, unsealJson } from "../cache/seal.ts";
import { ABSENT, hasStamp, isSettled, type Stamp, stampOf } from "../cache/stamp.ts";
import { GIT_VARIABLES } from "./git_variables.ts";
import { isAbsolutePath } from "../path.ts";

/** Answers of git by the real path of the repository's root. */
export interface KnownIdentities {
  find(root: string): string | undefined;
  /** To be called before git is asked; what it returns keeps the answer. */
  observe(root: string): (identity: string) => void;
}

/** What the answers hang on. */
export interface KnownIdentitiesOptions {
  /** The folder of the cache. */
  folder: string;
  env(name: string): string | undefined;
  /** Milliseconds since 1970, on the clock that stamps the files. */
  now?: () => number;
}

/** What one file of the cache holds. */
interface Entry {
  release: string;
  root: string;
  environment: string[];
  identity: string;
  /** Milliseconds since 1970. */
  askedAt: number;
  /** What git read, or would have read if it were there. */
  stamps: [path: string, ...Stamp][];
}

/** Milliseconds after which git is asked again: not all that it reads is known to us. */
const KEEP = 60 * 60 * 1000;
/** The largest configuration that is looked through, in bytes. */
const CONFIG_LIMIT = 64 * 1024;
/** Where git was built to find what holds for all users. */
const SYSTEM_FILES = Deno.build.os === "darwin"
  ? [
    "/etc/gitconfig",
    "/opt/homebrew/etc/gitconfig",
    "/usr/local/etc/gitconfig",
    "/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig",
    "/Applications/Xcode.app/Contents/Developer/usr/share/git-core/gitconfig",
  ]
  : ["/etc/gitconfig", "/usr/local/etc/gitconfig"];

/** A configuration that says so is told from further files. */
const GOES_ON_ELSEWHERE = /include|worktreeconfig/i;
/**
 * Files of `.git` that make git read the configuration of another folder, or, where `origin` has no
 * URL in it, are read instead as in the days before it.
 */
const ELSEWHERE = ["commondir", "remotes/origin", "branches/origin"];
const NAMES_ORIGIN = /^[ \t]*\[[ \t]*remote[ \t]+"origin"[ \t]*\]/im;

/** The answers that are kept in `folder`. */
export function openKnownIdentities(
  { folder, env, now = Date.now }: KnownIdentitiesOptions,
): KnownIdentities {
  const environment = GIT_VARIABLES.map((name) => env(name) ?? "");
  const [home = "", xdg = ""] = environment;
  const nameOf = (root: string) => cacheName("identity", [releaseName(), root, ...environment]);

  return {
    find: (root) => {
      const entry = readEntry(folder, nameOf(root));
      if (!entry) return undefined;
      const age = now() - entry.askedAt;
      return age >= 0 && age < KEEP && entry.root === root &&
          entry.release === releaseName() &&
          entry.environment.join("\0") === environment.join("\0") &&
          entry.stamps.every(isUnchanged)
        ? entry.identity
        : undefined;
    },
    observe: (root) => {
      const askedAt = now();
      const own = `${root}/.git/config`;
      const files = [
        own,
        ...(home === "" ? [] : [`${home}/.gitconfig`]),
        ...(xdg !== "" ? [`${xdg}/git/config`] : home === "" ? [] : [`${home}/.config/git/config`]),
        ...SYSTEM_FILES,
      ];
      const elsewhere = ELSEWHERE.map((name) => `${root}/.git/${name}`);
      const stamps = [...files, ...elsewhere].map((path): Entry["stamps"][number] => [
        path,
        ...stampOf(path),
      ]);
      const isCertain = stamps.every(([, ...stamp]) => isSettled(stamp, askedAt)) &&
        elsewhere.every((path) => hasStamp(path, ABSENT, 0)) &&
        // git takes a relative one from the repository.
        (xdg === "" || isAbsolutePath(xdg)) &&
        files.every((path) => tellsAll(path, path === own));
      return (identity) => {
        // A repository may have taken another one's place while git was asked, and go again.
        if (!isCertain || !stamps.every(isUnchanged)) return;
        const entry: Entry = {
          release: releaseName(),
          root,
          environment,
          identity,
          askedAt,
          stamps,
        };
        const bytes = new TextEncoder().encode(sealJson(entry));
        writeCacheFile(folder, nameOf(root), bytes);
      };
    },
  };
}

function isUnchanged([path, ...stamp]: Entry["stamps"][number]): boolean {
  return hasStamp(path, stamp, 0);
}

/** Whether `path` holds a configuration, if any, and sends git to no other file. */
function tellsAll(path: string, hasOrigin: boolean): boolean {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile || size > CONFIG_LIMIT) return false;
    const text = Deno.readTextFileSync(path);
    return !GOES_ON_ELSEWHERE.test(text) && (!hasOrigin || NAMES_ORIGIN.test(text));
  } catch (error) {
    return !hasOrigin && error instanceof Deno.errors.NotFound;
  }
}

function readEntry(folder: string, name: string): Entry | undefined {
  try {
    const bytes = readCacheFile(folder, name);
    return bytes && unsealJson(new TextDecoder().decode(bytes)) as Entry | undefined;
  } catch {
    return undefined;
  }
}
