/** A fingerprint of the configuration that the identity of a repository depends on, taken without git. */
import { findGap, isAbsent } from "../absence.ts";
import { ABSENT, hasStamp, isStable, sameStamp, type Stamp, stampOf } from "../cache/stamp.ts";
import { isAbsolutePath } from "../path.ts";

/** Stamps of everything that git reads for an identity. */
export interface ConfigFingerprint {
  /** The files that exist. */
  present: [path: string, ...Stamp][];
  /** Files that git would read if they existed: the missing name, and the folder without it. */
  absent: [folder: string, name: string, ...Stamp][];
}

/** The largest configuration that is read, in bytes. */
const CONFIG_LIMIT = 64 * 1024;
/** Where builds of git look for the configuration of all users. */
const SYSTEM_FILES = Deno.build.os === "darwin"
  ? [
    "/etc/gitconfig",
    "/opt/homebrew/etc/gitconfig",
    "/usr/local/etc/gitconfig",
    "/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig",
    "/Applications/Xcode.app/Contents/Developer/usr/share/git-core/gitconfig",
  ]
  : ["/etc/gitconfig", "/usr/local/etc/gitconfig"];

/** A configuration that contains this depends on further files. */
const USES_OTHER_FILES = /include|worktreeconfig/i;
/**
 * Files of `.git` that make git read the configuration of another folder, or that it reads for
 * `origin` where the configuration has no URL: an older format.
 */
const OTHER_SOURCES = ["commondir", "remotes/origin", "branches/origin"];
const NAMES_ORIGIN = /^[ \t]*\[[ \t]*remote[ \t]+"origin"[ \t]*\]/im;

/**
 * The fingerprint for the repository at `root`; undefined where git may read further files, or where
 * a change after `now` (milliseconds) might go unnoticed. `home` and `xdg` are HOME and
 * XDG_CONFIG_HOME, empty where they are not set.
 */
export function fingerprintConfig(
  root: string,
  { home, xdg }: { home: string; xdg: string },
  now: number,
): ConfigFingerprint | undefined {
  const own = `${root}/.git/config`;
  const files = [
    own,
    ...(home === "" ? [] : [`${home}/.gitconfig`]),
    ...(xdg !== "" ? [`${xdg}/git/config`] : home === "" ? [] : [`${home}/.config/git/config`]),
    ...SYSTEM_FILES,
  ];
  const others = OTHER_SOURCES.map((name) => `${root}/.git/${name}`);
  const fingerprint = stampAll([...files, ...others], now);
  const isComplete = fingerprint !== undefined &&
    !fingerprint.present.some(([path]) => others.includes(path)) &&
    // git resolves a relative one in the repository.
    (xdg === "" || isAbsolutePath(xdg)) &&
    files.every((path) => isSelfContained(path, path === own));
  return isComplete ? fingerprint : undefined;
}

/** Whether git would read the same as before. */
export function isUnchanged({ present, absent }: ConfigFingerprint): boolean {
  return present.every(([path, ...stamp]) => hasStamp(path, stamp, 0)) &&
    // A folder that has not changed has nothing new in it.
    absent.every(([folder, name, ...stamp]) =>
      hasStamp(folder, stamp, 0) || isAbsent(folder, name)
    );
}

/** The stamps of `paths`; undefined where a change after `now` might go unnoticed. */
function stampAll(paths: string[], now: number): ConfigFingerprint | undefined {
  const present: ConfigFingerprint["present"] = [];
  const absent: ConfigFingerprint["absent"] = [];
  for (const path of paths) {
    const stamp = stampOf(path);
    if (!sameStamp(stamp, ABSENT)) {
      if (!isStable(stamp, now)) return undefined;
      present.push([path, ...stamp]);
      continue;
    }
    const { folder, name } = findGap(path);
    const ofFolder = stampOf(folder);
    // The target of a dangling link can appear without a change in the folder of the link.
    if (!isAbsent(folder, name)) return undefined;
    absent.push([folder, name, ...isStable(ofFolder, now) ? ofFolder : ABSENT]);
  }
  return { present, absent };
}

/** Whether the configuration at `path`, if any, makes git read no other file. */
function isSelfContained(path: string, hasOrigin: boolean): boolean {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile || size > CONFIG_LIMIT) return false;
    const text = Deno.readTextFileSync(path);
    return !USES_OTHER_FILES.test(text) && (!hasOrigin || NAMES_ORIGIN.test(text));
  } catch (error) {
    return !hasOrigin && error instanceof Deno.errors.NotFound;
  }
}
