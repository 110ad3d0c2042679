/** Looks at the guidebook roots and the database. */
import { checkGuidebook } from "../../check/check.ts";
import type { DatabaseFacts, DatabaseFile } from "../database_check.ts";
import type { RootFacts } from "../guidebook_check.ts";
import { findGuidelineFiles } from "../../guidebook/files.ts";
import { isLinearEngineOn, regexEngine } from "../../pattern/regex_engine.ts";
import { codex } from "../../agent/codex/protocol.ts";
import { parentPath, pathInside } from "../../path.ts";
import { inspectStore } from "../../presentation/inspect.ts";
import type { Io } from "../../cli/io.ts";
import { dataFolder } from "../../cli/locations.ts";
import { isTaken } from "../../cli/path_kind.ts";
import { isGranted } from "./environment.ts";

/** A root, and what named it. */
export type NamedRoot = Pick<RootFacts, "path" | "origin" | "isDefault" | "unheard">;

/** What is in a guidebook root, and what `check` says of it. */
export async function lookAtRoot(root: NamedRoot): Promise<RootFacts> {
  const { path } = root;
  try {
    const { guidelines } = findGuidelineFiles(path);
    const { diagnostics } = await checkGuidebook([path], {
      display: (file) => pathInside(path, file) ?? file,
      patterns: regexEngine,
      limit: { max: codex.contextLimit, measure: codex.measure },
      tellsSlow: isLinearEngineOn(),
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
    return { ...root, missing: isMissing ? "there is no such folder" : `it is closed (${reason})` };
  }
}

/** What state the database is in; it is neither made nor changed. */
export function lookAtDatabase(path: string | undefined, origin: string, io: Io): DatabaseFacts {
  const data = dataFolder(io);
  return {
    path,
    origin,
    inDataFolder: path !== undefined && data !== undefined && pathInside(data, path) !== undefined,
    permitted: path !== undefined && isGranted({ name: "write", path }),
    file: path === undefined ? undefined : lookAtFile(path, io),
  };
}

function lookAtFile(path: string, io: Io): DatabaseFile | undefined {
  let info: Deno.FileInfo;
  let folder: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
    folder = Deno.statSync(parentPath(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      // The hook does not make what a link names: it is outside, or its folder is not there either.
      return isTaken(path)
        ? { ...UNREADABLE, reason: "it is a link to a file that is not there" }
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

/** To open a file for writing changes nothing in it. */
function opensForWriting(path: string): boolean {
  if (!isGranted({ name: "write", path })) return false;
  try {
    Deno.openSync(path, { write: true }).close();
    return true;
  } catch {
    return false;
  }
}

/** Who the home belongs to stands for who we are, which Deno would tell with one permission more. */
function ownerOf(home: string | undefined): number | undefined {
  try {
    return home === undefined ? undefined : Deno.statSync(home).uid ?? undefined;
  } catch {
    return undefined;
  }
}
