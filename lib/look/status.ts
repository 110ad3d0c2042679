/** Reads what git prints for a look. Pure. */

/** A file that git lists as changed or untracked. */
export interface StatusEntry {
  /** Relative to the root of the working tree. */
  path: string;
  /** The blob that HEAD has for it; undefined for a file that HEAD does not have. */
  blob: string | undefined;
}

/** The answer of `git status --porcelain=v2 -z --branch`. */
export interface Status {
  /** The commit of HEAD; undefined before the first one. */
  head: string | undefined;
  entries: StatusEntry[];
}

const ORDINARY = /^1 .. .{4} \d+ \d+ \d+ ([0-9a-f]+) [0-9a-f]+ ([^]+)$/;
const UNMERGED = /^u .. .{4} \d+ \d+ \d+ \d+ [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+ ([^]+)$/;
const RAW = /^:\d+ \d+ ([0-9a-f]+) [0-9a-f]+ [A-Z]\d*$/;

/** Parses the records; names that are not UTF-8 are left out, since no path of ours could name them. */
export function parseStatus(bytes: Uint8Array): Status {
  const status: Status = { head: undefined, entries: [] };
  for (const record of splitRecords(bytes)) {
    const head = /^# branch\.oid ([0-9a-f]+)$/.exec(record)?.[1];
    if (head !== undefined) status.head = head;
    // A slash at the end is another repository inside this one.
    if (record.startsWith("? ") && !record.endsWith("/")) {
      status.entries.push({ path: record.slice(2), blob: undefined });
      continue;
    }
    const [, blob, path] = ORDINARY.exec(record) ?? UNMERGED.exec(record) ?? [];
    if (path !== undefined) status.entries.push({ path, blob: presentBlob(blob) });
  }
  return status;
}

/** Parses `diff-tree --raw -z`: each changed path with its blob in the first commit. */
export function parseTreeDiff(bytes: Uint8Array): StatusEntry[] {
  const entries: StatusEntry[] = [];
  const records = splitRecords(bytes);
  for (let i = 0; i + 1 < records.length; i++) {
    const raw = RAW.exec(records[i]!);
    if (raw) entries.push({ path: records[++i]!, blob: presentBlob(raw[1]) });
  }
  return entries;
}

/** The records of an output with NULs. */
export function splitRecords(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split("\0")
    .filter((record) => record !== "" && !record.includes("\ufffd"));
}

/** git writes an id of zeros where there is nothing. */
function presentBlob(id: string | undefined): string | undefined {
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}

/** Parses `cat-file --batch`: the blobs by their ids; one that is missing is left out. */
export function parseBlobs(bytes: Uint8Array): Map<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf(10, at);
    if (lineEnd < 0) break;
    const header = new TextDecoder().decode(bytes.subarray(at, lineEnd));
    const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(header) ?? [];
    at = lineEnd + 1;
    if (id === undefined || size === undefined) continue;
    blobs.set(id, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
