/** Finds the guideline files of a guidebook on the disk, and reads them. */
import { compareCodePoints, pathInside } from "../path.ts";
import { readRegularFile } from "../source/disk.ts";

export const GUIDELINE_FILE = "guideline.yaml";
/** The largest guideline file that is read, in bytes. */
export const GUIDELINE_LIMIT = 256 * 1024;

const SKIPPED_FOLDERS = new Set([".git", "node_modules"]);

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
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(folder === "" ? root : `${root}/${folder}`)];
    } catch (error) {
      if (folder === "") throw error;
      found.unreadable.push(folder);
      continue;
    }
    for (const { name, isDirectory, isSymlink } of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory) {
        if (!SKIPPED_FOLDERS.has(name)) pending.push(path);
      } else if (name === GUIDELINE_FILE) found.guidelines.push({ path, isLink: isSymlink });
    }
  }
  found.guidelines.sort((a, b) => compareCodePoints(a.path, b.path));
  return found;
}

/** The text of a guideline file, or why it is not read; `path` is relative to `root`. */
export async function readGuidelineFile(
  root: string,
  { path, isLink }: GuidelinePath,
): Promise<{ text: string } | { skipped: string }> {
  try {
    if (isLink && !await staysInside(root, path)) {
      return { skipped: "it is a link that leaves the guidebook" };
    }
    const file = await readRegularFile(`${root}/${path}`, GUIDELINE_LIMIT);
    return "skipped" in file ? file : { text: new TextDecoder().decode(file.bytes) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { skipped: "there is no such file" };
    return { skipped: `it cannot be read (${error instanceof Error ? error.name : "unknown"})` };
  }
}

async function staysInside(root: string, path: string): Promise<boolean> {
  const [realRoot, realPath] = await Promise.all([
    Deno.realPath(root),
    Deno.realPath(`${root}/${path}`),
  ]);
  return pathInside(realRoot, realPath) !== undefined;
}
