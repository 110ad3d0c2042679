/** The languages of a file: a search in a table that is one text. Pure. */
import { nearest } from "../nearest.ts";
import { LANGUAGE_TABLE } from "./language_table.ts";

/** The languages of a file, each list in the order of the names. */
export interface FileLanguages {
  /** Those of the name; of a file whose text cannot be read nothing else is known. */
  languages: readonly string[];
  /** All that the text can turn out to be in. */
  possible: readonly string[];
  /** Narrows them down by the text; absent where the name decides. */
  decide?: (text: string) => Promise<readonly string[]>;
}

/** The usual NAME_MAX: bounds the work for a path that no file can have. */
const LONGEST_FILE_NAME = 255;

/** Earlier lookups: many guidelines name the same few languages. */
const found = new Map<string, readonly string[]>();

let lowerCaseTable: string | undefined;

/** The number of files after which it pays to search the file names apart from the table. */
const FEW_FILES = 16;
let fileCount = 0;
let fileNames: string | undefined;

/**
 * The languages of a file of this name: those of the whole file name (case counts), else those of
 * its longest listed extension (case does not count), else those of the name before its first dot
 * (`Dockerfile.dev`). A name without a dot depends on its shebang.
 *
 * @param path With `/` between its segments; only the last one counts.
 */
export function languagesOf(path: string): FileLanguages {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "" || name.length > LONGEST_FILE_NAME) return decided([]);
  if (isListedName(name)) return decided(languagesOfName(name));
  const firstDot = name.indexOf(".");
  if (firstDot < 0) {
    const possible = findLanguages(LANGUAGE_TABLE, "#!/");
    return { languages: [], possible, decide: decideByShebang };
  }
  for (let dot = firstDot; dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const byExtension = languagesOfExtension(name.slice(dot).toLowerCase());
    if (byExtension) return byExtension;
  }
  const base = name.slice(0, firstDot);
  if (base === "" || !isListedName(base)) return decided([]);
  // A suffix can be a name of its own: `Dockerfile.dockerignore`.
  const suffix = name.slice(firstDot);
  return decided(languagesOfName(isListedName(suffix) ? suffix : base));
}

/** The languages of a file of this name with this text. */
export async function languagesOfText(path: string, text: string): Promise<readonly string[]> {
  const { languages, decide } = languagesOf(path);
  return decide ? await decide(text) : languages;
}

function decided(languages: readonly string[]): FileLanguages {
  return { languages, possible: languages };
}

function languagesOfName(name: string): readonly string[] {
  return findLanguages(LANGUAGE_TABLE, `:${name}/`);
}

function languagesOfExtension(extension: string): FileLanguages | undefined {
  const languages = findLanguages(LANGUAGE_TABLE, `*${extension}/`);
  if (languages.length > 0) return decided(languages);
  const possible = findLanguages(LANGUAGE_TABLE, `~${extension}/`);
  if (possible.length === 0) return undefined;
  const decide = async (text: string) => {
    const { decideByHeuristics } = await import("./language_by_text.ts");
    return decideByHeuristics(extension, possible, text);
  };
  return { languages: possible, possible, decide };
}

async function decideByShebang(text: string): Promise<readonly string[]> {
  if (!text.startsWith("#!")) return [];
  const { languagesOfShebang } = await import("./language_by_text.ts");
  return languagesOfShebang(text);
}

/** Linguist's own spelling of a language's name or alias, without regard to case (`golang` → `Go`). */
export function canonicalLanguage(name: string): string | undefined {
  const key = keyOf(name);
  lowerCaseTable ??= LANGUAGE_TABLE.toLowerCase();
  return findLanguages(lowerCaseTable, `=${key}/`)[0] ??
    findLanguages(lowerCaseTable, `@${key}/`)[0];
}

/**
 * At most three languages that an unknown name may have meant: those of the extension (`kt`,
 * `*.kt` → `Kotlin`), else those with the most similar spelling (`kotln` → `Kotlin`).
 */
export function nearestLanguages(name: string): string[] {
  const byExtension = languagesOfExtension(`.${keyOf(name).replace(/^\*?\./, "")}`);
  if (byExtension) return byExtension.languages.slice(0, 3);
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

/** A name as the table has it. Keys and file names never contain the slash that ends an item. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s/]/g, "-");
}

/**
 * The languages whose line holds the item. The table is searched as text, since an edit needs a
 * handful of lookups, and an index costs as much to build as fifty searches.
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
