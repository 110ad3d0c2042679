/** Every kind of finding: its code, what it says, and how bad it is. */
import type { Severity } from "../diagnostic.ts";

/** What `check` says of a kind of finding. */
export interface Code {
  /**
   * At its worst. Error: the guideline is not loaded, or cannot do what it says. Warning: it works,
   * but hardly as it was meant. Hint: it could be better.
   */
  severity: Severity;
  summary: string;
}

/** Every kind of finding of `check`. */
export const CODES: Record<string, Code> = {
  "yaml-syntax": { severity: "error", summary: "The file is not YAML, or means something else" },
  "duplicate-key": { severity: "error", summary: "A key stands twice in one mapping" },
  "unknown-key": { severity: "error", summary: "A key that a guideline does not have" },
  "wrong-type": { severity: "error", summary: "A list where text is meant, or the like" },
  "missing-key": { severity: "error", summary: "A required key is not there" },
  "empty-value": { severity: "error", summary: "A list, text or mapping with nothing in it" },
  "empty-content": { severity: "error", summary: "There is nothing for the agent to read" },
  "bad-id": { severity: "error", summary: "An id that is not lower-case words and hyphens" },
  "duplicate-id": { severity: "error", summary: "Two guidelines have one id" },
  "unknown-value": { severity: "error", summary: "A priority or target that there is not" },
  "unknown-event": { severity: "error", summary: "An event that there is not" },
  "unknown-language": { severity: "error", summary: "A language that GitHub Linguist has not" },
  "bad-glob": { severity: "error", summary: "A glob that cannot match" },
  "repository-glob-without-owner": {
    severity: "error",
    summary: "A repository glob that names no owner",
  },
  "glob-only-at-root": {
    severity: "warning",
    summary: "A glob without a folder, which matches in the repository's root only",
  },
  "glob-of-one-file": { severity: "hint", summary: "A folder is likely meant, not one file" },
  "glob-matches-nothing": { severity: "warning", summary: "No file of the repository fits" },
  "bad-flags": { severity: "error", summary: "Flags other than i, m, s, u and v" },
  "invalid-pattern": { severity: "error", summary: "A pattern that does not compile" },
  "foreign-syntax": {
    severity: "error",
    summary: "Syntax of another engine that means something else in ECMAScript",
  },
  "unicode-escape-without-u": {
    severity: "error",
    summary: "\\p{…} or \\u{…} without the u flag",
  },
  "empty-match": { severity: "error", summary: "A pattern that matches the empty string" },
  "matches-everything": { severity: "error", summary: "A pattern that matches every file" },
  "anchor-without-m": {
    severity: "warning",
    summary: "^ or $ without the m flag, where a line is likely meant",
  },
  "slow-pattern": { severity: "error", summary: "A pattern that may backtrack for long" },
  "content-too-long": { severity: "warning", summary: "More than the agent takes in one piece" },
  "unfilled-template": { severity: "warning", summary: "Title or content is still that of new" },
  "hidden-characters": { severity: "warning", summary: "Characters that a reader does not see" },
  "missing": { severity: "error", summary: "An example is not matched, but should be" },
  "noisy": { severity: "error", summary: "An example is matched, but should not be" },
  "no-examples": { severity: "hint", summary: "No example proves the patterns" },
  "misnamed-file": { severity: "error", summary: "A guideline that is never loaded for its name" },
  "linked-folder": { severity: "warning", summary: "A folder behind a link, which is not entered" },
  "no-guidelines": { severity: "error", summary: "A folder without any guideline" },
  "unreadable": { severity: "error", summary: "A file or folder that cannot be read" },
};
