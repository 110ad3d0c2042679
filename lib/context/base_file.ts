/** Finds the transcript that another one continues: a bounded search of a few folders. */
import type { TranscriptBase, TranscriptFormat } from "../agent/protocol.ts";
import { resolvePath } from "../path.ts";

/** Most entries of a folder that are read. */
const ENTRIES = 20_000;

/** The file of `base`, beside the transcript at `path`; undefined where it is not found. */
export function findBaseFile(
  base: TranscriptBase,
  path: string,
  format: TranscriptFormat,
): string | undefined {
  for (const folder of format.baseFolders(base, path)) {
    let looked = 0;
    try {
      for (const { name, isFile } of Deno.readDirSync(folder)) {
        if (++looked > ENTRIES) break;
        const file = resolvePath(folder, `./${name}`);
        if (isFile && file !== path && format.isBaseFile(base, name)) return file;
      }
    } catch {
      // The folder does not exist: no session was started on that day.
    }
  }
  return undefined;
}
