/** Globs that compile, but hardly match what their author meant. */
import { fieldsOf } from "../json.ts";
import type { Severity } from "../diagnostic.ts";
import { type Findings, type ProblemPlace, quote } from "../guideline_file/findings.ts";
import { languagesOf } from "../language/language.ts";
import { fileName } from "../path.ts";
import { parseRepositoryIdentity } from "../repository/identity.ts";

/** What is odd about a glob, and what to write instead. */
interface Oddity {
  code: "bad-glob" | "glob-only-at-root" | "glob-of-one-file";
  reason: string;
  help: string;
}

/** Where it is no error. */
const SEVERITIES: Partial<Record<Oddity["code"], Severity>> = {
  "glob-only-at-root": "warning",
  "glob-of-one-file": "hint",
};

/** Reports odd globs in a guideline file's content; none of it keeps the guideline from loading. */
export function checkGlobs(value: unknown, found: Findings): void {
  const scope = fieldsOf(fieldsOf(value)["scope"]);
  for (
    const [list, examine] of [["paths", examinePath], ["repositories", examineRepository]] as const
  ) {
    const globs = scope[list];
    if (!Array.isArray(globs)) continue;
    globs.forEach((glob, i) => {
      const oddity = typeof glob === "string" ? examine(glob) : undefined;
      if (!oddity) return;
      const { code, reason, help } = oddity;
      const at: ProblemPlace = { ...found.valueAt(["scope", list, i]), help, blocks: false };
      const severity = SEVERITIES[code];
      if (severity) at.severity = severity;
      // A URL may hold a token.
      if (list === "repositories") at.concealed = true;
      const what = list === "repositories" ? "a repository glob" : `glob ${quote(glob)}`;
      found.add(code, `Cannot match much by ${what}: ${reason}`, at);
    });
  }
}

function examinePath(glob: string): Oddity | undefined {
  const body = glob.replace(/^!/, "");
  const code = "bad-glob";
  if (body === "" || body.startsWith("/") || body.includes("..")) return undefined; // Told already.
  if (/, |,$/.test(body.replace(/\{[^}]*\}/g, ""))) {
    return {
      code,
      reason: "it is one glob, not a list",
      help: `Write each as an item: [${
        glob.split(/,\s*/).filter(Boolean).map(inQuotes).join(", ")
      }]`,
    };
  }
  if (glob !== glob.trim() || body !== body.trim()) {
    return { code, reason: "its spaces are part of it", help: `Write ${inQuotes(trimmed(glob))}` };
  }
  if (/\\[\w*]/.test(body)) {
    return {
      code,
      reason: 'a "\\" takes the next character for itself, it parts no folders',
      help: `Write ${inQuotes(glob.replaceAll("\\", "/"))}`,
    };
  }
  if (body.endsWith("/")) {
    return {
      code,
      reason: 'no file\'s path ends with "/"',
      help: `Write ${inQuotes(`${glob}**`)} for every file in the folder`,
    };
  }
  const [, sign, alternatives] = /([@!+?*])\(([^)]*)\)/.exec(body) ?? [];
  if (alternatives !== undefined) {
    return {
      code,
      reason: `"${sign}(" stands for itself, there are no extended globs`,
      help: sign === "!"
        ? 'Write an item that begins with "!" after it, to take files back'
        : `Write alternatives as {${alternatives.replaceAll("|", ",")}}`,
    };
  }
  if (/^\*[^*/]*$/.test(body) && body !== "*") {
    return {
      code: "glob-only-at-root",
      reason: '"*" stays inside one folder, here the repository\'s root',
      help: `Write ${inQuotes(glob.replace(body, `**/${body}`))} for any folder, or ` +
        `${inQuotes(glob.replace(body, `./${body}`))} if you mean the root`,
    };
  }
  if (looksLikeFolder(body)) {
    return {
      code: "glob-of-one-file",
      reason: "it is one file of that name, not what is in a folder",
      help: `Write ${inQuotes(`${glob}/**`)} if it is a folder, for every file in it`,
    };
  }
  return undefined;
}

/** Files without an extension are named in capitals, or are known for their names. */
function looksLikeFolder(body: string): boolean {
  const name = fileName(body);
  return /^(?:[\w@.-]+\/)*[a-z0-9_@-]+$/.test(body) && languagesOf(name).languages.length === 0 &&
    !FILES_WITHOUT_EXTENSION.has(name);
}

const FILES_WITHOUT_EXTENSION = new Set(["configure", "dockerfile", "procfile"]);

const HOSTS = /^(?:www\.)?(?:github|gitlab|bitbucket|codeberg|dev\.azure)\.(?:com|org)\//i;

function examineRepository(glob: string): Oddity | undefined {
  const isUrl = /:\/\/|^[\w.-]+@|\.git$/.test(glob) || HOSTS.test(glob);
  if (!isUrl) return undefined;
  const identity = parseRepositoryIdentity(HOSTS.test(glob) ? `https://${glob}` : glob);
  return {
    code: "bad-glob",
    reason: "it is a URL, and repositories are owner/repository",
    help: identity === undefined ? "Write owner/repository" : `Write ${inQuotes(identity)}`,
  };
}

function trimmed(glob: string): string {
  return glob.trim().replace(/^!\s+/, "!");
}

function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
