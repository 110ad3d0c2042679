/** Connects the port of own files to the agents, the environment and the guidebook in use. */
import { ownFolderOf } from "../agent/agents.ts";
import { classifyOwnFile } from "../guideline/own_files.ts";
import { GUIDELINE_FILE } from "../guidebook/files.ts";
import type { GuidebookRoot } from "../guidebook/store.ts";
import { fileName, parentPath, pathInside } from "../path.ts";
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
  // By the folder of a file, since asking the environment for each of 500 files takes milliseconds.
  const agentFolders = new Map<string, string | undefined>();
  const agentFolder = (path: string) => {
    const parent = parentPath(path);
    if (!agentFolders.has(parent)) agentFolders.set(parent, ownFolderOf(path, env));
    return agentFolders.get(parent);
  };
  return { classify: (location) => classifyOwnFile(location, agentFolder, guidebookOf) };
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
