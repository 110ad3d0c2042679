/**
 * A cache of identities and of folders that are no repositories: starting git costs a third of Deno's
 * own start, and to see that a folder is no repository costs ten calls.
 */
import { isAbsent } from "../absence.ts";
import { openCacheFile } from "../cache/file.ts";
import { cacheName, writeCacheFile } from "../cache/folder.ts";
import { releaseName } from "../cache/release.ts";
import { duplicateJson, verifyDuplicateJson } from "../cache/duplicate.ts";
import { isStable, sameStamp, type Stamp, stampOf } from "../cache/stamp.ts";
import type { Identification } from "../search/location.ts";
import { GIT_VARIABLES } from "./git_variables.ts";
import {
  type ConfigFingerprint,
  fingerprintConfig,
  isUnchanged,
} from "./git_config_fingerprint.ts";

/** An answer of git that names an identity. */
export type Identified = Extract<Identification, { identity: string }>;

/** Results of earlier hooks, as far as they are still valid. */
export interface LocationCache {
  /**
   * Whether the folder at the real path `folder` is not the root of a repository; calls `look` where
   * that is unknown. The result is kept where a change would be visible in the folder's stamp.
   */
  isNoRoot(folder: string, look: () => boolean): boolean;
  /** Whether git has identified a repository at `folder` before. */
  wasRoot(folder: string): boolean;
  /** git's answer for the repository with the real path `root`. */
  find(root: string): Identified | undefined;
  /** To be called before git is asked; the returned function takes the answer. */
  observe(root: string): (answer: Identified) => void;
  /** Writes what is new. */
  save(): void;
}

/** A cache is for one folder that an agent works in, and one environment of git. */
export interface LocationCacheOptions {
  /** The folder of the cache. */
  cache: string;
  /** The folder that the agent works in. */
  base: string;
  env(name: string): string | undefined;
  /** Milliseconds since 1970, on the clock that stamps the files. */
  now?: () => number;
}

/** An answer of git, and what it depends on. */
interface Answer extends ConfigFingerprint, Identified {
  root: string;
  /** Milliseconds since 1970. */
  askedAt: number;
}

/** The content of a cache file. */
interface Content {
  release: string;
  base: string;
  environment: string[];
  /** The newest first. */
  answers: Answer[];
  /** Folders that are no repositories; those that were used last come first. */
  folders: [folder: string, ...Stamp][];
}

/** Milliseconds after which git is asked again: not everything that it reads is known. */
const MAX_AGE = 60 * 60 * 1000;
/** How many repositories and folders are kept; each hook reads them all. */
const LIMITS = { answers: 8, folders: 64 };

/** Opens the cache; nothing is read before it is needed. */
export function openLocationCache(
  { cache, base, env, now = Date.now }: LocationCacheOptions,
): LocationCache {
  const environment = GIT_VARIABLES.map((name) => env(name) ?? "");
  const [home = "", xdg = ""] = environment;
  const name = cacheName("places", [releaseName(), base, home]);
  /** Folders that were used in this process. */
  const used = new Set<string>();
  let loaded: Content | undefined;
  const content = () =>
    loaded ??= readContent(cache, name, { release: releaseName(), base, environment });
  let isNew = false;

  function keepFolder(folder: string, stamp: Stamp): void {
    // A folder that is in use is not evicted for another.
    if (used.size >= LIMITS.folders) return;
    // An empty `.git` can become a repository without changing the stamp of its folder.
    if (!isStable(stamp, now()) || ![".git", ".jj"].every((it) => isAbsent(folder, it))) return;
    used.add(folder);
    const others = content().folders.filter(([path]) => path !== folder);
    content().folders = [[folder, ...stamp], ...others];
    isNew = true;
  }

  return {
    isNoRoot: (folder, look) => {
      // Before `look`, so that a change in between changes the next stamp.
      const stamp = stampOf(folder);
      const [, ...before] = content().folders.find(([path]) => path === folder) ?? [""];
      const holds = before.length > 0 && sameStamp(stamp, before as unknown as Stamp);
      if (!holds && !look()) return false;
      if (!holds) keepFolder(folder, stamp);
      else used.add(folder);
      return true;
    },
    wasRoot: (folder) => content().answers.some(({ root }) => root === folder),
    find: (root) => {
      const answer = content().answers.find((answer) => answer.root === root);
      const age = answer ? now() - answer.askedAt : -1;
      if (!answer || age < 0 || age >= MAX_AGE || !isUnchanged(answer)) return undefined;
      const { identity, note } = answer;
      return { identity, ...(note !== undefined && { note }) };
    },
    observe: (root) => {
      const askedAt = now();
      const fingerprint = fingerprintConfig(root, { home, xdg }, askedAt);
      return (identified) => {
        // A repository may have been replaced while git was running.
        if (!fingerprint || !isUnchanged(fingerprint)) return;
        const others = content().answers.filter((answer) => answer.root !== root);
        content().answers = [{ root, askedAt, ...identified, ...fingerprint }, ...others];
        isNew = true;
      };
    },
    save: () => {
      if (!isNew) return;
      isNew = false;
      const { answers, folders: all } = content();
      const isUsed = ([folder]: Content["folders"][number]) => used.has(folder);
      const folders = [...all.filter(isUsed), ...all.filter((it) => !isUsed(it))];
      const bytes = new TextEncoder().encode(duplicateJson({
        ...content(),
        answers: answers.slice(0, LIMITS.answers),
        folders: folders.slice(0, LIMITS.folders),
      }));
      writeCacheFile(cache, name, bytes);
    },
  };
}

type Key = Pick<Content, "release" | "base" | "environment">;

/** The content, if it was written for the same key. */
function readContent(cache: string, name: string, key: Key): Content {
  const nothing = { ...key, answers: [], folders: [] };
  try {
    const file = openCacheFile(cache, name);
    const text = file && new TextDecoder().decode(file.read(0, file.size));
    const content = text && verifyDuplicateJson(text) as Content | undefined;
    if (!content || describe(content) !== describe(key)) return nothing;
    const { answers, folders } = content;
    return answers.every(isAnswer) && folders.every(Array.isArray)
      ? { ...key, answers, folders }
      : nothing;
  } catch {
    return nothing;
  }
}

function isAnswer({ root, identity, askedAt, present, absent }: Answer): boolean {
  return typeof root === "string" && typeof identity === "string" && typeof askedAt === "number" &&
    present.every(Array.isArray) && absent.every(Array.isArray);
}

function describe({ release, base, environment }: Key): string {
  return JSON.stringify([release, base, environment]);
}
