/**
 * Files that the agents' own edit tools have changed, as they were after it, for the looks of all
 * sessions: such a change was presented to the context that made it, and belongs to no other.
 */
import type { FileKey } from "./compare.ts";
import { keyOf } from "./file_key.ts";

const NAME = "edits.log";
/** Bytes of the log that a look reads, from its end. */
const READ_LIMIT = 64 * 1024;
/** A log of this size is begun again. */
const SIZE_LIMIT = 256 * 1024;

/** Adds the files at absolute `paths` to the log in `folder`, as they are now. */
export function logEdits(folder: string, paths: readonly string[]): void {
  const log = `${folder}/${NAME}`;
  try {
    // Opening a FIFO would wait for a reader, and a link leads elsewhere.
    if (!Deno.lstatSync(folder).isDirectory || !isFileOrMissing(log)) return;
    const lines = paths.flatMap((path) => {
      const key = keyOf(path);
      return key ? [`${JSON.stringify([path, ...key])}\n`] : [];
    });
    if (lines.length === 0) return;
    Deno.writeTextFileSync(log, lines.join(""), { append: true, mode: 0o600 });
  } catch {
    // No session has looked yet, so there is no folder; or the edit counts once more at a look.
  }
}

function isFileOrMissing(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return true;
  }
}

/** The newest edits in the log, by absolute path. */
export function readEdits(folder: string): Map<string, FileKey> {
  const edits = new Map<string, FileKey>();
  const path = `${folder}/${NAME}`;
  try {
    const { size, isFile } = Deno.lstatSync(path);
    if (!isFile) return edits;
    const bytes = new Uint8Array(Math.min(size, READ_LIMIT));
    using file = Deno.openSync(path);
    file.seekSync(size - bytes.length, Deno.SeekMode.Start);
    file.readSync(bytes);
    for (const line of new TextDecoder().decode(bytes).split("\n")) {
      const edit = parseLine(line);
      if (edit) edits.set(...edit);
    }
    if (size > SIZE_LIMIT) Deno.renameSync(path, `${path}.old`);
  } catch {
    // There is none yet.
  }
  return edits;
}

/** Undefined for a line that was cut, by the beginning of what is read or by a hook that was killed. */
function parseLine(line: string): [string, FileKey] | undefined {
  try {
    const [path, ...key] = JSON.parse(line);
    return typeof path === "string" && key.length === 4 && key.every(Number.isFinite)
      ? [path, key as unknown as FileKey]
      : undefined;
  } catch {
    return undefined;
  }
}
