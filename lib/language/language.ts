/** The languages of a file, by its name alone: a search in a table that is one text. Pure. */
import { nearest } from "../nearest.ts";
import { LANGUAGE_TABLE } from "./language_table.ts";

/** The usual NAME_MAX: bounds the work for a path that no file can have. */
const LONGEST_FILE_NAME = 255;

/** What was looked up before: many guidelines name the same few languages. */
const found = new Map<string, readonly string[]>();

let lowerCaseTable: string | undefined;

/** So many files are looked for in the whole table before it pays to take the file names out. */
const FEW_FILES = 16;
let fileCount = 0;
let fileNames: string | undefined;

/**
 * Every language that GitHub Linguist lists for a file of this name, in the order of their names:
 * those of the whole file name (case counts), else those of its longest listed extension (case does
 * not count). The content is not looked at, so a `.h` is C, C++ and Objective-C.
 *
 * @param path With `/` between its segments; only the last one counts.
 */
export function languagesOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.length > LONGEST_FILE_NAME) return [];
  if (isListedName(name)) return findLanguages(LANGUAGE_TABLE, `:${name}/`);
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const listed = findLanguages(LANGUAGE_TABLE, `*${name.slice(dot).toLowerCase()}/`);
    if (listed.length > 0) return listed;
  }
  return [];
}

/** Linguist's own spelling of a language's name or alias, without regard to case (`golang` → `Go`). */
export function canonicalLanguage(name: string): string | undefined {
  const key = keyOf(name);
  lowerCaseTable ??= LANGUAGE_TABLE.toLowerCase();
  return findLanguages(lowerCaseTable, `=${key}/`)[0] ??
    findLanguages(lowerCaseTable, `@${key}/`)[0];
}

/**
 * At most three languages that a name, which is none, may have been meant to be: those of the
 * extension (`kt`, `*.kt` → `Kotlin`), else those spelt most alike (`kotln` → `Kotlin`).
 */
export function nearestLanguages(name: string): string[] {
  const byExtension = findLanguages(LANGUAGE_TABLE, `*.${keyOf(name).replace(/^\*?\./, "")}/`);
  if (byExtension.length > 0) return byExtension.slice(0, 3);
  const spellings = LANGUAGE_TABLE.match(/(?<=[=@])[^/]+/g) ?? [];
  const languages = new Set<string>();
  for (const spelling of nearest(keyOf(name), spellings, Infinity)) {
    languages.add(canonicalLanguage(spelling)!);
  }
  return [...languages].slice(0, 3);
}

/** Whether the table has a whole file name. */
function isListedName(name: string): boolean {
  if (++fileCount <= FEW_FILES) return LANGUAGE_TABLE.includes(`:${name}/`);
  fileNames ??= (LANGUAGE_TABLE.match(/:[^/]+\//g) ?? []).join("");
  return fileNames.includes(`:${name}/`);
}

/** A name as the table holds it. No key, like no file name, holds the slash that closes an item. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s/]/g, "-");
}

/**
 * The languages whose line holds the item. The table is searched as text, since an edit asks it a
 * handful of things: an index costs as much to build as fifty searches.
 */
function findLanguages(table: string, item: string): readonly string[] {
  const known = found.get(item);
  if (known !== undefined) return known;
  const languages: string[] = [];
  for (let at = table.indexOf(item); at >= 0; at = table.indexOf(item, at + 1)) {
    const start = table.lastIndexOf("\n", at) + "\n=".length;
    languages.push(LANGUAGE_TABLE.slice(start, LANGUAGE_TABLE.indexOf("/", start)));
  }
  found.set(item, languages);
  return languages;
}
