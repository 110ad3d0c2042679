/** Looks at one working tree: what git lists of it, what was committed, and the state of each file. */
import { keyOf } from "./file_key.ts";
import {
  findSafeConfig,
  type GitRepository,
  type LookFailure,
  readBlobs,
  readMergeDiff,
  readStatus,
  readTreeDiff,
} from "../repository/git_look.ts";
import { pathInside } from "../path.ts";
import { findCommonFolder, followGitFile } from "../repository/git_folder.ts";
import type { FileKey, TreeLook } from "./compare.ts";
import { movesSince } from "./reflog.ts";
import { parseBlobs, parseStatus, parseTreeDiff, splitRecords } from "./status.ts";

/** Files that a look can compare; a tree with more is not looked at. */
const FILE_LIMIT = 20_000;
/** Bytes at the end of the reflog that are read. */
const REFLOG_LIMIT = 64 * 1024;

/** A tree as a look found it. */
export interface LookedTree extends TreeLook {
  files: Map<string, FileKey>;
  /** The blob of a file in the commit of the last look; undefined where that has none. */
  blobOf(path: string): string | undefined;
  /** The contents of blobs by their ids, as far as they can be read. */
  readBlobs(ids: readonly string[]): Promise<Map<string, Uint8Array>>;
}

/** Looks at the tree of `repository`; `before` is the last look at it. */
export async function lookAtTree(
  repository: GitRepository,
  before: TreeLook | undefined,
): Promise<LookedTree | LookFailure> {
  const startedAt = Date.now();
  const config = await findSafeConfig(repository);
  if (typeof config === "string") return config;
  const output = await readStatus(repository, config);
  if (typeof output === "string") return output;
  const { head, entries } = parseStatus(output);
  // git skips only what is named ".git", and a bare one may be below the root by another name.
  const own = pathInside(repository.root, realPath(findCommonFolder(repository.gitDir)));
  const blobs = new Map(
    entries.filter(({ path }) => own === undefined || !path.startsWith(`${own}/`))
      .map(({ path, blob }) => [path, blob]),
  );
  const moved = before && before.head !== head;
  if (moved) {
    const committed = await findCommitted(repository, config, before.head);
    if (typeof committed === "string") return committed;
    // Lines are new compared with the commit of the last look, not with the newest one.
    for (const [path, blob] of committed) blobs.set(path, blob);
  }
  if (blobs.size > FILE_LIMIT) return "too-much";
  const files = new Map<string, FileKey>();
  for (const path of blobs.keys()) {
    const key = keyOf(`${repository.root}/${path}`);
    if (key) files.set(path, key);
  }
  return {
    startedAt,
    head,
    files,
    blobOf: (path) => blobs.get(path),
    readBlobs: async (ids) => {
      const output = ids.length === 0 ? undefined : await readBlobs(repository, config, ids);
      return output instanceof Uint8Array ? parseBlobs(output) : new Map();
    },
  };
}

/** What was committed since HEAD was at `from`, with the blobs there; what a pull brought is not. */
async function findCommitted(
  repository: GitRepository,
  config: Record<string, string>,
  from: string | undefined,
): Promise<Map<string, string | undefined> | LookFailure> {
  const committed = new Map<string, string | undefined>();
  for (const { from: before, to, kind } of movesSince(readReflog(repository), from) ?? []) {
    if (kind === "other") continue;
    // A first commit has no parent: everything in it is new.
    const base = /^0+$/.test(before) ? emptyTree(to) : before;
    const diff = await readTreeDiff(repository, config, base, to);
    if (typeof diff === "string") return diff;
    const merged = kind === "merge" ? await readMergeDiff(repository, config, to) : undefined;
    if (typeof merged === "string") return merged;
    const own = merged && new Set(splitRecords(merged));
    for (const { path, blob } of parseTreeDiff(diff)) {
      // The oldest blob of several commits is the one of the last look.
      if ((!own || own.has(path)) && !committed.has(path)) committed.set(path, blob);
    }
  }
  return committed;
}

/** The id of the tree without files, by the hash that the repository uses. */
function emptyTree(commit: string): string {
  return commit.length === 40
    ? "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    : "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

/** The newest part of the reflog of HEAD. */
function readReflog({ gitDir }: GitRepository): string {
  try {
    const path = `${followGitFile(gitDir)}/logs/HEAD`;
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) return "";
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(Math.min(size, REFLOG_LIMIT));
    file.seekSync(size - bytes.length, Deno.SeekMode.Start);
    file.readSync(bytes);
    return new TextDecoder().decode(bytes);
  } catch {
    return "";
  }
}
