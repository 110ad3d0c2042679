/** What is remembered of a session's looks between its hooks: one small file for each context. */
import { isRecord } from "../json.ts";
import { isAbsolutePath } from "../path.ts";
import type { FileKey, TreeLook } from "./compare.ts";

/** What one context has seen. */
export interface LookState {
  /** Whether the agent's turn has ended, so that what changes is a person's. */
  turnEnded: boolean;
  /** By root, the one that was looked at last first. */
  trees: Map<string, TreeLook>;
  /** Looks in a row in which git timed out; after two there are none until the session starts again. */
  slowLooks: number;
  /** Whether it is the one of the session, with which a sub-agent begins. Not stored. */
  isInherited: boolean;
}

/** Working trees that are remembered for one context. */
export const TREE_LIMIT = 5;
/** A larger file is not one of ours, in bytes. */
const SIZE_LIMIT = 64 * 1024 * 1024;
/** Files of other contexts are removed after this time without a look, in milliseconds. */
const KEEP = 30 * 24 * 60 * 60 * 1000;

/** The state of a context that has not looked yet. */
export function emptyState(): LookState {
  return { turnEnded: true, trees: new Map(), slowLooks: 0, isInherited: false };
}

/** The state of `session`; undefined where there is none. A sub-agent begins with its session's. */
export function readState(folder: string, session: string): LookState | undefined {
  for (let id = session;; id = id.slice(0, id.lastIndexOf("/"))) {
    try {
      const path = pathOf(folder, id);
      const { isFile, size } = Deno.lstatSync(path);
      // Opening a FIFO would wait for a writer.
      const state = isFile && size <= SIZE_LIMIT
        ? parseState(Deno.readTextFileSync(path), id)
        : undefined;
      if (state) return { ...state, isInherited: id !== session };
    } catch {
      // It is missing, or cannot be read, which counts as missing.
    }
    if (!id.includes("/")) return undefined;
  }
}

/** Keeps the state; a failure is ignored, and the next look finds the same changes again. */
export function writeState(folder: string, session: string, state: LookState): void {
  const path = pathOf(folder, session);
  try {
    writeUnfinished(folder, path, renderState(session, state), (unfinished) => {
      Deno.renameSync(unfinished, path);
    });
  } catch {
    // Most often the disk is full.
  }
}

/** Whether a state of `session` can be kept: without one no later look finds anything. */
export function canKeepState(folder: string, session: string): boolean {
  const path = pathOf(folder, session);
  try {
    writeUnfinished(folder, path, "", (unfinished) => Deno.removeSync(unfinished));
    return !isDirectory(path);
  } catch {
    return false;
  }
}

/** Writes a file beside `path`, which `finish` moves or removes; none is left where that fails. */
function writeUnfinished(
  folder: string,
  path: string,
  text: string,
  finish: (unfinished: string) => void,
): void {
  const unfinished = `${path}.${crypto.randomUUID()}`;
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!Deno.lstatSync(folder).isDirectory) throw new Error(`"${folder}" is a link`);
  try {
    Deno.writeTextFileSync(unfinished, text, { createNew: true, mode: 0o600 });
    finish(unfinished);
  } catch (error) {
    remove(unfinished);
    throw error;
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It is not there.
  }
}

/** Removes what no session has used for long. */
export function pruneStates(folder: string, now: number): void {
  try {
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      if (!isFile || !OURS.test(name)) continue;
      const path = `${folder}/${name}`;
      if (now - (Deno.statSync(path).mtime?.getTime() ?? now) > KEEP) Deno.removeSync(path);
    }
  } catch {
    // Another hook has removed it, or there is no folder.
  }
}

/** Forgets what `session` has seen. */
export function removeState(folder: string, session: string): void {
  remove(pathOf(folder, session));
}

const OURS = /^look-[0-9a-f]{1,16}\.json(?:\.[0-9a-f-]{36})?$/;

function pathOf(folder: string, session: string): string {
  let [a, b] = [0, 1];
  for (let i = 0; i < session.length; i++) {
    a = Math.imul(a, 31) + session.charCodeAt(i) | 0;
    b = Math.imul(b ^ session.charCodeAt(i), 16777619) | 0;
  }
  return `${folder}/look-${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}.json`;
}

type PlainTree = [root: string, startedAt: number, head: string | null, files: PlainFile[]];
type PlainFile = [path: string, ...FileKey];

function renderState(session: string, { turnEnded, trees, slowLooks }: LookState): string {
  const plain = [...trees].slice(0, TREE_LIMIT).map(([root, tree]): PlainTree => [
    root,
    tree.startedAt,
    tree.head ?? null,
    [...tree.files].map(([path, key]): PlainFile => [path, ...key]),
  ]);
  return JSON.stringify({ version: 1, session, turnEnded, slowLooks, trees: plain });
}

/** Undefined for what is not the state of `session`: other contexts may share its name. */
function parseState(text: string, session: string): LookState | undefined {
  const plain: unknown = JSON.parse(text);
  if (!isRecord(plain) || plain["version"] !== 1 || plain["session"] !== session) return undefined;
  const { turnEnded, slowLooks, trees } = plain;
  if (!Number.isInteger(slowLooks) || !Array.isArray(trees) || !trees.every(isTree)) {
    return undefined;
  }
  return {
    turnEnded: turnEnded === true,
    slowLooks: Number(slowLooks),
    isInherited: false,
    trees: new Map(trees.map(([root, startedAt, head, files]) => [root, {
      startedAt,
      head: head ?? undefined,
      files: new Map(files.map(([path, ...key]) => [path, key])),
    }])),
  };
}

function isTree(value: unknown): value is PlainTree {
  if (!Array.isArray(value)) return false;
  const [root, startedAt, head, files] = value;
  return typeof root === "string" && isAbsolutePath(root) && Number.isFinite(startedAt) &&
    (head === null || typeof head === "string") && Array.isArray(files) && files.every(isFile);
}

function isFile(value: unknown): value is PlainFile {
  if (!Array.isArray(value)) return false;
  const [path, ...key] = value;
  return typeof path === "string" && key.length === 4 && key.every(Number.isFinite);
}
