/** Connects the port of own files to the agents, the environment and the guidebook in use. */
import { ownFolderOf } from "../agent/agents.ts";
import { classifyOwnFile } from "../guideline/own_files.ts";
import { GUIDELINE_FILE } from "../guidebook/files.ts";
import type { GuidebookRoot } from "../guidebook/store.ts";
import { fileName, pathInside } from "../path.ts";
import type { OwnFilesPort } from "../search/location.ts";

/** Classifies changed files; the disk is only asked about files that are named like a guideline. */
export function createOwnFiles(
  roots: readonly GuidebookRoot[],
  env: (name: string) => string | undefined,
): OwnFilesPort {
  const guidebookOf = (path: string) => {
    if (fileName(path) !== GUIDELINE_FILE) return undefined;
    const real = realPath(path);
    return roots.find((root) =>
      pathInside(root.path, path) !== undefined ||
      pathInside(realPath(root.path), real) !== undefined
    )?.path;
  };
  return {
    classify: (location) =>
      classifyOwnFile(location, (path) => ownFolderOf(path, env), guidebookOf),
  };
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
