/** Finds files and folders that look like a part of a guidebook but are never loaded. */
import { GUIDELINE_FILE, SKIPPED_FOLDERS } from "../guidebook/files.ts";
import { compareCodePoints } from "../path.ts";

/** A file or folder of a guidebook that is not what its author thinks. */
export interface StrayFile {
  code: "misnamed-file" | "linked-folder" | "no-guidelines";
  /** Relative to the root; empty for the root itself. */
  path: string;
}

const NAMED_ALIKE = /^\.?guide-?lines?(?:\.ya?ml|\.json)?(?:\.txt)?$/i;
/** A folder of golden fixtures has guidebooks and repositories of its own. */
const FIXTURE = /^[1-9]\d*\.(?:input|expected)\.json$/;

/** What is stray below `root`, by path; folders that cannot be listed are left out. */
export function findStrayFiles(root: string): StrayFile[] {
  const found: StrayFile[] = [];
  visit("");
  return found.sort((a, b) => compareCodePoints(a.path, b.path));

  /** What there is below `folder`. */
  function visit(folder: string): { guidelines: boolean; otherFiles: boolean } {
    const seen = { guidelines: false, otherFiles: false };
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(folder === "" ? root : `${root}/${folder}`)];
    } catch {
      return { guidelines: true, otherFiles: true };
    }
    if (entries.some(({ name }) => FIXTURE.test(name))) {
      return { guidelines: false, otherFiles: true };
    }
    for (const { name, isDirectory, isSymlink, isFile } of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory && !SKIPPED_FOLDERS.has(name)) {
        const below = visit(path);
        seen.guidelines ||= below.guidelines;
        seen.otherFiles ||= below.otherFiles;
      } else if (isSymlink && isFolder(`${root}/${path}`)) {
        found.push({ code: "linked-folder", path });
        seen.otherFiles = true;
      } else if (name === GUIDELINE_FILE) seen.guidelines = true;
      else if (isFile && (NAMED_ALIKE.test(name) || isGuideline(`${root}/${path}`))) {
        found.push({ code: "misnamed-file", path });
        seen.otherFiles = true;
      } else if (isFile) seen.otherFiles = true;
    }
    // A guideline under another name is the cause, and is reported.
    const misnamed = found.some(({ code }) => code === "misnamed-file");
    const forgotten = folder === ""
      ? !seen.guidelines && !misnamed
      : !seen.guidelines && !seen.otherFiles;
    if (forgotten) found.push({ code: "no-guidelines", path: folder });
    return seen;
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** A YAML file of any name that has the keys which a guideline must have. */
function isGuideline(path: string): boolean {
  if (!/\.ya?ml$/i.test(path)) return false;
  try {
    const text = Deno.readTextFileSync(path);
    return ["id", "when", "content"].every((key) => new RegExp(`^${key}:`, "m").test(text));
  } catch {
    return false;
  }
}
