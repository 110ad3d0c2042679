/** A file of the right form to a guideline: globs, languages and patterns are compiled. */
import { removeHidden } from "../hidden_characters.ts";
import { type Findings, lowerFirst, quote } from "./findings.ts";
import { compileGlob } from "./glob.ts";
import type { Glob, Guideline, Pattern, Scope } from "./guideline.ts";
import { canonicalLanguage, nearestLanguages } from "./language.ts";
import { requiredTexts } from "./required_text.ts";
import type { GuidelineFile } from "./schema.ts";

/** A guideline whose text is checked as far as text goes; undefined where that fails. */
export function compileGuideline(file: GuidelineFile, found: Findings): Guideline | undefined {
  const before = found.problems.filter(({ code }) => code !== "unknown-key").length;
  if (removeHidden(file.content).trim() === "") {
    found.add("empty-content", "Cannot use content: it is empty", {
      ...found.valueAt(["content"]),
      help: "Write what the agent should read",
    });
  }
  const scope: Scope = {};
  if (file.scope?.repositories) {
    scope.repositories = compileGlobs(file.scope.repositories, ["scope", "repositories"], found);
    file.scope.repositories.forEach((glob, i) => {
      if (glob.includes("/")) return;
      found.add("repository-glob-without-owner", `Cannot match ${quote(glob)}: it names no owner`, {
        ...found.valueAt(["scope", "repositories", i]),
        help: `Repositories are owner/repository; write "*/${
          glob.replace(/^!/, "")
        }" for any owner`,
      });
    });
  }
  if (file.scope?.paths) scope.paths = compileGlobs(file.scope.paths, ["scope", "paths"], found);
  if (file.scope?.languages) scope.languages = compileLanguages(file.scope.languages, found);
  const any = file.match?.any.map(({ regex }, i) => compilePattern(regex, i, found));
  const problems = found.problems.filter(({ code }) => code !== "unknown-key").length;
  if (problems > before) return undefined;
  const { id, when, content } = file;
  return { id, content, scope, when, ...(any && { match: { any } }) };
}

function compileGlobs(globs: string[], path: PropertyKey[], found: Findings): Glob[] {
  const compiled = globs.flatMap((glob, i) => {
    try {
      return [compileGlob(glob)];
    } catch (error) {
      const reason = error instanceof Error ? lowerFirst(error.message) : "unknown";
      found.add(
        "bad-glob",
        `Cannot read glob ${quote(glob)}: ${reason}`,
        found.valueAt([...path, i]),
      );
      return [];
    }
  });
  if (compiled.length === globs.length && compiled.every(({ negated }) => negated)) {
    found.add("bad-glob", "Cannot match anything: every glob of the list is negated", {
      ...found.valueAt(path),
      help: "Put '**' before them",
    });
  }
  return compiled;
}

function compileLanguages(names: string[], found: Findings): string[] {
  return names.flatMap((name, i) => {
    const language = canonicalLanguage(name);
    if (language !== undefined) return [language];
    const near = nearestLanguages(name);
    found.add("unknown-language", `Cannot find language ${quote(name)}`, {
      ...found.valueAt(["scope", "languages", i]),
      help: near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : "Names are those of GitHub Linguist",
    });
    return [];
  });
}

function compilePattern(
  { pattern, flags = "" }: { pattern: string; flags?: string | undefined },
  index: number,
  found: Findings,
): Pattern {
  try {
    new RegExp(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    found.add(
      "invalid-pattern",
      `Cannot compile pattern ${quote(pattern)}: ${
        lowerFirst(reason.slice(reason.lastIndexOf(": ") + 2))
      }`,
      found.valueAt(["match", "any", index, "regex", "pattern"]),
    );
  }
  const needs = requiredTexts(pattern, flags);
  return { pattern, flags, ...(needs && { needs }) };
}
