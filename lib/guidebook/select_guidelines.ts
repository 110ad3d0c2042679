/** Selects the guidelines that count, and reports the others. */
import { andMore } from "../words.ts";
import { createNotice, type Notice } from "../notice.ts";
import { joinPath } from "../path.ts";
import { GUIDELINE_FILE } from "./files.ts";
import { folderPath, type GuidebookRoot, type KnownFile } from "./snapshot.ts";
import type { WalkedGuidebook } from "./walk.ts";

/**
 * Marks the files whose guidelines count: the first one of each id. Two roots may have the same id
 * on purpose; within a root it is a mistake.
 */
export function selectGuidelines(
  roots: readonly GuidebookRoot[],
  { folders, missing, cutOff }: WalkedGuidebook,
  files: KnownFile[],
): Notice[] {
  const notices: Notice[] = [];
  const selected = new Set<string>();
  roots.forEach((root, i) => {
    const reason = missing.get(i);
    if (reason !== undefined) {
      if (root.named || reason !== "absent") notices.push(describeMissing(root, reason));
      return;
    }
    const unreadable = folders.filter((folder) => folder.root === i && folder.unreadable)
      .map((folder) => `"${folderPath(roots, folder)}"`);
    if (unreadable.length > 0) {
      notices.push(
        createNotice("guidebook-unreadable", `Cannot list folder ${andMore(unreadable)}`),
      );
    }
    const ofRoot = files.filter(({ folder }) => folder.root === i);
    const loaded = ofRoot.filter(({ outcome }) => outcome).length;
    if (loaded < ofRoot.length || cutOff.has(i)) {
      const all = cutOff.has(i) ? `at least ${ofRoot.length}` : ofRoot.length;
      notices.push(createNotice(
        "guidebook-cut-off",
        `${loaded} of ${all} guidelines of "${root.path}" loaded; the next edits continue, or run: ` +
          "adaptive-guidebook check",
      ));
    }
    const failures = selectInRoot(ofRoot, selected)
      .map(([path, failure]) => `"${root.path}/${path}": ${failure}`);
    if (failures.length > 0) {
      notices.push(
        createNotice("guideline-not-loaded", `Cannot load guideline ${andMore(failures)}`),
      );
    }
  });
  return notices;
}

function selectInRoot(
  files: KnownFile[],
  selected: Set<string>,
): [path: string, failure: string][] {
  const failures: [string, string][] = [];
  const ids = new Map<string, string>();
  for (const file of files) {
    const path = joinPath(file.folder.path, GUIDELINE_FILE);
    file.counts = false;
    if (!file.outcome) continue;
    if ("failure" in file.outcome) {
      failures.push([path, file.outcome.failure]);
      continue;
    }
    const { id } = file.outcome.guideline;
    const first = ids.get(id);
    if (first !== undefined) {
      failures.push([path, `its id is that of "${first}"`]);
      continue;
    }
    ids.set(id, path);
    file.counts = !selected.has(id);
    selected.add(id);
  }
  return failures;
}

function describeMissing({ path }: GuidebookRoot, reason: "absent" | "unreadable"): Notice {
  const state = reason === "absent" ? "there is no such folder" : "it is not a readable folder";
  return createNotice("guidebook-missing", `Cannot read guidebook "${path}": ${state}`);
}
