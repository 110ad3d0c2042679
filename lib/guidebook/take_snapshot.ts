/**
 * Reads a guidebook, forgiving, so that one mistake costs one guideline. What an earlier snapshot
 * knows and the disk confirms is not read again. Off the hook's path while a cache holds.
 */
import { type Deadline, type Phase, within } from "../deadline.ts";
import { countGuidelines } from "./select_guidelines.ts";
import { joinPath } from "../path.ts";
import { GUIDELINE_FILE, readGuidelineBytes } from "./files.ts";
import type { FileOutcome, GuidebookRoot, KnownFile, Snapshot } from "./snapshot.ts";
import { isSettled, realPathOf, sameStamp, type Stamp, stampOf } from "../cache/stamp.ts";
import { type FoundFile, walkGuidebook } from "./walk.ts";

/** Files that are read side by side. */
const BATCH = 32;

/** A file that has to be read, and what was known of it. */
interface Unread {
  file: KnownFile;
  found: FoundFile;
  earlier: KnownFile | undefined;
}

/**
 * What the guidebook under `roots` is; `before` is what is known of it. A change after `now` must
 * show in the stamps that are taken for certain.
 */
export async function takeSnapshot(
  roots: readonly GuidebookRoot[],
  before: Snapshot | undefined,
  deadline: Deadline,
  now: number,
): Promise<Snapshot> {
  const phase = deadline.begin("load");
  const walked = walkGuidebook(roots, before, mostOf(phase), now);
  const known = new Map(before?.files.map((file) => [keyOf(file), file]));
  const unread: Unread[] = [];
  const files = walked.files.map((found): KnownFile => {
    const path = `${roots[found.folder.root]!.path}/${found.path}`;
    const stamp = stampOf(path);
    const file: KnownFile = {
      folder: found.folder,
      realPath: found.isLink ? realPathOf(path) : undefined,
      stamp: isSettled(stamp, now) ? stamp : undefined,
      hash: "",
      outcome: undefined,
      counts: false,
    };
    const earlier = known.get(keyOf(file));
    const holds = earlier?.stamp && sameStamp(earlier.stamp, stamp) &&
      earlier.realPath === file.realPath;
    if (holds) Object.assign(file, { hash: earlier.hash, outcome: earlier.outcome });
    else unread.push({ file, found, earlier });
    return file;
  });
  await readFiles(roots, unread, phase);
  return { roots, folders: walked.folders, files, notices: countGuidelines(roots, walked, files) };
}

/** Walking leaves time for reading, so that each hook gets further than the one before it. */
function mostOf(phase: Phase): Phase {
  const left = phase.remaining() / 2;
  return { remaining: () => phase.remaining() - left };
}

async function readFiles(
  roots: readonly GuidebookRoot[],
  unread: Unread[],
  phase: Phase,
): Promise<void> {
  for (let i = 0; i < unread.length; i += BATCH) {
    const batch = unread.slice(i, i + BATCH);
    const contents = i > 0 && phase.remaining() <= 0 ? undefined : await within(
      phase,
      Promise.all(
        batch.map(({ found }) => readGuidelineBytes(roots[found.folder.root]!.path, found)),
      ),
      undefined,
    );
    for (const [j, { file, earlier }] of batch.entries()) {
      const content = contents?.[j];
      if (!content) file.stamp = undefined;
      else if ("skipped" in content) {
        file.outcome = { failure: content.skipped };
        if (content.mayPass) file.stamp = undefined;
      } else {
        const hash = await sha256(content.bytes);
        const outcome = earlier?.outcome && earlier.hash === hash
          ? earlier.outcome
          : phase.remaining() > 0 || i === 0
          ? await parseGuidelineFile(content.bytes)
          : undefined;
        if (outcome) Object.assign(file, { hash, outcome });
        else file.stamp = undefined;
      }
    }
  }
}

/** The guideline that is in a file of these bytes, or why there is none. */
export async function parseGuidelineFile(bytes: Uint8Array): Promise<FileOutcome> {
  const { parseGuideline } = await import("../guideline_file/parse.ts");
  const { guideline, problems } = parseGuideline(new TextDecoder().decode(bytes));
  if (guideline) return { guideline };
  const message = problems.find(({ blocks }) => blocks)?.message ?? "";
  return { failure: message.slice(0, 1).toLowerCase() + message.slice(1) };
}

/**
 * Whether the next hook gains by `now`: something differs, or has become certain. What never
 * settles is no reason to write at each edit.
 */
export function isBetterThan(now: Snapshot, before: Snapshot | undefined): boolean {
  return !before || now.folders.length !== before.folders.length ||
    now.files.length !== before.files.length ||
    now.folders.some((folder, i) => {
      const then = before.folders[i]!;
      return folder.root !== then.root || folder.path !== then.path ||
        folder.unreadable !== then.unreadable || isNewlyCertain(folder, then);
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

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
