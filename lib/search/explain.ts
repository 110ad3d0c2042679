/**
 * Explains why a guideline is presented or not: runs the hook's own search, collects its verdicts, and
 * rolls its claim back.
 */
import type { Guideline, Pattern } from "../guideline/guideline.ts";
import { textsFor } from "../guideline/matcher.ts";
import type { ScopedFile } from "../guideline/scope.ts";
import type { Notice } from "../notice.ts";
import { compareCodePoints } from "../path.ts";
import type { FileLocation, Identification } from "./location.ts";
import type { Ports } from "./ports.ts";
import { describeInapplicable, describeMismatch } from "./reason.ts";
import type { SearchRequest } from "./request.ts";
import { search } from "./search.ts";
import type { Subject } from "./subject.ts";
import type { Evidence, Verdict } from "./verdict.ts";

/** What the hook decides about a guideline, matched ones first. */
export const DECISIONS = [
  "would-be-presented",
  "deferred",
  "presented",
  "cut-off",
  "unreadable",
  "no-match",
  "not-applicable",
] as const;
/** One of {@linkcode DECISIONS}. */
export type Decision = typeof DECISIONS[number];

/** What the hook decides about a guideline for one file, and why. */
export interface ExplainedGuideline {
  guideline: Guideline;
  decision: Decision;
  /** What was found, or else what kept the guideline from being presented. */
  reason: string;
  /** The first match of a pattern in the file. */
  found?: FoundText;
}

/** Text that a pattern was found in. */
export interface FoundText {
  /** 1-based. */
  line: number;
  column: number;
  text: string;
}

/** What the hook decides about all guidelines for one file. */
export interface ExplainedFile {
  location: FileLocation;
  file: ScopedFile;
  /** The identity of its repository, or why there is none; undefined without a repository. */
  identification: Identification | undefined;
  /** Of its text, if that was read and is neither UTF-8 nor UTF-16. */
  encoding: string | undefined;
  /** By decision, then in the order in which they would be presented. */
  guidelines: ExplainedGuideline[];
}

/** The answer of {@linkcode explain}. */
export interface Explained {
  files: ExplainedFile[];
  /** Other things that a person should know. */
  notices: Notice[];
}

/** Explains what the hook would do if these files had just been changed. */
export async function explain(request: SearchRequest, ports: Ports): Promise<Explained> {
  const noted = new Map<Subject, [Guideline, Verdict][]>();
  const { response, deferred, notices, settle } = await search(request, {
    ...ports,
    verdicts: {
      begin: (subject) => void noted.set(subject, []),
      note: (subject, guideline, verdict) => void noted.get(subject)!.push([guideline, verdict]),
    },
  });
  settle(false);
  const fresh = new Map(response.map(({ id }, i) => [id, i]));
  const decisionOnMatched = (id: string): Decision =>
    fresh.has(id) ? "would-be-presented" : deferred.includes(id) ? "deferred" : "presented";
  const matched = new Set(
    [...noted.values()].flat().filter(([, { kind }]) => kind === "matched").map(([{ id }]) => id),
  );
  const explainPair = (guideline: Guideline, verdict: Verdict, file: ScopedFile) => {
    const explained = explainVerdict(guideline, verdict, file, decisionOnMatched);
    const { id } = guideline;
    // Presented although nothing in this edit matches: it was deferred before.
    if (matched.has(id) || (!fresh.has(id) && !deferred.includes(id))) return explained;
    const reason = `deferred at an earlier edit; of this one: ${explained.reason}`;
    return { ...explained, decision: decisionOnMatched(id), reason };
  };
  const rank = ({ decision, guideline: { id } }: ExplainedGuideline) =>
    DECISIONS.indexOf(decision) * (response.length + 1) + (fresh.get(id) ?? 0);

  const files = await Promise.all([...noted].map(async ([{ location, file }, verdicts]) => {
    const guidelines = verdicts.map(([guideline, verdict]) => explainPair(guideline, verdict, file))
      .sort((a, b) => rank(a) - rank(b) || compareCodePoints(a.guideline.id, b.guideline.id));
    const identity = await location.identity();
    const identification = await location.identify?.();
    const encoding = findEncoding(verdicts);
    return { location, file: { ...file, identity }, identification, encoding, guidelines };
  }));
  return { files, notices };
}

function findEncoding(verdicts: readonly [Guideline, Verdict][]): string | undefined {
  for (const [, verdict] of verdicts) {
    if ("evidence" in verdict) return verdict.evidence.texts.encoding;
  }
  return undefined;
}

function explainVerdict(
  guideline: Guideline,
  verdict: Verdict,
  file: ScopedFile,
  decisionOnMatched: (id: string) => Decision,
): ExplainedGuideline {
  switch (verdict.kind) {
    case "not-applicable": {
      const reason = describeInapplicable(verdict.part, guideline, file);
      return { guideline, decision: "not-applicable", reason };
    }
    case "unreadable":
      return { guideline, decision: "unreadable", reason: verdict.reason };
    case "no-match":
    case "cut-off": {
      const reason = describeMismatch(guideline, verdict.evidence);
      return { guideline, decision: verdict.kind, reason };
    }
    case "matched": {
      const [reason, found] = describeMatch(guideline, verdict.evidence);
      return {
        guideline,
        decision: decisionOnMatched(guideline.id),
        reason,
        ...(found && { found }),
      };
    }
  }
}

/** What was found. Only patterns that were found in time run again, so this is as fast. */
function describeMatch(
  { match }: Guideline,
  { texts, held }: Evidence,
): [reason: string, found: FoundText | undefined] {
  if (!match) return ["it has no match, so it is for every file of its scope", undefined];
  for (const list of ["any", "all"] as const) {
    for (const [index, pattern] of (match[list] ?? []).entries()) {
      if (!held.get(pattern)) continue;
      const where = pattern.on === "added" && !texts.added
        ? "; it is for added lines, but without a patch the whole file is searched"
        : "";
      return [
        `match.${list}[${index}] is found${where}`,
        locate(pattern, textsFor(pattern, texts)),
      ];
    }
  }
  return ["nothing of match.none is found", undefined];
}

function locate({ pattern, flags }: Pattern, texts: readonly string[]): FoundText | undefined {
  for (const text of texts) {
    const match = new RegExp(pattern, flags).exec(text);
    if (!match) continue;
    const before = text.slice(0, match.index);
    const line = before.split("\n").length;
    return { line, column: match.index - before.lastIndexOf("\n"), text: match[0] };
  }
  return undefined;
}
