/** Reads files of the disk, never waiting for one that is not a regular file. */
import { type Deadline, type Phase, within } from "../deadline.ts";
import type { SourcesPort } from "../search/ports.ts";
import { decodeSource } from "./decode.ts";

/** The largest source file that is looked at, in bytes. */
export const SOURCE_LIMIT = 1024 * 1024;

const LATE = { skipped: "there was no time to read it" };

/** Changed files, read once each, within the deadline; `locate` tells where a path is on the disk. */
export function createDiskSources(
  deadline: Deadline,
  locate: (path: string) => string = (path) => path,
): SourcesPort {
  // All reads together have one time, which begins anew with each one that succeeds.
  let phase: Phase | undefined;
  let hangs = false;
  return {
    read: async (path) => {
      if (hangs) return LATE;
      const current = phase ??= deadline.begin("read");
      const file = await within(current, readRegularFile(locate(path), SOURCE_LIMIT), LATE);
      if (file !== LATE) phase = deadline.begin("read");
      else hangs = phase === current;
      if ("skipped" in file) return file;
      const text = decodeSource(file.bytes);
      return text === undefined ? { skipped: "it is binary" } : { text };
    },
  };
}

/**
 * The bytes of a regular file of at most `limit` bytes, or why there are none. Opening anything
 * else can wait for ever (a FIFO) or change something (a device), so `stat` looks first.
 */
export async function readRegularFile(
  path: string,
  limit: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { skipped: string }> {
  try {
    // Not awaited: a look costs a tenth of the wait for it.
    const info = Deno.statSync(path);
    if (!info.isFile) {
      return { skipped: info.isDirectory ? "it is a directory" : "it is not a file" };
    }
    if (info.size > limit) return { skipped: `it is larger than ${limit} bytes` };
    const bytes = await Deno.readFile(path);
    return bytes.length > limit ? { skipped: `it is larger than ${limit} bytes` } : { bytes };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { skipped: "there is no such file" };
    return { skipped: `it cannot be read (${error instanceof Error ? error.name : "unknown"})` };
  }
}
