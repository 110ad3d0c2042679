/** The files that git tells the identity of a repository from, seen without asking git. */
import { findGap, isAbsent } from "../absence.ts";
import { ABSENT, hasStamp, isStable, sameStamp, type Stamp, stampOf } from "../cache/stamp.ts";
import { isAbsolutePath } from "../path.ts";

/** How all that git looks at was. */
export interface Testimony {
  /** What git reads. */
  present: [path: string, ...Stamp][];
  /** What it would read if it were there: what is missing of it, and in which folder. */
  absent: [folder: string, name: string, ...Stamp][];
}

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

/**
 * What git will tell the identity of the repository at `root` from; undefined where that is not all
 * known, or where a change after `now` (milliseconds) might not show. `home` and `xdg` are what
 * git finds in HOME and XDG_CONFIG_HOME, empty where it finds nothing.
 */
export function takeTestimony(
  root: string,
  { home, xdg }: { home: string; xdg: string },
  now: number,
): Testimony | undefined {
  const own = `${root}/.git/config`;
  const files = [
    own,
    ...(home === "" ? [] : [`${home}/.gitconfig`]),
    ...(xdg !== "" ? [`${xdg}/git/config`] : home === "" ? [] : [`${home}/.config/git/config`]),
    ...SYSTEM_FILES,
  ];
  const elsewhere = ELSEWHERE.map((name) => `${root}/.git/${name}`);
  const testimony = stampAll([...files, ...elsewhere], now);
  const isAll = testimony !== undefined &&
    !testimony.present.some(([path]) => elsewhere.includes(path)) &&
    // git takes a relative one from the repository.
    (xdg === "" || isAbsolutePath(xdg)) &&
    files.every((path) => tellsAll(path, path === own));
  return isAll ? testimony : undefined;
}

/** Whether git would read the same as then. */
export function isUnchanged({ present, absent }: Testimony): boolean {
  return present.every(([path, ...stamp]) => hasStamp(path, stamp, 0)) &&
    // A folder that is as it was has nothing new in it.
    absent.every(([folder, name, ...stamp]) =>
      hasStamp(folder, stamp, 0) || isAbsent(folder, name)
    );
}

/** How the files at `paths` are; undefined where a change after `now` might not show. */
function stampAll(paths: string[], now: number): Testimony | undefined {
  const present: Testimony["present"] = [];
  const absent: Testimony["absent"] = [];
  for (const path of paths) {
    const stamp = stampOf(path);
    if (!sameStamp(stamp, ABSENT)) {
      if (!isStable(stamp, now)) return undefined;
      present.push([path, ...stamp]);
      continue;
    }
    const { folder, name } = findGap(path);
    const ofFolder = stampOf(folder);
    // A link that leads nowhere can lead somewhere without a trace in its folder.
    if (!isAbsent(folder, name)) return undefined;
    absent.push([folder, name, ...isStable(ofFolder, now) ? ofFolder : ABSENT]);
  }
  return { present, absent };
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
