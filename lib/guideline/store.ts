/** The guidebook on the disk: YAML files to guidelines, forgiving, so that one mistake costs one. */
import { type Deadline, type Phase, within } from "../deadline.ts";
import { andMore, createNotice, type Notice } from "../notice.ts";
import type { GuidelinesPort } from "../search/ports.ts";
import { findGuidelineFiles, type GuidelinePath, readGuidelineFile } from "./files.ts";
import type { Guideline } from "./guideline.ts";

/** A folder that holds guidelines. */
export interface GuidebookRoot {
  path: string;
  /** Whether somebody named it; the default root may be absent. */
  named: boolean;
}

/** Files that are read side by side. */
const BATCH = 32;

/** The guidelines under `roots`; where two have one id, the first one counts. */
export function createGuidebookStore(roots: GuidebookRoot[], deadline: Deadline): GuidelinesPort {
  return { load: () => loadGuidebook(roots, deadline) };
}

async function loadGuidebook(roots: GuidebookRoot[], deadline: Deadline) {
  const phase = deadline.begin("load");
  const guidelines = new Map<string, Guideline>();
  const notices: Notice[] = [];
  for (const root of roots) {
    const loaded = await loadRoot(root, phase);
    notices.push(...loaded.notices);
    for (const guideline of loaded.guidelines) {
      if (!guidelines.has(guideline.id)) guidelines.set(guideline.id, guideline);
    }
  }
  return { guidelines: [...guidelines.values()], notices };
}

async function loadRoot(root: GuidebookRoot, phase: Phase) {
  const guidelines: Guideline[] = [];
  const notices: Notice[] = [];
  let paths: GuidelinePath[];
  try {
    const files = findGuidelineFiles(root.path);
    paths = files.guidelines;
    if (files.unreadable.length > 0) {
      notices.push(createNotice(
        "guidebook-unreadable",
        `Cannot list folder ${andMore(files.unreadable.map((path) => `"${root.path}/${path}"`))}`,
      ));
    }
  } catch (error) {
    if (root.named || !(error instanceof Deno.errors.NotFound)) {
      notices.push(createNotice(
        "guidebook-missing",
        `Cannot read guidebook "${root.path}": ${
          error instanceof Deno.errors.NotFound
            ? "there is no such folder"
            : "it is not a readable folder"
        }`,
      ));
    }
    return { guidelines, notices };
  }

  const failures: string[] = [];
  const ids = new Map<string, string>();
  for (let i = 0; i < paths.length; i += BATCH) {
    const batch = paths.slice(i, i + BATCH);
    const texts = i > 0 && phase.remaining() <= 0 ? undefined : await within(
      phase,
      Promise.all(batch.map((path) => readGuidelineFile(root.path, path))),
      undefined,
    );
    if (!texts) {
      notices.push(createNotice(
        "guidebook-cut-off",
        `Cannot load ${paths.length - i} of ${paths.length} guidelines of "${root.path}" in time`,
      ));
      break;
    }
    const { parseGuideline } = await import("./parse.ts");
    batch.forEach(({ path }, j) => {
      const file = texts[j]!;
      if ("skipped" in file) return failures.push(`"${root.path}/${path}": ${file.skipped}`);
      const { guideline, problems } = parseGuideline(file.text);
      if (!guideline) {
        return failures.push(`"${root.path}/${path}": ${lowerFirst(problems[0]?.message ?? "")}`);
      }
      const first = ids.get(guideline.id);
      if (first !== undefined) {
        return failures.push(`"${root.path}/${path}": its id is that of "${first}"`);
      }
      ids.set(guideline.id, path);
      guidelines.push(guideline);
    });
  }
  if (failures.length > 0) {
    notices.push(
      createNotice("guideline-not-loaded", `Cannot load guideline ${andMore(failures)}`),
    );
  }
  return { guidelines, notices };
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
