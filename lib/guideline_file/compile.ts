/** The content of a guideline file to a guideline: globs, languages and patterns are compiled. */
import { fieldsOf } from "../json.ts";
import { isGuidelineEvent } from "../guideline/event.ts";
import { removeHidden } from "../hidden_characters.ts";
import { type Findings, lowerFirst, quote } from "./findings.ts";
import { compileGlob, compileRepositoryGlob } from "./glob.ts";
import type { Glob, Guideline, Match, Pattern, Priority, Scope } from "../guideline/guideline.ts";
import { canonicalLanguage, nearestLanguages } from "../language/language.ts";
import { describeFault } from "./pattern_fault.ts";
import { PRIORITIES } from "./schema.ts";
import { readPatterns, type WrittenPattern } from "./written_pattern.ts";

type Path = readonly PropertyKey[];
type Fields = Record<string, unknown>;

/**
 * Compiles each part of `value` that has the right form, so that one mistake does not hide another;
 * a guideline comes of it where nothing in `found` blocks it.
 */
export function compileGuideline(value: unknown, found: Findings): Guideline | undefined {
  const { id, title, priority, when, content, scope, match } = fieldsOf(value);
  if (typeof content === "string" && removeHidden(content).trim() === "") {
    found.add("empty-content", "Cannot use content: it is empty", {
      ...found.valueAt(["content"]),
      help: "Write what the agent should read",
    });
  }
  const compiledScope = compileScope(fieldsOf(scope), found);
  const compiledMatch = match === undefined ? undefined : compileMatch(match, found);
  if (found.blocked || typeof id !== "string" || typeof content !== "string") return undefined;
  return {
    id,
    ...(typeof title === "string" && { title }),
    ...(PRIORITIES.some((known) => known === priority) && { priority: priority as Priority }),
    content,
    scope: compiledScope,
    when: textsOf(when).map(({ text }) => text).filter(isGuidelineEvent),
    ...(compiledMatch && { match: compiledMatch }),
  };
}

function compileScope({ repositories, languages, paths }: Fields, found: Findings): Scope {
  const scope: Scope = {};
  if (repositories !== undefined) {
    const path = ["scope", "repositories"];
    scope.repositories = compileGlobs(repositories, path, found, compileRepositoryGlob);
    for (const { text: glob, index } of textsOf(repositories)) {
      if (glob.includes("/") || glob.trim() === "") continue;
      found.add("repository-glob-without-owner", `Cannot match ${quote(glob)}: it names no owner`, {
        ...found.valueAt([...path, index]),
        help: `Repositories are owner/repository: write '${
          glob.replace(/^!?/, "$&*/")
        }' for any owner`,
      });
    }
  }
  if (paths !== undefined) scope.paths = compileGlobs(paths, ["scope", "paths"], found);
  if (languages !== undefined) scope.languages = compileLanguages(languages, found);
  return scope;
}

function compileGlobs(
  value: unknown,
  path: Path,
  found: Findings,
  compile: (glob: string) => Glob = compileGlob,
): Glob[] {
  const globs = textsOf(value);
  const compiled = globs.flatMap(({ text, index }) => {
    try {
      return [compile(text)];
    } catch (error) {
      // picomatch's advice after the dash is for patterns in JavaScript source.
      const message = error instanceof Error ? error.message.replace(/ - use .*/, "") : "unknown";
      found.add("bad-glob", `Cannot read glob ${quote(text)}: ${lowerFirst(message)}`, {
        ...found.valueAt([...path, index]),
        help: globHelp(text),
      });
      return [];
    }
  });
  if (compiled.length > 0 && compiled.length === globs.length && compiled.every((g) => g.negated)) {
    found.add("bad-glob", "Cannot match anything: every glob of the list is negated", {
      ...found.valueAt(path),
      help: "Put '**' before them",
    });
  }
  return compiled;
}

function globHelp(glob: string): string {
  const body = glob.replace(/^!/, "");
  if (body.trim() === "") return "Write a glob there or take the item out";
  if (body.startsWith("/")) return `Leave the slash out: '${glob.replace("/", "")}'`;
  if (body.includes("..")) return "Write the path from the repository's root";
  return "Close each bracket, or put a backslash before a character that stands for itself";
}

function compileLanguages(value: unknown, found: Findings): string[] {
  return textsOf(value).flatMap(({ text: name, index }) => {
    const language = canonicalLanguage(name);
    if (language !== undefined) return [language];
    if (name === "") return [];
    const near = nearestLanguages(name);
    found.add("unknown-language", `Cannot find language ${quote(name)}`, {
      ...found.valueAt(["scope", "languages", index]),
      help: near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : "Names are those of GitHub Linguist; for a kind of file write scope.paths, as '**/*.ext'",
    });
    return [];
  });
}

function compileMatch(value: unknown, found: Findings): Match {
  const match: Match = {};
  for (const list of ["any", "all", "none"] as const) {
    if (Array.isArray(fieldsOf(value)[list])) match[list] = [];
  }
  for (const written of readPatterns({ match: value })) {
    match[written.list]!.push(compilePattern(written, found));
  }
  return match;
}

function compilePattern(written: WrittenPattern, found: Findings): Pattern {
  const { path, text, pattern, flags, offset, on } = written;
  try {
    new RegExp(pattern, flags);
  } catch (error) {
    const fault = describeFault(pattern, flags, error);
    found.add("invalid-pattern", `Cannot compile pattern ${quote(text)}: ${fault.reason}`, {
      ...(fault.inFlags
        ? found.valueAt([...path, "flags"])
        : found.partAt([...path, "pattern"], offset + fault.start, offset + fault.end)),
      help: fault.help,
    });
  }
  return { pattern, flags, ...(on === "added" && { on }) };
}

function textsOf(value: unknown): { text: string; index: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((text, index) => typeof text === "string" ? [{ text, index }] : []);
}
