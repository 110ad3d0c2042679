/** Which languages a text is in, where the file's name does not decide. Pure. */
import { HEURISTICS, INTERPRETERS } from "./heuristics.ts";

/** As much of a text as Linguist looks at, in characters; also bounds the cost. */
const SAMPLE = 50 * 1024;
/** Lines in which a shell script may start another interpreter. */
const EXEC_LINES = 5;

/** A rule of the table; one without patterns is the default. */
interface Rule {
  languages: string[];
  patterns: string[];
  excluding: string[];
}

/**
 * The ones of `candidates` that a text of a file with this extension (in lower case) can be in. The
 * language whose first extension it is stays, and another one joins it only by a sign of its own.
 * Without such a language, Linguist's first matching rule decides; where none matches, its default
 * excludes the languages whose signs are missing, and without a default all stay.
 */
export function decideByHeuristics(
  extension: string,
  candidates: readonly string[],
  text: string,
): readonly string[] {
  const sample = text.slice(0, SAMPLE);
  const start = sample.trimStart();
  if (candidates.includes("XML")) {
    // Qt's translations are the `.ts` files that are XML, for example.
    if (/^<(?:\?xml\s|!DOCTYPE\s)/i.test(start)) return ["XML"];
    if (!start.startsWith("<")) candidates = candidates.filter((name) => name !== "XML");
  }
  const { owner, rules } = findRules(extension);
  const matching = rules.find((rule) => !isDefault(rule) && matches(rule, sample));
  if (matching) {
    const { languages } = matching;
    return candidates.filter((name) => name === owner || languages.includes(name));
  }
  const fallback = rules.find(isDefault)?.languages ?? [];
  if (owner !== undefined) {
    return candidates.filter((name) => name === owner || fallback.includes(name));
  }
  if (fallback.length === 0) return candidates;
  const tested = new Set(rules.flatMap((rule) => isDefault(rule) ? [] : rule.languages));
  return candidates.filter((name) => fallback.includes(name) || !tested.has(name));
}

function findRules(extension: string): { owner: string | undefined; rules: Rule[] } {
  const at = HEURISTICS.indexOf(`~${extension}/`);
  const end = HEURISTICS.indexOf("\n\n", at);
  const [, ...lines] = at < 0 ? [] : HEURISTICS.slice(at, end < 0 ? undefined : end).split("\n");
  let owner: string | undefined;
  const rules: Rule[] = [];
  for (const line of lines) {
    const value = line.slice(1);
    if (line[0] === "!") owner = value;
    if (line[0] === "=") rules.push({ languages: value.split("/"), patterns: [], excluding: [] });
    if (line[0] === "+") rules.at(-1)!.patterns.push(value);
    if (line[0] === "-") rules.at(-1)!.excluding.push(value);
  }
  return { owner, rules };
}

function isDefault({ patterns, excluding }: Rule): boolean {
  return patterns.length === 0 && excluding.length === 0;
}

function matches({ patterns, excluding }: Rule, text: string): boolean {
  const isFound = (pattern: string) => new RegExp(pattern, "m").test(text);
  return patterns.every(isFound) && !excluding.some(isFound);
}

/** The languages of the interpreter in the first line, such as `#!/usr/bin/env -S python3 -u`. */
export function languagesOfShebang(text: string): readonly string[] {
  const lines = text.slice(0, SAMPLE).split("\n", EXEC_LINES);
  const interpreter = interpreterOf(lines[0]!.slice("#!".length));
  // An old way to find an interpreter in PATH: `exec tclsh "$0" "$@"`.
  const exec = interpreter === "sh"
    ? lines.map((line) => /^exec\s+(\S+)/.exec(line)?.[1]).find((name) => name !== undefined)
    : undefined;
  const names = [exec, interpreter].flatMap((name) => name === undefined ? [] : [fileName(name)]);
  for (const name of names) {
    for (const spelling of [name, name.replace(/\.[\d.]+$/, ""), name.replace(/[-\d.]+$/, "")]) {
      const languages = findInterpreter(spelling);
      if (languages.length > 0) return languages;
    }
  }
  return [];
}

function interpreterOf(shebang: string): string | undefined {
  const words = shebang.trim().split(/\s+/);
  const isEnv = fileName(words[0]!) === "env";
  const name = isEnv
    ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
    : words[0];
  return name === undefined ? undefined : fileName(name);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function findInterpreter(name: string): readonly string[] {
  const at = name === "" ? -1 : INTERPRETERS.indexOf(`\n${name}/`);
  if (at < 0) return [];
  return INTERPRETERS.slice(at + 1, INTERPRETERS.indexOf("\n", at + 1)).split("/").slice(1);
}
