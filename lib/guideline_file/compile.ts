/** Compiles the data of a guideline file to a guideline: its globs, languages and patterns. */
import { fieldsOf } from "../json.ts";
import { joinWords } from "../words.ts";
import { isGuidelineEvent } from "../guideline/event.ts";
import { removeHidden } from "../hidden_characters.ts";
import { type Findings, lowerFirst, quote, singleQuoted } from "./findings.ts";
import { compileGlob, compileRepositoryGlob } from "./glob.ts";
import type { Glob, Guideline, Match, Pattern, Priority, Scope } from "../guideline/guideline.ts";
import { canonicalLanguage, nearestLanguages } from "../language/language.ts";
import { PatternCost } from "./pattern_cost.ts";
import { describeFault } from "./pattern_fault.ts";
import { PRIORITIES } from "./schema.ts";
import { isUnfilled } from "./template.ts";
import { readPatterns, type WrittenPattern } from "./written_pattern.ts";

type Path = readonly PropertyKey[];
type Fields = Record<string, unknown>;

/**
 * Compiles each part of `value` that has the right form, so that one mistake does not hide another.
 * Undefined where a problem in `found` blocks the guideline.
 */
export function compileGuideline(value: unknown, found: Findings): Guideline | undefined {
  const { id, title, priority, when, content, scope, match } = fieldsOf(value);
  if (typeof content === "string") checkContent(content, found);
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

function checkContent(content: string, found: Findings): void {
  if (removeHidden(content).trim() === "") {
    found.add("empty-content", "Content is empty", {
      ...found.valueAt(["content"]),
      help: "Write what the agent should read",
    });
  } else if (isUnfilled("content", content)) {
    // The agent would obey the placeholder.
    found.add("unfilled-template", "Content is still the template's example", {
      ...found.valueAt(["content"]),
      help: "Write what the agent should read",
    });
  }
}

function compileScope({ repositories, languages, paths }: Fields, found: Findings): Scope {
  const scope: Scope = {};
  if (repositories !== undefined) {
    const path = ["scope", "repositories"];
    scope.repositories = compileGlobs(repositories, path, found, compileRepositoryGlob);
    for (const { text: glob, index } of textsOf(repositories)) {
      if (found.isDone) break;
      if (glob.includes("/") || glob.trim() === "") continue;
      const anyOwner = singleQuoted(glob.replace(/^!?/, "$&*/"));
      found.add(
        "repository-glob-without-owner",
        `Repository glob ${quote(glob)} names no owner`,
        {
          ...found.valueAt([...path, index]),
          help: `Repositories are owner/repository: write ${anyOwner} for any owner`,
        },
      );
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
    if (found.isDone) return [];
    try {
      return [compile(text)];
    } catch (error) {
      // picomatch's advice after the dash is for patterns in JavaScript source.
      const message = error instanceof Error ? error.message.replace(/ - use .*/, "") : "unknown";
      found.add("bad-glob", `Invalid glob ${quote(text)}: ${lowerFirst(message)}`, {
        ...found.valueAt([...path, index]),
        help: helpForGlob(text, message),
      });
      return [];
    }
  });
  if (compiled.length > 0 && compiled.length === globs.length && compiled.every((g) => g.negated)) {
    found.add("bad-glob", "Every glob of the list is negated, so none matches", {
      ...found.valueAt(path),
      help: "Put '**' before them",
    });
  }
  return compiled;
}

function helpForGlob(glob: string, message: string): string {
  if (/longer|complex/.test(message)) return "Write several shorter globs";
  const body = glob.replace(/^!/, "");
  if (body.trim() === "") return "Write a glob there or take the item out";
  if (body.startsWith("/")) return `Leave the slash out: ${singleQuoted(glob.replace("/", ""))}`;
  if (body.includes("..")) return "Write the path from the repository's root";
  return "Close each bracket, or put a backslash before a character that is meant literally";
}

function compileLanguages(value: unknown, found: Findings): string[] {
  return textsOf(value).flatMap(({ text: name, index }) => {
    if (found.isDone) return [];
    const language = canonicalLanguage(name);
    if (language !== undefined) return [language];
    if (name === "") return [];
    found.add("unknown-language", `Unknown language ${quote(name)}`, {
      ...found.valueAt(["scope", "languages", index]),
      help: () => helpForLanguage(name),
    });
    return [];
  });
}

function helpForLanguage(name: string): string {
  const near = nearestLanguages(name);
  return near.length > 0
    ? `Did you mean ${joinWords(near, "or")}?`
    : "Names are those of GitHub Linguist; for a kind of file write scope.paths, as '**/*.ext'";
}

function compileMatch(value: unknown, found: Findings): Match {
  const match: Match = {};
  for (const list of ["any", "all", "none"] as const) {
    if (Array.isArray(fieldsOf(value)[list])) match[list] = [];
  }
  const cost = new PatternCost();
  for (const written of readPatterns({ match: value })) {
    if (found.isDone) break;
    match[written.list]!.push(compilePattern(written, cost, found));
  }
  return match;
}

function compilePattern(written: WrittenPattern, cost: PatternCost, found: Findings): Pattern {
  const { path, text, pattern, flags, offset, on } = written;
  const excess = cost.add(pattern, flags);
  if (excess !== undefined) {
    found.add("slow-pattern", `Pattern ${quote(text)} ${excess}`, {
      ...found.valueAt([...path, "pattern"]),
      help: /\\p\{/i.test(text)
        ? 'Write properties once and repeat them, as "[\\p{L}\\p{N}]+"'
        : "Shorten it, or split the guideline",
    });
    return { pattern, flags };
  }
  try {
    new RegExp(pattern, flags);
  } catch (error) {
    const fault = describeFault(pattern, flags, error);
    found.add("invalid-pattern", `${fault.reason} in pattern ${quote(text)}`, {
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
