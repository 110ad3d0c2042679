/** Inspects the guidebook roots and the database. */
import { checkGuidebook } from "../../check/check.ts";
import type { DatabaseFacts, DatabaseFile } from "../database_check.ts";
import type { RootFacts } from "../guidebook_check.ts";
import { findGuidelineFiles } from "../../guidebook/files.ts";
import { isLinearEngineOn, regexEngine } from "../../pattern/regex_engine.ts";
import { CONTEXT_LIMITS } from "../../agent/agents.ts";
import { parentPath, pathInside } from "../../path.ts";
import { inspectStore } from "../../presentation/inspect.ts";
import type { Io } from "../../cli/io.ts";
import { dataFolder } from "../../cli/locations.ts";
import { isTaken } from "../../cli/path_kind.ts";
import { isGranted } from "./environment.ts";

/** A root, and what named it. */
export type NamedRoot = Pick<RootFacts, "path" | "origin" | "isDefault" | "untrustedFile">;

/** The content of a guidebook root, and the findings of `check` about it. */
export async function inspectRoot(root: NamedRoot): Promise<RootFacts> {
  const { path } = root;
  try {
    const { guidelines } = findGuidelineFiles(path);
    const { diagnostics } = await checkGuidebook([path], {
      display: (file) => pathInside(path, file) ?? file,
      patterns: regexEngine,
      limits: CONTEXT_LIMITS,
      findsSlow: isLinearEngineOn(),
    });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const [first] = errors;
    return {
      ...root,
      content: {
        guidelines: guidelines.length,
        errors: errors.length,
        first: first && `${first.message} (${first.file}${first.at ? `:${first.at.line}` : ""})`,
      },
    };
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    const reason = error instanceof Error ? error.name : "unknown";
    return {
      ...root,
      missing: isMissing ? "there is no such folder" : `it cannot be read (${reason})`,
    };
  }
}

/** The state of the database, which is neither created nor changed. */
export function inspectDatabase(path: string | undefined, origin: string, io: Io): DatabaseFacts {
  const data = dataFolder(io);
  return {
    path,
    origin,
    inDataFolder: path !== undefined && data !== undefined && pathInside(data, path) !== undefined,
    permitted: path !== undefined && isGranted({ name: "write", path }),
    file: path === undefined ? undefined : inspectFile(path, io),
  };
}

function inspectFile(path: string, io: Io): DatabaseFile | undefined {
  let info: Deno.FileInfo;
  let folder: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
    folder = Deno.statSync(parentPath(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      // The hook does not create the target of a link: it is outside, or its folder is missing too.
      return isTaken(path)
        ? { ...UNREADABLE, reason: "it is a link to a file that does not exist" }
        : undefined;
    }
    const reason = error instanceof Error ? error.message : "unknown";
    return { ...UNREADABLE, reason };
  }
  const owner = ownerOf(io.env("HOME"));
  const folderMode = folder.mode === null ? undefined : folder.mode & 0o777;
  const isOwn = owner === undefined || info.uid === null || info.uid === owner;
  // SQLite writes its journal beside the database; root may write anywhere.
  const folderWritable = folderMode === undefined || owner === 0 || folder.uid !== owner ||
    (folderMode & 0o300) === 0o300;
  return {
    ...(info.isFile ? inspectStore(path) : { ...UNREADABLE, reason: "it is not a file" }),
    size: info.size,
    mode: info.mode === null ? undefined : info.mode & 0o777,
    folderMode,
    isOwn,
    writable: info.isFile && folderWritable && opensForWriting(path),
  };
}

const UNREADABLE: DatabaseFile = {
  state: "unreadable",
  reason: undefined,
  version: undefined,
  size: 0,
  mode: undefined,
  folderMode: undefined,
  isOwn: true,
  writable: false,
};

/** Opening a file for writing does not change it. */
function opensForWriting(path: string): boolean {
  if (!isGranted({ name: "write", path })) return false;
  try {
    Deno.openSync(path, { write: true }).close();
    return true;
  } catch {
    return false;
  }
}

/** The owner of the home folder: our own user id would need a further permission. */
function ownerOf(home: string | undefined): number | undefined {
  try {
    return home === undefined ? undefined : Deno.statSync(home).uid ?? undefined;
  } catch {
    return undefined;
  }
}
