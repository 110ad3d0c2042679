/**
 * Reads a guidebook, forgiving, so that one mistake costs one guideline. Files that have not changed
 * since an earlier snapshot are not read again. Not loaded by a hook whose cache is valid.
 */
import { type Phase, within } from "../deadline.ts";
import { selectGuidelines } from "./select_guidelines.ts";
import { joinPath } from "../path.ts";
import { GUIDELINE_FILE, readGuidelineBytes } from "./files.ts";
import type { FileOutcome, GuidebookRoot, KnownFile, Snapshot } from "./snapshot.ts";
import { checksumOf } from "../cache/checksum.ts";
import { isStable, realPathOf, sameStamp, type Stamp, stampOf } from "../cache/stamp.ts";
import { type FoundFile, walkGuidebook } from "./walk.ts";

/** Files that are read in parallel. */
const BATCH = 32;
/** Milliseconds of parsing that are granted when the time is over. */
const LATE = 100;

/** A file that has to be read, and what was known of it. */
interface Unread {
  file: KnownFile;
  found: FoundFile;
  earlier: KnownFile | undefined;
}

/** How a snapshot is taken. */
export interface SnapshotOptions {
  phase: Phase;
  /** When the hook began, in milliseconds: later changes must show in stamps that count as certain. */
  now: number;
  /** Whether known parts are used as they were, so that all the time is for the missing ones. */
  trusts: boolean;
}

/** What the guidebook under `roots` is; `before` is what is known of it. */
export async function takeSnapshot(
  roots: readonly GuidebookRoot[],
  before: Snapshot | undefined,
  options: SnapshotOptions,
): Promise<Snapshot> {
  const { phase, trusts } = options;
  const walked = walkGuidebook(roots, before, { ...options, phase: firstHalf(phase) });
  const known = new Map(before?.files.map((file) => [keyOf(file), file]));
  const unread: Unread[] = [];
  const files = walked.files.map((found): KnownFile => {
    const { folder } = found;
    const earlier = known.get(keyOf({ folder }));
    // A link may lead out of the guidebook by now.
    const isTrusted = earlier?.outcome !== undefined && !found.isLink &&
      (trusts || phase.remaining() <= 0);
    if (isTrusted || earlier?.stamp && isUnchanged(earlier, found)) {
      return { ...earlier, folder, counts: false };
    }
    const file: KnownFile = {
      ...{ folder, realPath: undefined, stamp: undefined },
      ...{ hash: "", outcome: undefined, counts: false },
    };
    unread.push({ file, found, earlier });
    return file;
  });
  await readFiles(roots, unread, options);
  return { roots, folders: walked.folders, files, notices: selectGuidelines(roots, walked, files) };

  function isUnchanged(earlier: KnownFile, found: FoundFile): boolean {
    const path = pathOf(roots, found);
    return sameStamp(earlier.stamp!, stampOf(path)) &&
      earlier.realPath === (found.isLink ? realPathOf(path) : undefined);
  }
}

function pathOf(roots: readonly GuidebookRoot[], { folder, path }: FoundFile): string {
  return `${roots[folder.root]!.path}/${path}`;
}

/** The walk leaves time for reading, so that each hook gets further than the one before it. */
function firstHalf(phase: Phase): Phase {
  const left = phase.remaining() / 2;
  return { remaining: () => phase.remaining() - left };
}

/**
 * Reads files while there is time. Of the first batch it parses more, up to LATE milliseconds and at
 * least one: each hook makes progress, and a busy machine does not lose a small guidebook.
 */
async function readFiles(
  roots: readonly GuidebookRoot[],
  unread: Unread[],
  { phase, now }: SnapshotOptions,
): Promise<void> {
  let spent = 0;
  for (let i = 0; i < unread.length; i += BATCH) {
    if (i > 0 && phase.remaining() <= 0) return unread.slice(i).forEach(keepEarlier);
    const batch = unread.slice(i, i + BATCH);
    const contents = await within(phase, Promise.all(batch.map(read)), undefined);
    if (!contents) return unread.slice(i).forEach(keepEarlier);
    for (const [j, unread] of batch.entries()) await take(unread, contents[j]!);
  }

  async function read({ found }: Unread) {
    const path = pathOf(roots, found);
    // Before it is read: what changes in between shows in the next stamp.
    const stamp = stampOf(path);
    const realPath = found.isLink ? realPathOf(path) : undefined;
    const content = await readGuidelineBytes(roots[found.folder.root]!.path, found);
    return { stamp: isStable(stamp, now) ? stamp : undefined, realPath, content };
  }

  async function take(
    { file, earlier }: Unread,
    { content, stamp, realPath }: Awaited<ReturnType<typeof read>>,
  ): Promise<void> {
    file.realPath = realPath;
    if ("skipped" in content) {
      file.outcome = { failure: content.skipped };
      if (!content.mayPass) file.stamp = stamp;
      return;
    }
    const hash = await checksumOf(content.bytes);
    if (earlier?.outcome && earlier.hash === hash) {
      Object.assign(file, { stamp, hash, outcome: earlier.outcome });
    } else if (phase.remaining() > 0 || spent < LATE) {
      const parse = await loadParser();
      const start = performance.now();
      Object.assign(file, { stamp, hash, outcome: parse(content.bytes) });
      spent += performance.now() - start;
    }
  }
}

/** Takes a file that there was no time to read again as it was, as the walk does with folders. */
function keepEarlier({ file, found, earlier }: Unread): void {
  if (earlier?.outcome && !found.isLink) {
    Object.assign(file, { ...earlier, folder: file.folder, counts: false });
  }
}

/** Loads what turns the bytes of a file into its guideline, or into the reason why there is none. */
export async function loadParser(): Promise<(bytes: Uint8Array) => FileOutcome> {
  const { loadGuideline } = await import("../guideline_file/parse.ts");
  return (bytes) => loadGuideline(new TextDecoder().decode(bytes));
}

/**
 * Whether `now` is worth writing: something differs, or has become certain. What never becomes
 * certain is no reason to write at each edit.
 */
export function isBetterThan(now: Snapshot, before: Snapshot | undefined): boolean {
  return !before || now.folders.length !== before.folders.length ||
    now.files.length !== before.files.length ||
    now.folders.some((folder, i) => {
      const then = before.folders[i]!;
      return folder.root !== then.root || folder.path !== then.path ||
        folder.unreadable !== then.unreadable || folder.pending !== then.pending ||
        isNewlyCertain(folder, then);
    }) ||
    now.files.some((file, i) => {
      const then = before.files[i]!;
      return keyOf(file) !== keyOf(then) || file.hash !== then.hash ||
        file.realPath !== then.realPath || !file.outcome !== !then.outcome ||
        isNewlyCertain(file, then);
    }) ||
    JSON.stringify(now.notices) !== JSON.stringify(before.notices);
}

function isNewlyCertain(now: { stamp: Stamp | undefined }, then: typeof now): boolean {
  return now.stamp !== undefined && !(then.stamp && sameStamp(now.stamp, then.stamp));
}

function keyOf({ folder }: Pick<KnownFile, "folder">): string {
  return `${folder.root}/${joinPath(folder.path, GUIDELINE_FILE)}`;
}
