/**
 * What was found out about the places of an agent's edits, kept as long as nothing has changed that
 * it was told from: to start git costs a third of Deno's own start, and to see that a folder is no
 * repository costs ten looks.
 */
import { isAbsent } from "../absence.ts";
import { openCacheFile } from "../cache/file.ts";
import { cacheName, writeCacheFile } from "../cache/folder.ts";
import { releaseName } from "../cache/release.ts";
import { duplicateJson, verifyDuplicateJson } from "../cache/duplicate.ts";
import { isStable, sameStamp, type Stamp, stampOf } from "../cache/stamp.ts";
import { GIT_VARIABLES } from "./git_variables.ts";
import { isUnchanged, takeTestimony, type Testimony } from "./git_config_fingerprint.ts";

/** What is known of repositories and of folders that are none. */
export interface KnownPlaces {
  /**
   * Whether the folder at the real path `folder` holds no repository; `look` tells where that is not
   * known. It is kept where the folder would show that this has changed.
   */
  isPlain(folder: string, look: () => boolean): boolean;
  /** Whether git has told the identity of a repository at `folder`. */
  wasRoot(folder: string): boolean;
  /** git's answer for the repository with the real path `root`. */
  find(root: string): string | undefined;
  /** To be called before git is asked; what it returns takes the answer. */
  observe(root: string): (identity: string) => void;
  /** Keeps what is new. */
  save(): void;
}

/** What is known is kept for one folder that an agent works in, and one environment of git. */
export interface KnownPlacesOptions {
  /** The folder of the cache. */
  cache: string;
  /** The folder that the agent works in. */
  base: string;
  env(name: string): string | undefined;
  /** Milliseconds since 1970, on the clock that stamps the files. */
  now?: () => number;
}

/** An answer of git. */
interface Answer extends Testimony {
  root: string;
  identity: string;
  /** Milliseconds since 1970. */
  askedAt: number;
}

/** What a file of the cache holds. */
interface Known {
  release: string;
  base: string;
  environment: string[];
  /** The newest first. */
  answers: Answer[];
  /** Folders without a `.git`; those that were of use last come first. */
  plain: [folder: string, ...Stamp][];
}

/** Milliseconds after which git is asked again: not all that it reads is known to us. */
const KEEP = 60 * 60 * 1000;
/** So many repositories and folders are kept: each hook reads them all. */
const LIMITS = { answers: 8, plain: 64 };

/** What is kept in the cache; nothing is read before it is asked for. */
export function openKnownPlaces(
  { cache, base, env, now = Date.now }: KnownPlacesOptions,
): KnownPlaces {
  const environment = GIT_VARIABLES.map((name) => env(name) ?? "");
  const [home = "", xdg = ""] = environment;
  const name = cacheName("places", [releaseName(), base, home]);
  /** Folders of which it is known by now that they are none. */
  const used = new Set<string>();
  let loaded: Known | undefined;
  const known = () =>
    loaded ??= readKnown(cache, name, { release: releaseName(), base, environment });
  let isNew = false;

  function note(folder: string, stamp: Stamp): void {
    // One that is of use is not given up for another.
    if (used.size >= LIMITS.plain) return;
    // An empty `.git` can become one without a trace in its folder.
    if (!isStable(stamp, now()) || !isAbsent(folder, ".git")) return;
    used.add(folder);
    const others = known().plain.filter(([path]) => path !== folder);
    known().plain = [[folder, ...stamp], ...others];
    isNew = true;
  }

  return {
    isPlain: (folder, look) => {
      // Before it is looked at: what is added in between shows in the next stamp.
      const stamp = stampOf(folder);
      const [, ...before] = known().plain.find(([path]) => path === folder) ?? [""];
      const holds = before.length > 0 && sameStamp(stamp, before as unknown as Stamp);
      if (!holds && !look()) return false;
      if (!holds) note(folder, stamp);
      else used.add(folder);
      return true;
    },
    wasRoot: (folder) => known().answers.some(({ root }) => root === folder),
    find: (root) => {
      const answer = known().answers.find((answer) => answer.root === root);
      const age = answer ? now() - answer.askedAt : -1;
      return answer && age >= 0 && age < KEEP && isUnchanged(answer) ? answer.identity : undefined;
    },
    observe: (root) => {
      const askedAt = now();
      const testimony = takeTestimony(root, { home, xdg }, askedAt);
      return (identity) => {
        // A repository may have taken another one's place while git was asked, and go again.
        if (!testimony || !isUnchanged(testimony)) return;
        const others = known().answers.filter((answer) => answer.root !== root);
        known().answers = [{ root, identity, askedAt, ...testimony }, ...others];
        isNew = true;
      };
    },
    save: () => {
      if (!isNew) return;
      isNew = false;
      const { answers, plain: all } = known();
      const isOfUse = ([folder]: Known["plain"][number]) => used.has(folder);
      const plain = [...all.filter(isOfUse), ...all.filter((it) => !isOfUse(it))];
      const bytes = new TextEncoder().encode(duplicateJson({
        ...known(),
        answers: answers.slice(0, LIMITS.answers),
        plain: plain.slice(0, LIMITS.plain),
      }));
      writeCacheFile(cache, name, bytes);
    },
  };
}

type Circumstances = Pick<Known, "release" | "base" | "environment">;

/** What was kept under the same circumstances. */
function readKnown(cache: string, name: string, circumstances: Circumstances): Known {
  const nothing = { ...circumstances, answers: [], plain: [] };
  try {
    const file = openCacheFile(cache, name);
    const text = file && new TextDecoder().decode(file.read(0, file.size));
    const known = text && verifyDuplicateJson(text) as Known | undefined;
    if (!known || describe(known) !== describe(circumstances)) return nothing;
    const { answers, plain } = known;
    return answers.every(isAnswer) && plain.every(Array.isArray)
      ? { ...circumstances, answers, plain }
      : nothing;
  } catch {
    return nothing;
  }
}

function isAnswer({ root, identity, askedAt, present, absent }: Answer): boolean {
  return typeof root === "string" && typeof identity === "string" && typeof askedAt === "number" &&
    present.every(Array.isArray) && absent.every(Array.isArray);
}

function describe({ release, base, environment }: Circumstances): string {
  return JSON.stringify([release, base, environment]);
}
