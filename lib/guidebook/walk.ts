/**
 * Walks guidebook roots for a snapshot, within a time; folders that have not changed since an earlier
 * snapshot are not listed again. `findGuidelineFiles` walks all of one root without a limit.
 */
import { compareCodePoints, joinPath } from "../path.ts";
import { type FolderContent, GUIDELINE_FILE, listFolder } from "./files.ts";
import type { Phase } from "../deadline.ts";
import { folderPath, type GuidebookRoot, type KnownFolder, type Snapshot } from "./snapshot.ts";
import { isStable, sameStamp, stampOf } from "../cache/stamp.ts";

/** New folders that are listed even where there is no time, so that each walk makes progress. */
const LEAST = 64;

/** What a walk found. */
export interface WalkedGuidebook {
  folders: KnownFolder[];
  /** In the guidebook's order. */
  files: FoundFile[];
  /** Why a root is no guidebook, by its index. */
  missing: Map<number, "absent" | "unreadable">;
  /** Indexes of the roots that there was no time to walk through. */
  cutOff: Set<number>;
}

/** A `guideline.yaml` that was found. */
export interface FoundFile {
  folder: KnownFolder;
  /** Relative to the root. */
  path: string;
  isLink: boolean;
}

/** What an earlier snapshot knows of a folder. */
interface EarlierFolder extends FolderContent {
  folder: KnownFolder;
}

/**
 * Finds the folders and files under `roots`. Where time runs out, known folders are used as they were,
 * and new ones are left to the next walk; `trusts` uses known ones in any case, and spends the time
 * on the new ones. `now` is when it began, in milliseconds.
 */
export function walkGuidebook(
  roots: readonly GuidebookRoot[],
  before: Snapshot | undefined,
  { phase, now, trusts }: { phase: Phase; now: number; trusts: boolean },
): WalkedGuidebook {
  const walked: WalkedGuidebook = {
    folders: [],
    files: [],
    missing: new Map(),
    cutOff: new Set(),
  };
  const earlier = before ? indexFolders(before) : new Map<string, EarlierFolder>();
  let listed = 0;
  roots.forEach((_, root) => walkRoot(root));
  return walked;

  function walkRoot(root: number): void {
    const found: FoundFile[] = [];
    const pending = [""];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      const folder: KnownFolder = {
        ...{ root, path, stamp: undefined },
        ...{ unreadable: false, pending: false },
      };
      walked.folders.push(folder);
      const content = examine(folder);
      if (!content) continue;
      for (const name of content.folders) pending.push(joinPath(path, name));
      if (content.guideline) {
        found.push({
          folder,
          path: joinPath(path, GUIDELINE_FILE),
          isLink: content.guideline === "link",
        });
      }
    }
    found.sort((a, b) => compareCodePoints(a.path, b.path));
    walked.files.push(...found);
  }

  /** What is in `folder`, whose fields are filled in. */
  function examine(folder: KnownFolder): FolderContent | undefined {
    const known = earlier.get(keyOf(folder));
    if (known && !known.folder.pending && (trusts || phase.remaining() <= 0)) {
      Object.assign(folder, known.folder);
      return known;
    }
    if ((!known || known.folder.pending) && listed++ >= LEAST && phase.remaining() <= 0) {
      walked.cutOff.add(folder.root);
      folder.pending = true;
      return undefined;
    }
    // Before it is listed: what is added in between shows in the next stamp.
    const stamp = stampOf(folderPath(roots, folder));
    if (isStable(stamp, now)) folder.stamp = stamp;
    const isSame = known?.folder.stamp && sameStamp(known.folder.stamp, stamp) &&
      !known.folder.unreadable;
    return isSame ? known : list(folder);
  }

  function list(folder: KnownFolder): FolderContent | undefined {
    try {
      return listFolder(folderPath(roots, folder));
    } catch (error) {
      folder.unreadable = true;
      const isAbsent = error instanceof Deno.errors.NotFound;
      if (folder.path === "") walked.missing.set(folder.root, isAbsent ? "absent" : "unreadable");
      // A missing root has a stamp of its own; a failure may be over without any change to the folder.
      if (!isAbsent) folder.stamp = undefined;
      return undefined;
    }
  }
}

function indexFolders({ folders, files }: Snapshot): Map<string, EarlierFolder> {
  const index = new Map<string, EarlierFolder>();
  for (const folder of folders) {
    index.set(keyOf(folder), { folder, folders: [], guideline: undefined });
  }
  for (const { root, path } of folders) {
    if (path === "") continue;
    const slash = path.lastIndexOf("/");
    const parent = index.get(keyOf({ root, path: path.slice(0, Math.max(0, slash)) }));
    parent?.folders.push(path.slice(slash + 1));
  }
  for (const { folder, realPath } of files) {
    index.get(keyOf(folder))!.guideline = realPath === undefined ? "file" : "link";
  }
  return index;
}

function keyOf({ root, path }: Pick<KnownFolder, "root" | "path">): string {
  return `${root}/${path}`;
}
