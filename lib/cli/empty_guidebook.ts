/** Why a guidebook root has no usable guideline, in words for a person. */
import { findGuidelineFiles } from "../guidebook/files.ts";
import { quoteShellWord } from "../shell.ts";
import { describeRoot, type FoundLocations } from "./find_guidebook.ts";
import { isFolder, isThere } from "./path_kind.ts";

/** Why `path` has no usable guideline, and what to do. */
export function describeEmpty(path: string, locations: Pick<FoundLocations, "origins">): string {
  const root = describeRoot(path, locations);
  if (!isThere(path)) return `no guidelines: there is no folder ${root}`;
  if (!isFolder(path)) return `no guidelines: ${root} is a file, not a folder`;
  const count = countGuidelines(path);
  return count === 0
    ? `no guidelines in ${root}: write one with adaptive-guidebook new ID --guidebook ${
      quoteShellWord(path)
    }`
    : `no guideline of the ${count} in ${root} can be loaded: ${checkCommand([path])}`;
}

/** The number of guideline files in `root`, whether they can be loaded or not. */
export function countGuidelines(root: string): number {
  try {
    return findGuidelineFiles(root).guidelines.length;
  } catch {
    return 0;
  }
}

/** The command that shows what is wrong with the guidelines of `roots`. */
export function checkCommand(roots: readonly string[]): string {
  return ["adaptive-guidebook check", ...roots.map(quoteShellWord)].join(" ");
}
