/** The linter: every finding in the guideline files of guidebook roots. */
import { type Diagnostic, type Severity, type Span, spanOf } from "../diagnostic.ts";
import { findGuidelineFiles, readGuidelineFile } from "../guidebook/files.ts";
import { countOf } from "../words.ts";
import { type ParsedGuideline, parseGuideline } from "../guideline_file/parse.ts";
import { PatternCost } from "../guideline_file/pattern_cost.ts";
import { readPatterns } from "../guideline_file/written_pattern.ts";
import type { AgentLimit } from "../agent/agents.ts";
import type { PatternsPort } from "../search/ports.ts";
import { checkHidden, checkImitation, checkLength, checkTitle } from "./content_check.ts";
import { reportExamples, reportNoExamples } from "./example_check.ts";
import { runExamples } from "./example_run.ts";
import { checkGlobs } from "./glob_check.ts";
import { checkPattern, type LinearityTest } from "./pattern_check.ts";
import { toDiagnostics } from "./problem.ts";
import { checkScope, type RepositoryFiles } from "./repository_check.ts";
import { findStrayFiles, type StrayFile } from "./stray_files.ts";

/** The linter's environment. */
export interface CheckOptions {
  /** A path as it should be printed. */
  display(path: string): string;
  patterns: PatternsPort;
  /** How much text each agent reads in one piece. */
  limits: readonly AgentLimit[];
  /** Whether the engine that finds slow patterns is switched on. */
  findsSlow: boolean;
  /** Scopes are compared with its files. */
  repository?: RepositoryFiles;
}

/** The findings of the linter. */
export interface CheckedGuidebook {
  /** By file and location, in the order of the roots. */
  diagnostics: Diagnostic[];
  /** The text of each file that was read, by its name in the diagnostics. */
  texts: Map<string, string>;
}

/** A guideline file that was read, and its findings. */
interface CheckedFile {
  parsed: ParsedGuideline;
  file: string;
  text: string;
  found: Diagnostic[];
}

/**
 * Checks each guideline under `roots`.
 * @throws {Deno.errors.NotFound} when a root does not exist.
 */
export async function checkGuidebook(
  roots: string[],
  options: CheckOptions,
): Promise<CheckedGuidebook> {
  const { display } = options;
  const found: Diagnostic[][] = [];
  const texts = new Map<string, string>();
  const checked: CheckedFile[] = [];
  for (const root of roots) {
    const files = findGuidelineFiles(root);
    const diagnostics: Diagnostic[] = [];
    found.push(diagnostics);
    for (const folder of files.unreadable) {
      diagnostics.push({
        code: "unreadable",
        severity: "error",
        message: "Cannot list folder: access is denied",
        help: "Give it read and execute permissions",
        file: display(`${root}/${folder}`),
      });
    }
    for (const stray of findStrayFiles(root)) diagnostics.push(describeStray(stray, root, display));
    for (const path of files.guidelines) {
      const file = display(`${root}/${path.path}`);
      const content = await readGuidelineFile(root, path);
      if ("skipped" in content) {
        found.push([{
          code: "unreadable",
          severity: "error",
          message: `Cannot read guideline: ${content.skipped}`,
          help: "A guideline is a regular file inside the guidebook, of at most 256 KiB",
          file,
        }]);
        continue;
      }
      texts.set(file, content.text);
      const parsed = parseGuideline(content.text);
      await lintGuideline(parsed, content.text, options);
      const own = toDiagnostics(parsed.problems, file, content.text);
      const { unlisted } = parsed.content.found;
      if (unlisted.length > 0) own.push(describeUnlisted(unlisted, file));
      found.push(own);
      checked.push({ parsed, file, text: content.text, found: own });
    }
  }
  reportDuplicateIds(checked);
  return { diagnostics: found.flat(), texts };
}

/** Adds to the problems of a parsed guideline those that only the linter looks for. */
async function lintGuideline(
  parsed: ParsedGuideline,
  text: string,
  { patterns, limits, findsSlow, repository }: CheckOptions,
): Promise<void> {
  const { guideline, examples, content: { value, found } } = parsed;
  const isLinear: LinearityTest = (regex) => findsSlow ? patterns.isLinear(regex) : undefined;
  checkGlobs(value, found);
  const cost = new PatternCost();
  for (const written of readPatterns(value)) {
    if (cost.add(written.pattern, written.flags) === undefined) {
      checkPattern(written, found, isLinear);
    }
  }
  checkLength(parsed, limits);
  checkTitle(parsed);
  checkImitation(parsed);
  checkHidden(parsed, text);
  if (guideline) {
    reportExamples(parsed, await runExamples(guideline, examples, patterns));
    if (repository) checkScope(guideline, repository, found);
  }
  reportNoExamples(parsed);
}

function describeUnlisted(severities: readonly Severity[], file: string): Diagnostic {
  return {
    code: "more-problems",
    severity: (["error", "warning"] as const).find((it) => severities.includes(it)) ?? "hint",
    message: `${countOf(severities.length, "more problem")} in this file`,
    help: "Fix those above, and check again",
    file,
  };
}

/** Adds both locations of a duplicate id. The guideline that is loaded is no duplicate. */
function reportDuplicateIds(checked: readonly CheckedFile[]): void {
  const byId = Map.groupBy(checked, ({ parsed: { id } }) => id);
  byId.delete(undefined);
  for (const [id, alike] of byId) {
    const loaded = alike.find(({ parsed: { guideline } }) => guideline) ?? alike[0]!;
    for (const one of alike) {
      if (one === loaded) continue;
      one.found.unshift({
        code: "duplicate-id",
        severity: "error",
        message: `Duplicate id ${JSON.stringify(id)}`,
        help: "Give one of them another id",
        file: one.file,
        at: locateId(one),
        related: {
          message: loaded === alike[0] ? "first used here" : "used here, and this one is loaded",
          file: loaded.file,
          at: locateId(loaded),
        },
      });
    }
  }
}

function locateId({ parsed: { idAt }, text }: CheckedFile): Span {
  return spanOf(text, idAt.start, idAt.end);
}

function describeStray(
  { code, path }: StrayFile,
  root: string,
  display: (path: string) => string,
): Diagnostic {
  const file = display(path === "" ? root : `${root}/${path}`);
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  switch (code) {
    case "misnamed-file": {
      const stem = file.slice(folder.length).replace(/\.ya?ml$/i, "");
      const own = /^\.?guide-?lines?/i.test(stem) ? "" : `${stem}/`;
      return {
        code,
        severity: "error",
        message: 'File is not loaded: only files named "guideline.yaml" are guidelines',
        help: `Rename it to ${folder}${own}guideline.yaml`,
        file,
      };
    }
    case "linked-folder":
      return {
        code,
        severity: "warning",
        message: "Folder is not entered: it is a link, and a guidebook ends where its root ends",
        help: "Name the folder that it points to as a guidebook of its own, with --guidebook",
        file,
      };
    case "no-guidelines":
      return {
        code,
        severity: path === "" ? "error" : "warning",
        message: "Folder has no guideline.yaml",
        help: path === ""
          ? "Name the folder that holds them, or write one with: adaptive-guidebook new ID"
          : "Put its guideline.yaml there, or take the folder out",
        file,
      };
  }
}
