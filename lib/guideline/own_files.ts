/**
 * Files to which a guideline applies only if it names them: an agent's own files, installed packages,
 * and the guidelines in use. Nobody writes `**` or `*.js` for those. Pure.
 */
import { fileName, pathInside } from "../path.ts";
import type { Scope } from "./guideline.ts";

/** Why a file is not one of the project's own. */
export interface OwnFile {
  kind: "agent" | "package" | "guidebook";
  /** The name of the folder that makes it so. */
  folder: string;
}

/** What decides whether a file is such a file. */
export interface OwnFileFacts {
  /** Absolute and normalised. */
  path: string;
  /** Relative to the repository's root, or to the folder that the agent works in. */
  relativePath: string;
  /** The repository's root; undefined without one. */
  root: string | undefined;
}

/** The folder of packages that npm and others install. */
const PACKAGES = "node_modules";

/**
 * What a file is besides the project's; undefined for an ordinary one. `agentFolder` gives the folder
 * of an agent's own that a path is in; `guidebookOf` the root in use whose guideline is at a path.
 */
export function classifyOwnFile(
  { path, relativePath, root }: OwnFileFacts,
  agentFolder: (path: string) => string | undefined,
  guidebookOf: (path: string) => string | undefined,
): OwnFile | undefined {
  const own = agentFolder(path);
  // A repository in such a folder is a checkout to work on, such as a worktree of the agent.
  if (own !== undefined && (root === undefined || pathInside(own, root) === undefined)) {
    return { kind: "agent", folder: fileName(own) };
  }
  if (`/${relativePath}`.includes(`/${PACKAGES}/`)) return { kind: "package", folder: PACKAGES };
  const guidebook = guidebookOf(path);
  return guidebook === undefined ? undefined : { kind: "guidebook", folder: fileName(guidebook) };
}

/** Whether a positive glob of `paths` has the folder's name, or the file's, as a whole segment. */
export function namesOwnFile(
  { paths = [] }: Scope,
  { folder }: OwnFile,
  relativePath: string,
): boolean {
  const names = [folder, fileName(relativePath)].filter((name) => name !== "");
  return paths.some(({ glob, negated }) =>
    !negated && names.some((name) => hasSegment(glob.replace(/\\(.)/gs, "$1"), name))
  );
}

/** An alternative in braces is a segment, too. */
function hasSegment(glob: string, name: string): boolean {
  const [text, wanted] = [glob.normalize("NFC"), name.normalize("NFC")];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before = "/", after = "/"] = [text[at - 1], text[at + wanted.length]];
    if ("/{,".includes(before) && "/},".includes(after)) return true;
  }
  return false;
}
