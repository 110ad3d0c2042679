/** An explanation as text for a person and as JSON for a program. Pure. */
import type { LoggedPresentation } from "../presentation/log.ts";
import {
  type Decision,
  DECISIONS,
  type ExplainedFile,
  type ExplainedGuideline,
} from "../search/explain.ts";
import type { FileLocation, Identification } from "../search/location.ts";

/** What `explain` prints, and what it needs for that. */
export interface Explanation {
  files: ExplainedFile[];
  notices: string[];
  /** Why there is no guideline at all, for each root; empty where there are some. */
  empty: string[];
  session: string | undefined;
  /** By guideline. */
  log: ReadonlyMap<string, LoggedPresentation>;
  display(path: string): string;
  /** Whether text of the file may be printed. */
  mayQuote(path: string): boolean;
}

const TITLES: Record<Decision, string> = {
  "would-be-presented": "would be presented",
  "deferred": "deferred: matched, but over the size limit of one answer; first at the next edit",
  "presented": "already presented",
  "cut-off": "cut off: its patterns take too long or are too large",
  "unreadable": "not read",
  "no-match": "no match",
  "not-applicable": "not applicable",
};
/** Listed one by one even without `--all`; the others are counted. */
const LISTED = new Set<Decision>([
  "would-be-presented",
  "deferred",
  "presented",
  "cut-off",
  "unreadable",
]);
/** The most that is printed of what a pattern found. */
const QUOTED = 200;

/** The explanation as lines; with `all` it also lists guidelines that do not match or apply. */
export function listExplanation(explanation: Explanation, all: boolean): string[] {
  const { files, notices, session } = explanation;
  const shortened = !all &&
    files.some(({ guidelines }) => guidelines.some(({ decision }) => !LISTED.has(decision)));
  return [
    ...notices.flatMap((notice) => [`note: ${notice}`, ""]),
    ...files.flatMap((file) => listFile(file, explanation, all)),
    session === undefined
      ? "For a session that was shown nothing yet; --session ID names another one."
      : `For session ${session}.`,
    ...(shortened ? ["--all lists the guidelines that are only counted, with the reasons."] : []),
  ];
}

function listFile(
  { location, file, identification, encoding, guidelines }: ExplainedFile,
  explanation: Explanation,
  all: boolean,
): string[] {
  const lines = [
    explanation.display(location.path),
    `  repository  ${describeRepository(location, identification)}`,
    `  path        ${file.relativePath}`,
    `  language    ${file.languages.join(", ") || "unknown"}`,
    ...(encoding === undefined ? [] : [`  encoding    ${describeEncoding(encoding)}`]),
    "",
  ];
  for (const decision of DECISIONS) {
    const group = guidelines.filter((guideline) => guideline.decision === decision);
    if (group.length === 0) continue;
    if (!all && !LISTED.has(decision)) lines.push(`  ${TITLES[decision]}: ${group.length}`);
    else {
      lines.push(`  ${TITLES[decision]}`);
      for (const guideline of group) {
        lines.push(`    ${renderGuideline(guideline, location, explanation)}`);
      }
    }
  }
  if (guidelines.length === 0) {
    lines.push(...explanation.empty.map((line) => `  ${line}`));
  }
  return [...lines, ""];
}

function renderGuideline(
  { guideline: { id, title }, decision, reason, found }: ExplainedGuideline,
  location: FileLocation,
  { log, session, mayQuote }: Explanation,
): string {
  const name = title === undefined ? id : `${id} (${title})`;
  const shown = log.get(id);
  const parts = [reason];
  if (found) {
    const quoted = mayQuote(location.path) ? ` "${shorten(found.text)}"` : "";
    parts[0] = `${found.line}:${found.column}${quoted}, ${reason}`;
  }
  if (decision === "presented" && shown) {
    parts.push(`shown at ${shown.presentedAt} in session ${shown.sessionId}`);
  } else if (shown && session === undefined) {
    parts.push(`last shown at ${shown.presentedAt} in session ${shown.sessionId}`);
  }
  return `${name}: ${parts.join("; ")}`;
}

/** The same for a program: what is listed one by one, and the number of the others by verdict. */
export function toPlainExplanation(
  { files, notices, empty, session, log, display, mayQuote }: Explanation,
  all: boolean,
): Record<string, unknown> {
  const isListed = ({ decision }: ExplainedGuideline) => all || LISTED.has(decision);
  return {
    session: session ?? null,
    files: files.map(({ location, file, identification, encoding, guidelines }) => ({
      file: display(location.path),
      path: file.relativePath,
      languages: file.languages,
      encoding: encoding ?? null,
      repository: {
        identity: file.identity ?? null,
        root: location.root ?? null,
        found: describeRepository(location, identification),
      },
      guidelines: guidelines.filter(isListed).map((
        { guideline: { id, title }, decision, reason, found },
      ) => ({
        id,
        title: title ?? null,
        verdict: decision,
        reason,
        line: found?.line ?? null,
        column: found?.column ?? null,
        text: found && mayQuote(location.path) ? shorten(found.text) : null,
        lastPresented: toPlainPresentation(log.get(id)),
      })),
      notListed: countDecisions(guidelines.filter((guideline) => !isListed(guideline))),
    })),
    notices: [...notices, ...empty],
  };
}

function countDecisions(guidelines: readonly ExplainedGuideline[]): Record<string, number> {
  const byDecision = Map.groupBy(guidelines, ({ decision }) => decision);
  return Object.fromEntries([...byDecision].map(([decision, alike]) => [decision, alike.length]));
}

function toPlainPresentation(shown: LoggedPresentation | undefined) {
  return shown ? { session: shown.sessionId, at: shown.presentedAt } : null;
}

/** Never its URL, which may contain a token. */
function describeRepository(
  { root }: FileLocation,
  identification: Identification | undefined,
): string {
  if (root === undefined) return "none: there is no .git in the folders above";
  if (!identification) return `no identity: git is not asked about ${root}`;
  if ("reason" in identification) return `no identity: ${identification.reason}`;
  const { identity, note } = identification;
  const found = `${identity}, from the remote "origin" of ${root}`;
  return note === undefined ? found : `${found}; ${note}`;
}

function describeEncoding(encoding: string): string {
  return encoding === "unknown"
    ? "not UTF-8, and no other that is sure: characters beyond ASCII match no pattern"
    : `${encoding}, not UTF-8`;
}

/** Cut at a character, never inside one. */
function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * QUOTED)];
  return text.length <= QUOTED ? text : `${characters.slice(0, QUOTED - 1).join("")}…`;
}
