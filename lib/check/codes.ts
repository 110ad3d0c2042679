/** Every kind of finding: its code, how bad it is, and a summary. */
import type { Severity } from "../diagnostic.ts";

/** A kind of finding of `check`. */
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
  "yaml-syntax": { severity: "error", summary: "Invalid YAML, or YAML that means something else" },
  "duplicate-key": { severity: "error", summary: "Duplicate key in a mapping" },
  "unknown-key": { severity: "error", summary: "Unknown key" },
  "wrong-type": { severity: "error", summary: "Value of the wrong type, such as text for a list" },
  "missing-key": { severity: "error", summary: "Missing required key" },
  "empty-value": { severity: "error", summary: "Empty list, text or mapping" },
  "empty-content": { severity: "error", summary: "Empty content" },
  "bad-id": { severity: "error", summary: "Id with other than lower-case words and hyphens" },
  "duplicate-id": { severity: "error", summary: "Id of another guideline" },
  "unknown-value": { severity: "error", summary: "Unknown priority or target" },
  "unknown-event": { severity: "error", summary: "Unknown event" },
  "unknown-language": { severity: "error", summary: "Language that GitHub Linguist does not know" },
  "bad-glob": { severity: "error", summary: "Glob that cannot match" },
  "repository-glob-without-owner": {
    severity: "error",
    summary: "Repository glob without an owner",
  },
  "globstar-in-segment": {
    severity: "warning",
    summary: '"**" beside other characters, where it does not cross folders',
  },
  "glob-only-at-root": {
    severity: "warning",
    summary: "Glob without a folder, which matches in the repository's root only",
  },
  "glob-of-one-file": { severity: "hint", summary: "Glob of one file that looks like a folder" },
  "glob-matches-nothing": { severity: "warning", summary: "Glob that matches no file" },
  "bad-flags": { severity: "error", summary: "Flags other than i, m, s, u and v" },
  "invalid-pattern": { severity: "error", summary: "Pattern that does not compile" },
  "foreign-syntax": {
    severity: "error",
    summary: "Syntax of another engine that means something else in ECMAScript",
  },
  "unicode-escape-without-u": {
    severity: "error",
    summary: "\\p{…} or \\u{…} without the u flag",
  },
  "ascii-only-class": {
    severity: "warning",
    summary: "\\b or \\w beside a letter that is not ASCII",
  },
  "trailing-line-break": {
    severity: "warning",
    summary: "Line break at the end of a pattern, from YAML's block style",
  },
  "empty-match": { severity: "error", summary: "Pattern that matches the empty string" },
  "matches-everything": { severity: "error", summary: "Pattern that matches every file" },
  "anchor-without-m": {
    severity: "warning",
    summary: "^ or $ without the m flag, where a line is likely meant",
  },
  "slow-pattern": { severity: "error", summary: "Pattern that may backtrack for long" },
  "content-too-long": {
    severity: "warning",
    summary: "Content longer than what the agent reads in one piece",
  },
  "unfilled-template": {
    severity: "error",
    summary: "Content or title that is still the template's example",
  },
  "hidden-characters": { severity: "warning", summary: "Characters that a reader does not see" },
  "imitates-presentation": {
    severity: "warning",
    summary: "Line of the content that looks like another guideline's heading",
  },
  "missing": { severity: "error", summary: "Example that is not matched, but should be" },
  "noisy": { severity: "error", summary: "Example that is matched, but should not be" },
  "no-examples": { severity: "hint", summary: "Patterns without an example" },
  "misnamed-file": { severity: "error", summary: "Guideline that is not loaded for its file name" },
  "linked-folder": { severity: "warning", summary: "Linked folder, which is not entered" },
  "no-guidelines": { severity: "error", summary: "Folder without guidelines" },
  "unreadable": { severity: "error", summary: "File or folder that cannot be read" },
  "more-problems": { severity: "error", summary: "More than 100 problems in one file" },
};
