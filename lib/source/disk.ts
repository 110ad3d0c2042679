/** Reads files of the disk, never waiting for one that is not a regular file. */
import { type Deadline, type Phase, within } from "../deadline.ts";
import type { SourcesPort } from "../search/ports.ts";
import { decodeSource, REPLACEMENT } from "./decode.ts";

/** The largest source file that is read, in bytes. */
export const SOURCE_LIMIT = 1024 * 1024;

type Content = { bytes: Uint8Array<ArrayBuffer> } | { skipped: string };

const LATE = { skipped: "there was no time to read it" };

/** Optional parts of the sources. */
export interface DiskSourcesOptions {
  /** The path on the disk of a changed file. */
  locate?: (path: string) => string;
  /** Numbers of the devices that have answered in this process. */
  devices?: ReadonlySet<number>;
}

/** Changed files, read once each, within the deadline. */
export function createDiskSources(
  deadline: Deadline,
  { locate = (path) => path, devices = new Set() }: DiskSourcesOptions = {},
): SourcesPort {
  // All reads share one phase, which is restarted whenever a read has succeeded.
  let phase: Phase | undefined;
  let hangs = false;
  /** The first read on each device, and whether it answered. */
  const firstReads = new Map<number, Promise<boolean>>();

  async function readContent(path: string): Promise<Content> {
    // Synchronous: the folders above it were looked at so, too.
    const file = look(path, SOURCE_LIMIT);
    if ("skipped" in file) return file;
    // A device that has just answered does so again, and a synchronous read takes a quarter of the time.
    const first = firstReads.get(file.device);
    const answers = devices.has(file.device) || first && await first;
    if (hangs) return LATE;
    const current = phase ??= deadline.begin("read");
    if (answers && current.remaining() > 0) return readNow(path, SOURCE_LIMIT);
    const reading = within(current, readFile(path, SOURCE_LIMIT), LATE);
    if (!first) {
      firstReads.set(file.device, reading.then((content) => "bytes" in content));
    }
    const content = await reading;
    if (content !== LATE) phase = deadline.begin("read");
    else hangs = phase === current;
    return content;
  }

  return {
    read: async (path) => {
      if (hangs) return LATE;
      const content = await readContent(locate(path));
      if ("skipped" in content) return content;
      const text = decodeSource(content.bytes);
      if (text === undefined) return { skipped: "it is binary" };
      if (!text.includes(REPLACEMENT)) return { text };
      const { decodeLegacy } = await import("./legacy_encoding.ts");
      return decodeLegacy(content.bytes, text);
    },
  };
}

/**
 * The bytes of a regular file of at most `limit` bytes, or the reason why there are none. Opening anything
 * else can block for ever (a FIFO) or change something (a device), so `stat` comes first.
 */
export async function readRegularFile(path: string, limit: number): Promise<Content> {
  try {
    return whyNotRead(await Deno.stat(path), limit) ?? await readFile(path, limit);
  } catch (error) {
    return describeError(error);
  }
}

function look(path: string, limit: number): { device: number } | { skipped: string } {
  try {
    const info = Deno.statSync(path);
    return whyNotRead(info, limit) ?? { device: info.dev };
  } catch (error) {
    return describeError(error);
  }
}

async function readFile(path: string, limit: number): Promise<Content> {
  try {
    return keepTo(limit, await Deno.readFile(path));
  } catch (error) {
    return describeError(error);
  }
}

function readNow(path: string, limit: number): Content {
  try {
    return keepTo(limit, Deno.readFileSync(path));
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
