/** Finds the guideline files of a guidebook on the disk, and reads them. */
import { compareCodePoints, joinPath, pathInside } from "../path.ts";
import { readRegularFile } from "../source/disk.ts";

/** The name of each guideline file. */
export const GUIDELINE_FILE = "guideline.yaml";
/** The largest guideline file that is read, in bytes. */
export const GUIDELINE_LIMIT = 256 * 1024;

/** Folders that no walk enters: their content is not the team's own. */
export const SKIPPED_FOLDERS = new Set([".git", "node_modules"]);

/** Where a guideline file is. */
export interface GuidelinePath {
  /** Relative to the root, with `/`. */
  path: string;
  isLink: boolean;
}

/** What a walk through a guidebook root found. */
export interface GuidebookFiles {
  /** In the guidebook's order. */
  guidelines: GuidelinePath[];
  /** Folders that could not be listed, relative to the root. */
  unreadable: string[];
}

/**
 * Walks a guidebook root. Folders behind links are not entered: a guidebook ends where its root
 * ends, and links can form circles.
 * @throws {Deno.errors.NotFound | Deno.errors.NotADirectory} when the root is no folder.
 */
export function findGuidelineFiles(root: string): GuidebookFiles {
  const found: GuidebookFiles = { guidelines: [], unreadable: [] };
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    try {
      const { folders, guideline } = listFolder(folder === "" ? root : `${root}/${folder}`);
      pending.push(...folders.map((name) => joinPath(folder!, name)));
      if (guideline) {
        const isLink = guideline === "link";
        found.guidelines.push({ path: joinPath(folder, GUIDELINE_FILE), isLink });
      }
    } catch (error) {
      if (folder === "") throw error;
      found.unreadable.push(folder);
    }
  }
  found.guidelines.sort((a, b) => compareCodePoints(a.path, b.path));
  return found;
}

/** The part of a folder's content that matters to a guidebook. */
export interface FolderContent {
  /** Names of the folders to look into. */
  folders: string[];
  /** Whether there is a `guideline.yaml` in it. */
  guideline: "file" | "link" | undefined;
}

/** Lists one folder; throws where that cannot be done. */
export function listFolder(path: string): FolderContent {
  const content: FolderContent = { folders: [], guideline: undefined };
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(path)) {
    if (isDirectory) {
      if (!SKIPPED_FOLDERS.has(name)) content.folders.push(name);
    } else if (name === GUIDELINE_FILE) content.guideline = isSymlink ? "link" : "file";
  }
  return content;
}

/** The text of a guideline file, or why it is not read; `path` is relative to `root`. */
export async function readGuidelineFile(
  root: string,
  guideline: GuidelinePath,
): Promise<{ text: string } | { skipped: string }> {
  const file = await readGuidelineBytes(root, guideline);
  return "skipped" in file ? file : { text: new TextDecoder().decode(file.bytes) };
}

/** The bytes of a guideline file, or why it is not read; `path` is relative to `root`. */
export async function readGuidelineBytes(
  root: string,
  { path, isLink }: GuidelinePath,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { skipped: string; mayPass?: true }> {
  try {
    if (isLink && !await staysInside(root, path)) {
      return { skipped: "it is a link that leaves the guidebook" };
    }
    const file = await readRegularFile(`${root}/${path}`, GUIDELINE_LIMIT);
    // The disk may allow it the next time, without any change to the file itself.
    return "skipped" in file && file.skipped.startsWith("it cannot be read")
      ? { ...file, mayPass: true }
      : file;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { skipped: "there is no such file" };
    const reason = error instanceof Error ? error.name : "unknown";
    return { skipped: `it cannot be read (${reason})`, mayPass: true };
  }
}

async function staysInside(root: string, path: string): Promise<boolean> {
  const [realRoot, realPath] = await Promise.all([
    Deno.realPath(root),
    Deno.realPath(`${root}/${path}`),
  ]);
  return pathInside(realRoot, realPath) !== undefined;
}
