/**
 * A snapshot of a guidebook as bytes, laid out so that a hook reads of it only what it needs: of
 * thousands of guidelines numbers and scopes, of few the rest. Pure.
 */
import type { Notice } from "../notice.ts";
import type { Group } from "./cached_guideline.ts";
import { splitGuideline } from "./cached_guideline.ts";
import { packParts } from "./cache_layout.ts";
import type { FileOutcome, GuidebookRoot, Snapshot } from "./snapshot.ts";
import { type Stamp, STAMP_LENGTH } from "./stamp.ts";

/** Numbers of a folder: root, whether it is unreadable, stamp. */
export const FOLDER_NUMBERS = 2 + STAMP_LENGTH;
export const FOLDER_STAMP = 2;
/** Numbers of a file: folder, kind, group, where details and content begin and end, stamp. */
export const FILE_NUMBERS = 6 + STAMP_LENGTH;
export const FILE_STAMP = 6;
/** Bytes of a SHA-256; zeros stand for none. */
export const HASH_LENGTH = 32;

/** What a file is to the hook. */
export const KIND = { loaded: 0, shadowed: 1, failed: 2, unread: 3 } as const;

/** The first part, as JSON. Then come the folders' and the files' numbers, the hashes, the records. */
export interface Meta {
  /** What read the guidelines; another release may read them differently. */
  release: string;
  roots: readonly GuidebookRoot[];
  notices: Notice[];
  groups: Group[];
  /** Relative to their roots. */
  folders: string[];
  /** Where the files that are links lead to. */
  links: [index: number, realPath: string][];
}

/** The bytes of a cache. */
export function encodeCache(snapshot: Snapshot, release: string): Uint8Array<ArrayBuffer> {
  const { roots, folders, files, notices } = snapshot;
  const folderIndex = new Map(folders.map((folder, i) => [folder, i]));
  const groups = new Map<string, number>();
  const records = new TextRecords();
  const hashes = new Uint8Array(files.length * HASH_LENGTH);
  const fileNumbers = new Float64Array(files.length * FILE_NUMBERS);
  const links: Meta["links"] = [];
  files.forEach(({ folder, realPath, stamp, hash, outcome, counts }, i) => {
    const start = records.length;
    let [group, middle] = [0, start];
    if (outcome && "guideline" in outcome) {
      const parts = splitGuideline(outcome.guideline);
      const key = JSON.stringify(parts.group);
      group = groups.get(key) ?? groups.size;
      groups.set(key, group);
      middle = records.append(parts.details);
      records.append(parts.content);
    } else if (outcome) middle = records.append(outcome.failure);
    const place = [folderIndex.get(folder)!, kindOf(outcome, counts), group];
    fileNumbers.set(
      [...place, start, middle, records.length, ...encodeStamp(stamp)],
      i * FILE_NUMBERS,
    );
    if (hash !== "") hashes.set(Uint8Array.fromHex(hash), i * HASH_LENGTH);
    if (realPath !== undefined) links.push([i, realPath]);
  });
  const folderNumbers = Float64Array.from(folders.flatMap(({ root, unreadable, stamp }) => [
    ...[root, Number(unreadable)],
    ...encodeStamp(stamp),
  ]));
  const meta: Meta = {
    ...{ release, roots, notices, links },
    groups: [...groups.keys()].map((key) => JSON.parse(key)),
    folders: folders.map(({ path }) => path),
  };
  return packParts([
    new TextEncoder().encode(JSON.stringify(meta)),
    new Uint8Array(folderNumbers.buffer),
    new Uint8Array(fileNumbers.buffer),
    hashes,
    records.join(),
  ]);
}

function kindOf(outcome: FileOutcome | undefined, counts: boolean): number {
  if (!outcome) return KIND.unread;
  if ("failure" in outcome) return KIND.failed;
  return counts ? KIND.loaded : KIND.shadowed;
}

/** NaN is not equal to itself, so what must be looked at again in any case never holds still. */
function encodeStamp(stamp: Stamp | undefined): readonly number[] {
  return stamp ?? new Array<number>(STAMP_LENGTH).fill(NaN);
}

class TextRecords {
  length = 0;
  readonly #encoder = new TextEncoder();
  readonly #chunks: Uint8Array[] = [];

  /** Returns where the text ends. */
  append(text: string): number {
    const bytes = this.#encoder.encode(text);
    this.#chunks.push(bytes);
    return this.length += bytes.length;
  }

  join(): Uint8Array {
    const joined = new Uint8Array(this.length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset);
      offset += chunk.length;
    }
    return joined;
  }
}
