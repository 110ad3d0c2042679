/** Reads a person's own file, and writes it so that none of it is lost, whatever fails. */
import { fileName, parentPath } from "../../path.ts";
import { isTaken } from "../../cli/path_kind.ts";

/** A file as it was read; a later write requires that it is still the same. */
export interface TextFile {
  /** The real path, after all links. */
  path: string;
  /** Undefined where there is no such file yet. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** There is no such folder yet, either. */
  folderMissing: boolean;
}

/** The parts of an open file that a write needs. */
export type OpenFile =
  & Pick<Deno.FsFile, "readSync" | "writeSync" | "seekSync" | "truncateSync" | "syncSync">
  & { statSync(): { size: number } }
  & Disposable;

/** Opens a file. */
export type Opener = (path: string, options: Deno.OpenOptions) => OpenFile;

/** Reads the file that `path` is, or is a link to; a text says why that is not possible. */
export function readTextFile(path: string, limit: number): TextFile | string {
  try {
    const folder = realPath(parentPath(path));
    if (folder === undefined) return { path, bytes: undefined, folderMissing: true };
    const own = `${folder === "/" ? "" : folder}/${fileName(path)}`;
    const real = realPath(own);
    if (real === undefined) {
      // A link into a folder of dotfiles, say: a file in its place would hide its purpose.
      return isTaken(own)
        ? "it is a link to a file that does not exist"
        : { path: own, bytes: undefined, folderMissing: false };
    }
    // Anything else may be endless, or a device.
    const { isFile, size } = Deno.statSync(real);
    if (!isFile) return "it is not a regular file";
    if (size > limit) return `it is larger than ${limit} bytes`;
    return { path: real, bytes: Deno.readFileSync(real), folderMissing: false };
  } catch (error) {
    return messageOf(error);
  }
}

/** The text of UTF-8, its byte order mark included; undefined for other bytes. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Asks the person for write access to that one file, and where its folder has to be created, to the
 * folder. Without a terminal the answer is no.
 */
export async function askToWrite({ path, folderMissing }: TextFile): Promise<boolean> {
  const asked = folderMissing ? parentPath(path) : path;
  const { state } = await Deno.permissions.request({ name: "write", path: asked });
  return state === "granted";
}

/** Why a file was not written. */
export interface WriteFailure {
  reason: string;
  /** `stale`: somebody else has written it since it was read. `damaged`: it could not be restored. */
  state: "unchanged" | "stale" | "damaged";
}

/**
 * Writes `text`, a JSON document, into the file; undefined when it was written. The file stays the same
 * one, with its mode, owner and links, since access is granted to it alone. So nothing can be written
 * beside it and renamed; instead
 *
 * - room for a longer text is taken by blanks behind the old one, before any of it is overwritten;
 * - a shorter text is written with blanks up to the old length, and then cut;
 * - whatever fails, the old bytes are restored, which takes no more room than they have.
 *
 * Between any two of these steps the file is valid JSON, old or new.
 * @param folderMode Of a folder that has to be created.
 */
export function writeTextFile(
  { path, bytes, folderMissing }: TextFile,
  text: string,
  folderMode: number,
  open: Opener = Deno.openSync,
): WriteFailure | undefined {
  const content = new TextEncoder().encode(text);
  try {
    if (folderMissing) Deno.mkdirSync(parentPath(path), { recursive: true, mode: folderMode });
    if (!bytes) return create(path, content, open);
    using file = open(path, { read: true, write: true });
    if (!isEqual(readRest(file), bytes)) return STALE;
    const step = { overwrites: false };
    try {
      replace(file, bytes, content, step);
      return undefined;
    } catch (error) {
      const isRestored = restore(file, bytes, step);
      return { reason: messageOf(error), state: isRestored ? "unchanged" : "damaged" };
    }
  } catch (error) {
    const { AlreadyExists, NotFound } = Deno.errors;
    if (error instanceof (bytes ? NotFound : AlreadyExists)) return STALE;
    return { reason: messageOf(error), state: "unchanged" };
  }
}

const STALE: WriteFailure = { reason: "it has changed since it was read", state: "stale" };

function create(path: string, content: Uint8Array, open: Opener): WriteFailure | undefined {
  using file = open(path, { write: true, createNew: true });
  try {
    writeAll(file, content);
    file.syncSync();
    return undefined;
  } catch (error) {
    const reason = messageOf(error);
    try {
      Deno.removeSync(path);
      return { reason, state: "unchanged" };
    } catch {
      return { reason, state: "damaged" };
    }
  }
}

function replace(
  file: OpenFile,
  old: Uint8Array,
  content: Uint8Array,
  step: { overwrites: boolean },
): void {
  const length = Math.max(old.length, content.length);
  if (length > old.length) {
    file.seekSync(old.length, Deno.SeekMode.Start);
    writeAll(file, new Uint8Array(length - old.length).fill(BLANK));
    // Some file systems notice only now that there is no room.
    file.syncSync();
  }
  const padded = new Uint8Array(length).fill(BLANK);
  padded.set(content);
  step.overwrites = true;
  file.seekSync(0, Deno.SeekMode.Start);
  writeAll(file, padded);
  file.syncSync();
  if (length > content.length) {
    file.truncateSync(content.length);
    file.syncSync();
  }
}

const BLANK = 0x20;

function restore(
  file: OpenFile,
  old: Uint8Array,
  { overwrites }: { overwrites: boolean },
): boolean {
  try {
    if (overwrites) {
      file.seekSync(0, Deno.SeekMode.Start);
      writeAll(file, old);
    }
    file.truncateSync(old.length);
    file.syncSync();
    return true;
  } catch {
    return false;
  }
}

function writeAll(file: OpenFile, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length;) {
    const count = file.writeSync(bytes.subarray(offset));
    if (count === 0) throw new Deno.errors.WriteZero("nothing more can be written");
    offset += count;
  }
}

/** The system's message; any other error is a bug. */
function messageOf(error: unknown): string {
  if (error instanceof Error && (error.name in Deno.errors || "code" in error)) {
    return error.message;
  }
  throw error;
}

function readRest(file: OpenFile): Uint8Array {
  const bytes = new Uint8Array(file.statSync().size + 1);
  let length = 0;
  for (;;) {
    const count = file.readSync(bytes.subarray(length));
    // A file that has grown fills the buffer, and so is not equal either.
    if (count === null || count === 0) return bytes.subarray(0, length);
    length += count;
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
