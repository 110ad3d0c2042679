/** A snapshot of a guidebook to the bytes of a cache. Loaded when one is written. Pure. */
import {
  type CachedGroup,
  type Details,
  HASH_LENGTH,
  KIND,
  type Meta,
  ROW_LENGTH,
} from "./columns.ts";
import { packParts } from "./layout.ts";
import type { Guideline, GuidelineEntry, Match, Pattern } from "../../guideline/guideline.ts";
import { requiredTexts } from "../../pattern/required_text.ts";
import type { FileOutcome, Snapshot } from "../snapshot.ts";
import { checksumOf } from "../../cache/checksum.ts";
import { type Stamp, STAMP_LENGTH } from "../../cache/stamp.ts";

/** The bytes of a cache. */
export async function encodeCache(
  snapshot: Snapshot,
  { release, rootsAreReal }: Pick<Meta, "release" | "rootsAreReal">,
): Promise<Uint8Array<ArrayBuffer>> {
  const { roots, folders, files, notices } = snapshot;
  const folderIndex = new Map(folders.map((folder, i) => [folder, i]));
  const groups = new GroupTable();
  const texts = new TextTable();
  const hashes = new Uint8Array(files.length * HASH_LENGTH);
  const rows = new Uint32Array(files.length * ROW_LENGTH);
  const places = files.map(({ outcome }) =>
    outcome && "guideline" in outcome ? groups.add(outcome.guideline) : [0, 0]
  );
  const cachedGroups = await Promise.all(
    groups.list().map(async ({ group, details }): Promise<CachedGroup> => ({
      ...group,
      details: await texts.add(JSON.stringify(details)),
    })),
  );
  files.forEach(({ folder, hash, outcome, counts }, i) => {
    // In the order of ROW_FOLDER to ROW_PLACE.
    rows.set([folderIndex.get(folder)!, kindOf(outcome, counts), ...places[i]!], i * ROW_LENGTH);
    if (hash !== "") hashes.set(Uint8Array.fromHex(hash), i * HASH_LENGTH);
  });
  const meta: Meta = {
    release,
    roots,
    rootsAreReal,
    notices,
    isCertain: [...folders, ...files].every(({ stamp }) => stamp !== undefined),
    groups: cachedGroups,
    folders: folders.map(({ path }) => path),
    folderRoots: folders.map(({ root }) => root),
    unreadable: folders.flatMap(({ unreadable }, i) => unreadable ? [i] : []),
    pending: folders.flatMap(({ pending }, i) => pending ? [i] : []),
    links: files.flatMap(({ realPath }, i): Meta["links"] =>
      realPath === undefined ? [] : [[i, realPath]]
    ),
    failures: files.flatMap(({ outcome }, i): Meta["failures"] =>
      outcome && "failure" in outcome ? [[i, outcome.failure]] : []
    ),
  };
  const stamps = [...folders, ...files].flatMap(({ stamp }) => encodeStamp(stamp));
  return await packParts([
    new TextEncoder().encode(JSON.stringify(meta)),
    new Uint8Array(Float64Array.from(stamps).buffer),
    new Uint8Array(rows.buffer),
    texts.join(),
    hashes,
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

/** The stamp at `at`; undefined for what must be looked at again in any case. */
export function decodeStamp(numbers: Float64Array, at: number): Stamp | undefined {
  const stamp = numbers.subarray(at, at + STAMP_LENGTH);
  return Number.isNaN(stamp[0]) ? undefined : [...stamp] as unknown as Stamp;
}

/** The guideline, with the words that its patterns need. */
export function withNeeds(guideline: Guideline): Guideline {
  return guideline.match ? { ...guideline, match: addNeeds(guideline.match) } : guideline;
}

function addNeeds(match: Match): Match {
  return Object.fromEntries(
    Object.entries(match).map(([list, patterns]) => [list, patterns.map(addPatternNeeds)]),
  );
}

function addPatternNeeds(pattern: Pattern): Pattern {
  if (pattern.needs) return pattern;
  const needs = requiredTexts(pattern.pattern, pattern.flags);
  return needs ? { ...pattern, needs } : pattern;
}

/** The guidelines of one scope together: they apply together, so they are read together. */
class GroupTable {
  readonly #groups: { group: GuidelineEntry; details: Details[] }[] = [];
  readonly #indexByKey = new Map<string, number>();
  /** Those of a cache share their scopes, which spares writing each one as a key. */
  readonly #keyByScope = new Map<GuidelineEntry["scope"], string>();

  add(guideline: Guideline): [group: number, place: number] {
    const { when, scope, ...details } = withNeeds(guideline);
    const scopeKey = this.#keyByScope.get(scope) ?? JSON.stringify(scope);
    this.#keyByScope.set(scope, scopeKey);
    const key = `${when.join()} ${scopeKey}`;
    let index = this.#indexByKey.get(key);
    if (index === undefined) {
      index = this.#groups.push({ group: { when, scope }, details: [] }) - 1;
      this.#indexByKey.set(key, index);
    }
    return [index, this.#groups[index]!.details.push(details) - 1];
  }

  list(): readonly { group: GuidelineEntry; details: Details[] }[] {
    return this.#groups;
  }
}

/** Texts one after the other. */
class TextTable {
  #length = 0;
  readonly #encoder = new TextEncoder();
  readonly #chunks: Uint8Array[] = [];

  async add(text: string): Promise<[start: number, end: number, checksum: string]> {
    const bytes = this.#encoder.encode(text);
    const start = this.#length;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    return [start, start + bytes.length, await checksumOf(bytes)];
  }

  join(): Uint8Array {
    const joined = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset);
      offset += chunk.length;
    }
    return joined;
  }
}
