/** Reads a person's own file, and writes it so that nothing of it is lost. */
import { fileName, parentPath } from "../path.ts";
import { isTaken } from "../cli/path_kind.ts";

/** A file as it was read; what is written later must still find it so. */
export interface TextFile {
  /** Where it really is, after all links. */
  path: string;
  /** Undefined where it is not there yet. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** The folder is not there yet, either. */
  folderMissing: boolean;
}

/** Reads the file that `path` is, or is a link to; a text says why that cannot be. */
export function readTextFile(path: string, limit: number): TextFile | string {
  try {
    const folder = realPath(parentPath(path));
    if (folder === undefined) return { path, bytes: undefined, folderMissing: true };
    const own = `${folder === "/" ? "" : folder}/${fileName(path)}`;
    const real = realPath(own);
    if (real === undefined) {
      // A link into a folder of dotfiles, say: a file in its place would hide what it was for.
      return isTaken(own)
        ? "it is a link to a file that is not there"
        : { path: own, bytes: undefined, folderMissing: false };
    }
    // What is no regular file may be without an end, or a device.
    const { isFile, size } = Deno.statSync(real);
    if (!isFile) return "it is no regular file";
    if (size > limit) return `it is larger than ${limit} bytes`;
    return { path: real, bytes: Deno.readFileSync(real), folderMissing: false };
  } catch (error) {
    return messageOf(error);
  }
}

/** The text of UTF-8, its byte order mark included; undefined where it is none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Asks the person for write access to that one file, and where its folder has to be made, to the
 * folder. Without a terminal the answer is no.
 */
export async function askToWrite({ path, folderMissing }: TextFile): Promise<boolean> {
  const asked = folderMissing ? parentPath(path) : path;
  const { state } = await Deno.permissions.request({ name: "write", path: asked });
  return state === "granted";
}

/**
 * Writes `text` into the file; a text says why that cannot be. The file stays the one that it is, with
 * its mode and owner, since access is given for it alone. It is cut only after the whole new text was
 * written, so that a run that is cut short leaves no empty file.
 * @param folderMode Of a folder that has to be made.
 */
export function writeTextFile(
  { path, bytes, folderMissing }: TextFile,
  text: string,
  folderMode: number,
): string | undefined {
  try {
    if (folderMissing) Deno.mkdirSync(parentPath(path), { recursive: true, mode: folderMode });
    using file = Deno.openSync(
      path,
      bytes ? { read: true, write: true } : { write: true, createNew: true },
    );
    if (bytes && !isEqual(readRest(file), bytes)) return CHANGED;
    const content = new TextEncoder().encode(text);
    file.seekSync(0, Deno.SeekMode.Start);
    for (let offset = 0; offset < content.length;) {
      offset += file.writeSync(content.subarray(offset));
    }
    file.truncateSync(content.length);
    file.syncSync();
    return undefined;
  } catch (error) {
    const { AlreadyExists, NotFound } = Deno.errors;
    return error instanceof (bytes ? NotFound : AlreadyExists) ? CHANGED : messageOf(error);
  }
}

/** The state of a file that somebody else has written to, or made, in the meantime. */
export const CHANGED = "it has changed since it was read";

/** What the system says; whatever else was thrown is a bug. */
function messageOf(error: unknown): string {
  if (error instanceof Error && (error.name in Deno.errors || "code" in error)) {
    return error.message;
  }
  throw error;
}

function readRest(file: Deno.FsFile): Uint8Array {
  const bytes = new Uint8Array(file.statSync().size + 1);
  let length = 0;
  for (;;) {
    const count = file.readSync(bytes.subarray(length));
    // A file that has grown fills the buffer, and is another one than it was.
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
