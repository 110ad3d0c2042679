/** Checks globs that compile, but probably do not match what their author meant. */
import { fieldsOf } from "../json.ts";
import type { Severity } from "../diagnostic.ts";
import {
  type Findings,
  type ProblemDetails,
  quote,
  singleQuoted,
} from "../guideline_file/findings.ts";
import { GLOB_LIMIT } from "../guideline_file/glob.ts";
import { languagesOf } from "../language/language.ts";
import { fileName } from "../path.ts";
import { parseRepositoryIdentity } from "../repository/identity.ts";

/** What is wrong with a glob, and what to write instead. */
interface GlobIssue {
  code: "bad-glob" | "globstar-in-segment" | "glob-only-at-root" | "glob-of-one-file";
  /** After the glob, as the rest of a sentence. */
  reason: string;
  help: string;
}

/** Where it is no error. */
const SEVERITIES: Partial<Record<GlobIssue["code"], Severity>> = {
  "globstar-in-segment": "warning",
  "glob-only-at-root": "warning",
  "glob-of-one-file": "hint",
};

/** Reports doubtful globs in the data of a file; none of it keeps the guideline from loading. */
export function checkGlobs(value: unknown, found: Findings): void {
  const scope = fieldsOf(fieldsOf(value)["scope"]);
  for (
    const [list, examine] of [["paths", examinePath], ["repositories", examineRepository]] as const
  ) {
    const globs = scope[list];
    if (!Array.isArray(globs)) continue;
    globs.forEach((glob, i) => {
      const isGlob = typeof glob === "string" && glob.length <= GLOB_LIMIT;
      const issue = isGlob ? examine(glob) : undefined;
      if (!issue) return;
      const { code, reason, help } = issue;
      const at: ProblemDetails = { ...found.valueAt(["scope", list, i]), help, blocks: false };
      const severity = SEVERITIES[code];
      if (severity) at.severity = severity;
      // A URL may hold a token.
      if (list === "repositories") at.concealed = true;
      const what = list === "repositories" ? "Repository glob" : `Glob ${quote(glob)}`;
      found.add(code, `${what} ${reason}`, at);
    });
  }
}

/** The first rule that applies decides: the help of one would not survive the next. */
const PATH_RULES: readonly ((glob: string, body: string) => GlobIssue | undefined)[] = [
  findList,
  findSpaces,
  findBackslash,
  findTrailingSlash,
  findExtendedGlob,
  findGlobstarInSegment,
  findRootOnly,
  findFolder,
];

function examinePath(glob: string): GlobIssue | undefined {
  const body = glob.replace(/^!/, "");
  // Reported when the glob is compiled.
  if (body === "" || body.startsWith("/") || body.includes("..")) return undefined;
  for (const find of PATH_RULES) {
    const issue = find(glob, body);
    if (issue) return issue;
  }
  return undefined;
}

function findList(glob: string, body: string): GlobIssue | undefined {
  if (!/, |,$/.test(body.replace(/\{[^}]*\}/g, ""))) return undefined;
  const items = glob.split(/,\s*(?![^{]*\})/).filter(Boolean).map(singleQuoted);
  return {
    code: "bad-glob",
    reason: "is one glob, not a list",
    help: `Write each as an item: [${items.join(", ")}]`,
  };
}

function findSpaces(glob: string, body: string): GlobIssue | undefined {
  if (glob !== glob.trim() || body !== body.trim()) {
    return {
      code: "bad-glob",
      reason: "begins or ends with white space, which must be in the path",
      help: `Write ${singleQuoted(glob.trim().replace(/^!\s+/, "!"))}`,
    };
  }
  const tight = glob.replace(
    /\{[^{}]*\}/g,
    (braces) => braces.replace(/\s*,\s*/g, ",").replace(/^\{\s+|\s+\}$/g, (end) => end.trim()),
  );
  if (tight === glob) return undefined;
  return {
    code: "bad-glob",
    reason: "has a space beside a comma or brace, which must be in the path",
    help: `Write ${singleQuoted(tight)}`,
  };
}

function findBackslash(glob: string, body: string): GlobIssue | undefined {
  if (!/\\[\w*]/.test(body)) return undefined;
  return {
    code: "bad-glob",
    reason: 'has a backslash, which escapes the next character; "/" separates folders',
    help: `Write ${singleQuoted(glob.replaceAll("\\", "/"))}`,
  };
}

function findTrailingSlash(glob: string, body: string): GlobIssue | undefined {
  if (!body.endsWith("/")) return undefined;
  return {
    code: "bad-glob",
    reason: 'ends with "/", but no file\'s path does',
    help: `Write ${singleQuoted(`${glob}**`)} for every file in the folder`,
  };
}

function findExtendedGlob(_glob: string, body: string): GlobIssue | undefined {
  const [, sign, alternatives] = /([@!+?*])\(([^)]*)\)/.exec(body) ?? [];
  if (alternatives === undefined) return undefined;
  return {
    code: "bad-glob",
    reason: `has "${sign}(", which is literal: extended globs are not supported`,
    help: sign === "!"
      ? 'Write an item that begins with "!" after it, to exclude files'
      : `Write alternatives as {${alternatives.replaceAll("|", ",")}}`,
  };
}

/** `**` is for any folders only where it is a whole segment. */
const GLOBSTAR_IN_SEGMENT = /(?<![^/{,])\*{2,}(?=[^/},*])|(?<=[^/{,*])\*{2,}/;

function findGlobstarInSegment(glob: string, body: string): GlobIssue | undefined {
  if (!GLOBSTAR_IN_SEGMENT.test(body)) return undefined;
  const anyDepth = rewriteGlobstars(body, "**/*", "*/**", "*/**/*");
  const oneFolder = rewriteGlobstars(body, "*", "*", "*");
  const sign = glob.slice(0, glob.length - body.length);
  const root = oneFolder.startsWith("*") && !oneFolder.includes("/") ? "./" : "";
  return {
    code: "globstar-in-segment",
    reason: 'has a "**" that is not a whole segment, so it stays inside one folder as "*" does',
    help: `Write ${singleQuoted(sign + anyDepth)} for any depth, or ` +
      `${singleQuoted(`${sign}${root}${oneFolder}`)} if you mean one folder`,
  };
}

/** Replaces each `**` inside a segment, by whether it begins the segment, ends it, or neither. */
function rewriteGlobstars(glob: string, first: string, last: string, inner: string): string {
  return glob.replace(/\*{2,}/g, (stars, index: number) => {
    const begins = index === 0 || /[/{,]/.test(glob[index - 1]!);
    const next = glob[index + stars.length];
    const ends = next === undefined || /[/},]/.test(next);
    if (begins && ends) return stars;
    return begins ? first : ends ? last : inner;
  });
}

function findRootOnly(glob: string, body: string): GlobIssue | undefined {
  if (!/^\*[^*/]*$/.test(body) || body === "*") return undefined;
  return {
    code: "glob-only-at-root",
    reason: 'matches in the repository\'s root only: "*" stays inside one folder',
    help: `Write ${singleQuoted(glob.replace(body, () => `**/${body}`))} for any folder, or ` +
      `${singleQuoted(glob.replace(body, () => `./${body}`))} if you mean the root`,
  };
}

function findFolder(glob: string, body: string): GlobIssue | undefined {
  if (!looksLikeFolder(body)) return undefined;
  return {
    code: "glob-of-one-file",
    reason: "is one file of that name, not the files of a folder",
    help: `Write ${singleQuoted(`${glob}/**`)} if it is a folder, for every file in it`,
  };
}

/** Files without an extension are named in capitals, or are known for their names. */
function looksLikeFolder(body: string): boolean {
  const name = fileName(body);
  return /^(?:[\w@.-]+\/)*[a-z0-9_@-]+$/.test(body) && languagesOf(name).languages.length === 0 &&
    !FILES_WITHOUT_EXTENSION.has(name);
}

const FILES_WITHOUT_EXTENSION = new Set(["configure", "dockerfile", "procfile"]);

const HOSTS = /^(?:www\.)?(?:github|gitlab|bitbucket|codeberg|dev\.azure)\.(?:com|org)\//i;

function examineRepository(glob: string): GlobIssue | undefined {
  const isUrl = /:\/\/|^[\w.-]+@|\.git$/.test(glob) || HOSTS.test(glob);
  if (!isUrl) return undefined;
  const identity = parseRepositoryIdentity(HOSTS.test(glob) ? `https://${glob}` : glob);
  return {
    code: "bad-glob",
    reason: "is a URL, but repositories are written as owner/repository",
    help: identity === undefined ? "Write owner/repository" : `Write ${singleQuoted(identity)}`,
  };
}
