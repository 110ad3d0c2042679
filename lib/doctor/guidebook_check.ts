/** Whether the guidebook roots hold what the agent is to read. Pure. */
import { countOf } from "../words.ts";
import { quoteShellWord } from "../shell.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** What was found of a guidebook root. */
export interface RootFacts {
  path: string;
  /** What named it, for a person: `--guidebook`, a variable, a hook file, nothing. */
  origin: string;
  isDefault: boolean;
  /** The hook file of a project that is not trusted: once it is, it names the guidebook instead. */
  unheard?: string | undefined;
  /** Why it cannot be read. */
  missing?: string;
  /** What is in it; undefined where it cannot be read. */
  content?: {
    guidelines: number;
    /** As `check` counts them. */
    errors: number;
    /** The message and the file of the first one. */
    first: string | undefined;
  };
}

/** Findings about the roots that the hook looks at. */
export function checkRoots(roots: readonly RootFacts[]): Finding[] {
  if (roots.length === 0) {
    return [problem(
      "guidebook-missing",
      "Cannot find a guidebook: none is named, and without HOME there is no default",
      "Name a folder with --guidebook",
    )];
  }
  return roots.map(checkRoot);
}

function checkRoot({ path, origin, isDefault, unheard, missing, content }: RootFacts): Finding {
  const write = isDefault
    // No program may write there, and a guidebook belongs under version control anyway.
    ? "mkdir -p ~/guidebook && adaptive-guidebook new ID --guidebook ~/guidebook. Then tell the " +
      "agent: adaptive-guidebook install codex --guidebook ~/guidebook (or claude-code)"
    : `mkdir -p ${quoteShellWord(path)} && adaptive-guidebook new ID --guidebook ${
      quoteShellWord(path)
    }`;
  if (!content && unheard !== undefined) {
    return warning(
      "guidebook-missing",
      `Cannot read guidebook "${path}" (${origin}): ${missing}. What "${unheard}" names is not ` +
        "looked at before the project is trusted",
      "Trust the project, then run doctor once more",
    );
  }
  if (!content) {
    return problem(
      "guidebook-missing",
      `Cannot read guidebook "${path}" (${origin}): ${missing}`,
      isDefault
        ? `Write a first guideline with: ${write}`
        : `Name another folder, or write a first guideline there with: ${write}`,
    );
  }
  const { guidelines, errors, first } = content;
  const counted = countOf(guidelines, "guideline");
  if (guidelines === 0) {
    return warning(
      "guidebook-empty",
      `Cannot find a guideline in "${path}" (${origin}): no guideline.yaml is in it`,
      `Write one with: ${write}`,
    );
  }
  if (errors > 0) {
    return problem(
      "guidebook-errors",
      `Cannot use all of guidebook "${path}" (${origin}; ${counted}): ${
        countOf(errors, "error")
      }, the first: ${first}`,
      `Run: adaptive-guidebook check ${quoteShellWord(path)}`,
    );
  }
  return ok("guidebook", `Guidebook "${path}" (${origin}) has ${counted}`);
}
