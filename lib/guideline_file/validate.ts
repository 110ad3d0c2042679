/** Checks that the data of a file has the form of a guideline. */
import { isRecord } from "../json.ts";
import type * as z from "zod";
import type { Findings } from "./findings.ts";
import { createIssue, fieldAt, schemaPathOf } from "./issue.ts";
import {
  reportEmpty,
  reportFormat,
  reportMissing,
  reportNoPatterns,
  reportUnknownKey,
  reportUnknownValue,
  reportWrongType,
} from "./issue_report.ts";
import { meantKey } from "./keys.ts";
import { GuidelineSchema } from "./schema.ts";

type ZodIssue = z.core.$ZodIssue;

/** Reports everything in `value` that does not have the form of a guideline. */
export function validate(value: unknown, found: Findings): void {
  const { error } = GuidelineSchema.safeParse(value);
  if (!error) return;
  const issues = error.issues.flatMap((issue) => flatten(issue, value));
  const meant = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => meantKey(key, schemaPathOf(issue.path)))
      : []
  ).filter((key) => key !== undefined);
  for (const issue of issues) {
    // A key that is elsewhere or misspelt is missing here: one cause, one report.
    const schemaPath = schemaPathOf(issue.path);
    const misplaced = meant.some((key) => key === schemaPath || key.startsWith(`${schemaPath}.`));
    if (misplaced && fieldAt(value, issue.path) === undefined) continue;
    report(issue, value, found);
    if (found.isDone) return;
  }
}

/** For a value that is text or a mapping, the mapping's own issues are more precise. */
function flatten(issue: ZodIssue, value: unknown): ZodIssue[] {
  if (issue.code !== "invalid_union" || !isRecord(fieldAt(value, issue.path))) return [issue];
  const inner = issue.errors.at(-1) ?? [];
  return inner.map((error) => ({ ...error, path: [...issue.path, ...error.path] }));
}

function report(zodIssue: ZodIssue, value: unknown, found: Findings): void {
  const issue = createIssue(zodIssue.path, value, found);
  const isMissing = issue.actual === undefined;
  switch (zodIssue.code) {
    case "unrecognized_keys":
      for (const key of zodIssue.keys) reportUnknownKey(key, issue, value);
      return;
    case "invalid_type":
      return isMissing ? reportMissing(issue) : reportWrongType(issue, zodIssue.expected);
    case "invalid_union":
      return isMissing ? reportMissing(issue) : reportWrongType(issue, "text or { path, source }");
    case "invalid_value":
      return reportUnknownValue(issue);
    case "too_small":
      return reportEmpty(issue);
    case "custom":
      return reportNoPatterns(issue);
    default:
      return reportFormat(issue, zodIssue.message);
  }
}
