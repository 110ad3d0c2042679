/** Whether the guidebook roots hold guidelines that can be loaded. Pure. */
import { AGENT_NAMES } from "../agent/agents.ts";
import { countOf, joinWords } from "../words.ts";
import { quoteShellWord } from "../shell.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** What was found of a guidebook root. */
export interface RootFacts {
  path: string;
  /** What named it, for a person: `--guidebook`, a variable, a hook file. */
  origin: string;
  isDefault: boolean;
  /** The hook file of an untrusted project, which would name the guidebook instead. */
  untrustedFile?: string | undefined;
  /** Why it cannot be read. */
  missing?: string;
  /** What is in it; undefined where it cannot be read. */
  content?: {
    guidelines: number;
    /** Errors of `check`. */
    errors: number;
    /** The message and the file of the first error. */
    first: string | undefined;
  };
}

/** Findings about the roots that the hook reads. */
export function checkRoots(roots: readonly RootFacts[]): Finding[] {
  if (roots.length === 0) {
    return [problem(
      "guidebook-missing",
      "There is no guidebook: none is named, and without HOME there is no default",
      "Name a folder with --guidebook",
    )];
  }
  return roots.map(checkRoot);
}

function checkRoot(
  { path, origin, isDefault, untrustedFile, missing, content }: RootFacts,
): Finding {
  const write = isDefault
    // The permissions do not let `new` write there, and a guidebook belongs under version control.
    ? "mkdir -p ~/guidebook && adaptive-guidebook new ID --guidebook ~/guidebook. Then run: " +
      "adaptive-guidebook install AGENT --guidebook ~/guidebook, where AGENT is " +
      joinWords(AGENT_NAMES, "or")
    : `mkdir -p ${quoteShellWord(path)} && adaptive-guidebook new ID --guidebook ${
      quoteShellWord(path)
    }`;
  if (!content && untrustedFile !== undefined) {
    return warning(
      "guidebook-missing",
      `Cannot read guidebook "${path}" (${origin}): ${missing}. The one that "${untrustedFile}" names is ` +
        "not read until the project is trusted",
      "Trust the project, then run doctor again",
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
      `Guidebook "${path}" (${origin}) has no guideline.yaml`,
      `Write one with: ${write}`,
    );
  }
  if (errors > 0) {
    return problem(
      "guidebook-errors",
      `Guidebook "${path}" (${origin}; ${counted}) has ${
        countOf(errors, "error")
      }, the first: ${first}`,
      `Run: adaptive-guidebook check ${quoteShellWord(path)}`,
    );
  }
  return ok("guidebook", `Guidebook "${path}" (${origin}) has ${counted}`);
}
