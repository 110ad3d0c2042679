/** An explanation as text for a person and as JSON for a program. Pure. */
import { escapeHidden } from "../hidden_characters.ts";
import type { LoggedPresentation } from "../presentation/log.ts";
import {
  type ExplainedFile,
  type ExplainedGuideline,
  type Fate,
  FATES,
} from "../search/explain.ts";
import type { FileLocation } from "../search/ports.ts";

/** What `explain` prints, and what it needs for that. */
export interface Explanation {
  files: ExplainedFile[];
  notices: string[];
  /** Why there is no guideline at all, for each root; empty where there are some. */
  empty: string[];
  /** Why git has not told the identities of repositories. */
  gitFault: string | undefined;
  session: string | undefined;
  /** By guideline. */
  log: ReadonlyMap<string, LoggedPresentation>;
  display(path: string): string;
  /** Whether text of the file may be printed. */
  mayQuote(path: string, root: string | undefined): boolean;
}

const TITLES: Record<Fate, string> = {
  "would-be-presented": "would be presented",
  "deferred": "deferred: matched, but over the size of one answer; first at the next edit",
  "presented": "already presented",
  "cut-off": "cut off: its patterns backtrack too long or are too large",
  "unreadable": "not looked at",
  "no-match": "no match",
  "not-applicable": "not applicable",
};
/** Told in full without being asked. */
const FIRST = new Set<Fate>([
  "would-be-presented",
  "deferred",
  "presented",
  "cut-off",
  "unreadable",
]);
/** The most that is printed of what a pattern found. */
const QUOTED = 200;

/** Why a guideline may be missing although everything is right. */
export const NEVER_SEEN =
  "Edits made through the shell are never seen, only those of the agent's own edit tool.";

/** The explanation as text; `all` says whether guidelines that do not apply are in it. */
export function renderExplanation(explanation: Explanation, all: boolean): string {
  const { files, notices, session } = explanation;
  const shortened = !all &&
    files.some(({ guidelines }) => guidelines.some(({ fate }) => !FIRST.has(fate)));
  return [
    ...notices.map((notice) => `note: ${escapeHidden(notice)}\n`),
    ...files.map((file) => renderFile(file, explanation, all)),
    session === undefined
      ? "For a session that was shown nothing yet; --session ID tells what one holds."
      : `For session ${escapeHidden(session)}.`,
    ...(shortened ? ["--all lists what is only counted, with the reasons."] : []),
    NEVER_SEEN,
  ].join("\n");
}

function renderFile(
  { location, file, guidelines }: ExplainedFile,
  explanation: Explanation,
  all: boolean,
): string {
  const lines = [
    escapeHidden(explanation.display(location.path)),
    `  repository  ${
      escapeHidden(describeRepository(location, file.identity, explanation.gitFault))
    }`,
    `  path        ${escapeHidden(file.relativePath)}`,
    `  language    ${file.languages.join(", ") || "unknown"}`,
    "",
  ];
  for (const fate of FATES) {
    const group = guidelines.filter((guideline) => guideline.fate === fate);
    if (group.length === 0) continue;
    if (!all && !FIRST.has(fate)) lines.push(`  ${TITLES[fate]}: ${group.length}`);
    else {
      lines.push(`  ${TITLES[fate]}`);
      for (const guideline of group) {
        lines.push(`    ${renderGuideline(guideline, location, explanation)}`);
      }
    }
  }
  if (guidelines.length === 0) {
    lines.push(...explanation.empty.map((line) => `  ${escapeHidden(line)}`));
  }
  return [...lines, ""].join("\n");
}

function renderGuideline(
  { guideline: { id, title }, fate, reason, found }: ExplainedGuideline,
  location: FileLocation,
  { log, session, mayQuote }: Explanation,
): string {
  const name = title === undefined ? id : `${id} (${title})`;
  const shown = log.get(id);
  const parts = [reason];
  if (found) {
    const quoted = mayQuote(location.path, location.root) ? ` ${quote(found.text)}` : "";
    parts[0] = `${found.line}:${found.column}${quoted}, ${reason}`;
  }
  if (fate === "presented" && shown) {
    parts.push(`shown at ${shown.presentedAt} in session ${shown.sessionId}`);
  } else if (shown && session === undefined) {
    parts.push(`last shown at ${shown.presentedAt} in session ${shown.sessionId}`);
  }
  return escapeHidden(`${name}: ${parts.join("; ")}`);
}

/** For a program: the same, with every guideline. */
export function toPlainExplanation(
  { files, notices, empty, gitFault, session, log, display, mayQuote }: Explanation,
): Record<string, unknown> {
  return {
    session: session ?? null,
    files: files.map(({ location, file, guidelines }) => ({
      file: display(location.path),
      path: file.relativePath,
      languages: file.languages,
      repository: {
        identity: file.identity ?? null,
        root: location.root ?? null,
        found: describeRepository(location, file.identity, gitFault),
      },
      guidelines: guidelines.map(({ guideline: { id, title }, fate, reason, found }) => ({
        id,
        title: title ?? null,
        verdict: fate,
        reason,
        line: found?.line ?? null,
        column: found?.column ?? null,
        text: found && mayQuote(location.path, location.root) ? shorten(found.text) : null,
        lastPresented: toPlainPresentation(log.get(id)),
      })),
    })),
    notices: [...notices, ...empty],
    neverSeen: NEVER_SEEN,
  };
}

function toPlainPresentation(shown: LoggedPresentation | undefined) {
  return shown ? { session: shown.sessionId, at: shown.presentedAt } : null;
}

/** Never its URL: that may hold a token. */
function describeRepository(
  { root }: FileLocation,
  identity: string | undefined,
  gitFault: string | undefined,
): string {
  if (root === undefined) return "none: there is no .git in the folders above";
  if (identity === undefined && gitFault !== undefined) return `no identity: ${gitFault}`;
  return identity === undefined
    ? `no identity: ${root} has no remote "origin" that names owner and repository`
    : `${identity}, from the remote "origin" of ${root}`;
}

function quote(text: string): string {
  return `"${shorten(text)}"`;
}

/** Cut at a character, never inside one. */
function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * QUOTED)];
  return text.length <= QUOTED ? text : `${characters.slice(0, QUOTED - 1).join("")}…`;
}
