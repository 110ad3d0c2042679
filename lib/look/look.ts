/**
 * What has changed since a session's last look, by whatever tool: the working trees that the session
 * works in are compared with what that look has seen. Loaded when a session looks.
 */
import { createNotice, type Notice } from "../notice.ts";
import { countOf } from "../words.ts";
import type { FoundChanges } from "../search/ports.ts";
import { findGitFolder } from "../repository/git_folder.ts";
import type { LookFailure } from "../repository/git_look.ts";
import { decodeSource } from "../source/decode.ts";
import { type FileKey, findChanged, findWritten, sameKey, type TreeLook } from "./compare.ts";
import { readEdits } from "./edit_log.ts";
import { walkFolder } from "./folder.ts";
import {
  canKeepState,
  emptyState,
  type LookState,
  pruneStates,
  readState,
  TREE_LIMIT,
  writeState,
} from "./state.ts";
import { findSubmodules } from "./submodule.ts";
import { keyOf } from "./file_key.ts";
import { lookAtTree, type LookedTree } from "./tree.ts";
import { stepTurn, type TurnEvent } from "./turn.ts";

/** Changed files of one look that are presented; more are not one command's work. */
const CHANGE_LIMIT = 200;
/** Looks in a row that may time out before a session stops looking. */
const SLOW_LIMIT = 2;

/** What a session looks at, and when. */
export interface LookOptions {
  /** The folder of the looks' files. */
  store: string;
  sessionId: string;
  event: TurnEvent;
  /** The folder that the agent works in. */
  folder: string;
  home: string | undefined;
  /** When the command began, in milliseconds since 1970, where the agent reports it. */
  since: number | undefined;
  env(name: string): string | undefined;
  /** The root of the repository that a folder is in. */
  findRoot(folder: string): string | undefined;
  signal: AbortSignal;
}

/** Looks at the trees of a session; what is found at a baseline is not the agent's. */
export async function look(options: LookOptions): Promise<FoundChanges> {
  const { store, sessionId, event } = options;
  const known = readState(store, sessionId);
  const state = known ?? emptyState();
  const step = stepTurn(event, state.turnEnded);
  if (event === "begin") {
    state.slowLooks = 0;
    pruneStates(store, Date.now());
  }
  const found: FoundChanges = {
    changed: [],
    notices: [],
    addedRuns: () => undefined,
    save: () => {
      state.turnEnded = step.ended;
      writeState(store, sessionId, state);
    },
  };
  if (step.look === "none" || state.slowLooks >= SLOW_LIMIT) return found;
  if (!known && event === "command" && !canKeepState(store, sessionId)) {
    found.notices.push(describeStore(store));
  }

  const looked = new Map<string, LookedTree>();
  let failed = false;
  for (const root of findRoots(options, state)) {
    const before = state.trees.get(root);
    const tree = await lookAtRoot(root, before, options);
    if (typeof tree === "string") {
      failed = true;
      if (tree === "late") state.slowLooks++;
      found.notices.push(describeFailure(tree, root, state.slowLooks));
      if (tree === "late" || tree === "missing") break;
      continue;
    }
    looked.set(root, tree);
    if (step.look !== "find") continue;
    const changed = new Set(findSince(tree, before, state.isInherited, options.since));
    found.changed.push(...[...changed].map((path) => `${root}/${path}`));
  }
  if (looked.size > 0 && !failed) state.slowLooks = 0;
  found.changed = withoutEdits(found.changed, store);
  if (found.changed.length > CHANGE_LIMIT) {
    found.notices.push(describeMany(found.changed.length));
    found.changed = [];
  }
  remember(state, looked);
  found.addedRuns = createAddedRuns(looked, found.changed);
  return found;
}

/** The tree of the agent's folder first, then its submodules, then what the session looked at before. */
function findRoots({ folder, findRoot, home }: LookOptions, { trees }: LookState): string[] {
  const root = findRoot(folder);
  const isHome = home !== undefined && (folder === home || home.startsWith(`${folder}/`)) ||
    folder === "/";
  const own = root !== undefined ? [root, ...findSubmodules(root)] : isHome ? [] : [folder];
  return [...new Set([...own, ...trees.keys()])].slice(0, own.length + TREE_LIMIT - 1);
}

async function lookAtRoot(
  root: string,
  before: TreeLook | undefined,
  { findRoot, env, signal }: LookOptions,
): Promise<LookedTree | LookFailure> {
  // A repository of jj may have none that git can read.
  const gitDir = findRoot(root) === root ? findGitFolder(root) : undefined;
  if (gitDir !== undefined) return await lookAtTree({ root, gitDir, env, signal }, before);
  const startedAt = Date.now();
  const files = walkFolder(root);
  if (!files) return "too-much";
  return {
    startedAt,
    head: undefined,
    files,
    blobOf: () => undefined,
    readBlobs: () => Promise.resolve(new Map()),
  };
}

/** What has changed since the look `before`, or since the command began, where that is known. */
function findSince(
  tree: LookedTree,
  before: TreeLook | undefined,
  isInherited: boolean,
  since: number | undefined,
): string[] {
  if (!before) return since === undefined ? [] : findChanged(sinceCommand(since), tree);
  const changed = findChanged(before, tree);
  // The session may have seen already what the first command of its sub-agent has changed.
  return isInherited && since !== undefined
    ? [...changed, ...findWritten(tree.files, since)]
    : changed;
}

/** Without an earlier look only what the command itself can have changed counts. */
function sinceCommand(since: number): Pick<TreeLook, "startedAt" | "files"> {
  return { startedAt: since, files: new Map<string, FileKey>() };
}

/** An edit by an edit tool was presented to the context that made it. */
function withoutEdits(changed: readonly string[], store: string): string[] {
  if (changed.length === 0) return [];
  const edits = readEdits(store);
  return changed.filter((path) => {
    const edit = edits.get(path);
    const key = edit && keyOf(path);
    return !(edit && key && sameKey(edit, key));
  });
}

/** Newest first, so that the oldest are forgotten. */
function remember(state: LookState, looked: ReadonlyMap<string, TreeLook>): void {
  const others = [...state.trees].filter(([root]) => !looked.has(root));
  state.trees = new Map([...looked, ...others].slice(0, TREE_LIMIT));
}

/** All committed versions are read at once, when the first is asked for. */
function createAddedRuns(
  looked: ReadonlyMap<string, LookedTree>,
  changed: readonly string[],
): FoundChanges["addedRuns"] {
  const loading = new Map<LookedTree, Promise<Map<string, Uint8Array>>>();
  return async (path, text) => {
    const [root, tree] = [...looked].find(([root]) => path.startsWith(`${root}/`)) ?? [];
    const blob = root === undefined ? undefined : tree?.blobOf(path.slice(root.length + 1));
    if (!tree || blob === undefined) return undefined;
    if (!loading.has(tree)) {
      const ids = changed.filter((path) => path.startsWith(`${root}/`))
        .flatMap((path) => tree.blobOf(path.slice(root!.length + 1)) ?? []);
      loading.set(tree, tree.readBlobs([...new Set(ids)]));
    }
    const bytes = (await loading.get(tree)!).get(blob);
    const before = bytes && decodeSource(bytes);
    if (before === undefined) return undefined;
    const { findAddedRuns } = await import("./added_runs.ts");
    return findAddedRuns(before, text);
  };
}

function describeStore(store: string): Notice {
  return createNotice(
    "look-not-kept",
    `Cannot write into "${store}": changes that are made without an edit tool may not be seen`,
  );
}

function describeMany(count: number): Notice {
  return createNotice(
    "look-too-many",
    `${countOf(count, "file")} changed at once, more than ${CHANGE_LIMIT}: no guidelines are ` +
      "presented for them",
  );
}

function describeFailure(failure: LookFailure, root: string, slowLooks: number): Notice {
  const effect = "changes that are made without an edit tool are not seen there";
  switch (failure) {
    case "late":
      return createNotice(
        "look-late",
        `git was too slow in "${root}": ${
          slowLooks < SLOW_LIMIT ? effect : `${effect} for the rest of this session`
        }`,
      );
    case "missing":
      return createNotice("look-no-git", `Cannot start git: ${effect}`);
    case "old":
      return createNotice("look-old-git", `git is older than 2.31: ${effect}`);
    case "too-much":
      return createNotice("look-too-large", `Too many files in "${root}": ${effect}`);
    case "failed":
      return createNotice("look-failed", `Cannot read the state of "${root}": ${effect}`);
  }
}
