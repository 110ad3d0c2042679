/** Opens the presentation store for a person's command; its absence is no error. */
import { isCorrupt } from "../presentation/database.ts";
import { type Io, MissingInputError } from "./io.ts";
import { resolveLocations } from "./locations.ts";

/**
 * What `read` yields on the database; undefined where there is none yet.
 * @throws {MissingInputError} when there is one that cannot be read.
 */
export function readStore<Result>(
  db: string | undefined,
  io: Io,
  read: (path: string) => Result,
): Result | undefined {
  const { database } = resolveLocations({ guidebook: [], db }, io);
  if (database === undefined) {
    throw new MissingInputError("Cannot find the database: HOME is not set and no --db is given");
  }
  try {
    if (!Deno.statSync(database).isFile) throw new TypeError("it is not a file");
    return read(database);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    const reason = error instanceof Error ? error.message : "unknown";
    const help = isCorrupt(error) ? "; the next hook sets it aside" : "";
    throw new MissingInputError(`Cannot use database "${database}": ${reason}${help}`);
  }
}
