/** Reads files of the disk, never waiting for one that is not a regular file. */
import { type Deadline, type Phase, within } from "../deadline.ts";
import { parentPath } from "../path.ts";
import type { SourcesPort } from "../search/ports.ts";
import { decodeSource } from "./decode.ts";

/** The largest source file that is looked at, in bytes. */
export const SOURCE_LIMIT = 1024 * 1024;

type Content = { bytes: Uint8Array<ArrayBuffer> } | { skipped: string };

const LATE = { skipped: "there was no time to read it" };

/** Changed files, read once each, within the deadline; `locate` tells where a path is on the disk. */
export function createDiskSources(
  deadline: Deadline,
  locate: (path: string) => string = (path) => path,
): SourcesPort {
  // All reads together have one time, which begins anew with each one that succeeds.
  let phase: Phase | undefined;
  let hangs = false;
  const answered = new Set<string>();

  async function readContent(path: string): Promise<Content> {
    const folder = parentPath(path);
    const current = phase ??= deadline.begin("read");
    // A folder that has just answered does so again; not to wait for it takes a quarter of the time.
    if (answered.has(folder) && current.remaining() > 0) return readNow(path, SOURCE_LIMIT);
    const content = await within(current, readRegularFile(path, SOURCE_LIMIT), LATE);
    if (content !== LATE) phase = deadline.begin("read");
    else hangs = phase === current;
    if ("bytes" in content) answered.add(folder);
    return content;
  }

  return {
    read: async (path) => {
      if (hangs) return LATE;
      const content = await readContent(locate(path));
      if ("skipped" in content) return content;
      const text = decodeSource(content.bytes);
      return text === undefined ? { skipped: "it is binary" } : { text };
    },
  };
}

/**
 * The bytes of a regular file of at most `limit` bytes, or why there are none. Opening anything
 * else can wait for ever (a FIFO) or change something (a device), so `stat` looks first.
 */
export async function readRegularFile(path: string, limit: number): Promise<Content> {
  try {
    const skipped = whyNotRead(await Deno.stat(path), limit);
    return skipped ?? keepTo(limit, await Deno.readFile(path));
  } catch (error) {
    return describeError(error);
  }
}

function readNow(path: string, limit: number): Content {
  try {
    return whyNotRead(Deno.statSync(path), limit) ?? keepTo(limit, Deno.readFileSync(path));
  } catch (error) {
    return describeError(error);
  }
}

function whyNotRead(info: Deno.FileInfo, limit: number): { skipped: string } | undefined {
  if (info.isFile) return info.size > limit ? tooLarge(limit) : undefined;
  return { skipped: info.isDirectory ? "it is a directory" : "it is not a file" };
}

/** A file may have grown since it was looked at. */
function keepTo(limit: number, bytes: Uint8Array<ArrayBuffer>): Content {
  return bytes.length > limit ? tooLarge(limit) : { bytes };
}

function tooLarge(limit: number): { skipped: string } {
  return { skipped: `it is larger than ${limit} bytes` };
}

function describeError(error: unknown): { skipped: string } {
  if (error instanceof Deno.errors.NotFound) return { skipped: "there is no such file" };
  return { skipped: `it cannot be read (${error instanceof Error ? error.name : "unknown"})` };
}
