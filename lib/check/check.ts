/** The linter: every finding in the guideline files of some guidebook roots. */
import { type Diagnostic, type Span, spanOf } from "../diagnostic.ts";
import { findGuidelineFiles, readGuidelineFile } from "../guidebook/files.ts";
import { type ParsedGuideline, parseGuideline } from "../guideline_file/parse.ts";
import { readPatterns } from "../guideline_file/written_pattern.ts";
import type { ContextLimit } from "../presentation/text.ts";
import type { PatternsPort } from "../search/ports.ts";
import { checkContent, checkFilledIn, checkHidden } from "./content_check.ts";
import { reportExamples, reportNoExamples } from "./example_check.ts";
import { runExamples } from "./example_run.ts";
import { checkGlobs } from "./glob_check.ts";
import { checkPattern, type LinearityTest } from "./pattern_check.ts";
import { toDiagnostics } from "./problem.ts";
import { checkScope, type RepositoryFiles } from "./repository_check.ts";
import { findStrayFiles, type StrayFile } from "./stray_files.ts";

/** What the linter needs to know of the world. */
export interface CheckOptions {
  /** A path as it should be printed. */
  display(path: string): string;
  patterns: PatternsPort;
  /** How much text an agent takes in one piece, in bytes. */
  limit: ContextLimit;
  /** Whether the engine that tells slow patterns is switched on. */
  tellsSlow: boolean;
  /** Scopes are held against it. */
  repository?: RepositoryFiles;
}

/** What the linter found. */
export interface CheckedGuidebook {
  /** By file and place, in the order of the roots. */
  diagnostics: Diagnostic[];
  /** The text of each file that was read, by its name in the diagnostics. */
  texts: Map<string, string>;
}

/** A guideline file that was read, and the list that its findings go to. */
interface CheckedFile {
  parsed: ParsedGuideline;
  file: string;
  text: string;
  found: Diagnostic[];
}

/**
 * Checks each guideline under `roots`.
 * @throws {Deno.errors.NotFound} when a root is not there.
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
      found.push(own);
      checked.push({ parsed, file, text: content.text, found: own });
    }
  }
  reportDuplicateIds(checked);
  return { diagnostics: found.flat(), texts };
}

/** Adds to the problems of a parsed guideline what only a linter looks for. */
async function lintGuideline(
  parsed: ParsedGuideline,
  text: string,
  { patterns, limit, tellsSlow, repository }: CheckOptions,
): Promise<void> {
  const { guideline, examples, content: { value, found } } = parsed;
  const isLinear: LinearityTest = (regex) => tellsSlow ? patterns.isLinear(regex) : undefined;
  checkGlobs(value, found);
  for (const written of readPatterns(value)) checkPattern(written, found, isLinear);
  checkContent(parsed, limit);
  checkFilledIn(parsed);
  checkHidden(parsed, text);
  if (guideline) {
    reportExamples(parsed, await runExamples(guideline, examples, patterns));
    if (repository) checkScope(guideline, repository, found);
  }
  reportNoExamples(parsed);
}

/** Adds both places, where an id stands twice. The one that is loaded is no duplicate. */
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
        message: `Cannot load guideline ${JSON.stringify(id)}: another one has this id`,
        help: "Give one of them another id",
        file: one.file,
        at: placeOfId(one),
        related: {
          message: loaded === alike[0] ? "it is here first" : "it is here, and this one is loaded",
          file: loaded.file,
          at: placeOfId(loaded),
        },
      });
    }
  }
}

function placeOfId({ parsed: { idAt }, text }: CheckedFile): Span {
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
        message: 'Cannot load this file: only files named "guideline.yaml" are guidelines',
        help: `Rename it to ${folder}${own}guideline.yaml`,
        file,
      };
    }
    case "linked-folder":
      return {
        code,
        severity: "warning",
        message: "Cannot enter this folder: it is a link, and a guidebook ends where its root ends",
        help: "Name the folder that it points to as a guidebook of its own, with --guidebook",
        file,
      };
    case "no-guidelines":
      return {
        code,
        severity: path === "" ? "error" : "warning",
        message: "Cannot find a guideline in this folder: there is no guideline.yaml",
        help: path === ""
          ? "Name the folder that holds them, or make one with: adaptive-guidebook new ID"
          : "Put its guideline.yaml there, or take the folder out",
        file,
      };
  }
}
