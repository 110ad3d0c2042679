/** The linter: every finding in the guideline files of some guidebook roots. */
import { type Diagnostic, spanOf } from "../diagnostic.ts";
import { findGuidelineFiles, readGuidelineFile } from "../guideline/files.ts";
import { parseGuideline } from "../guideline/parse.ts";

export interface CheckedGuidebook {
  /** Sorted by file and place. */
  diagnostics: Diagnostic[];
  /** The text of each file that was read, by its name in the diagnostics. */
  texts: Map<string, string>;
}

/**
 * Checks each guideline under `roots`; `display` gives a file's name as it should be printed.
 * @throws {Deno.errors.NotFound} when a root is not there.
 */
export async function checkGuidebook(
  roots: string[],
  display: (path: string) => string,
): Promise<CheckedGuidebook> {
  const diagnostics: Diagnostic[] = [];
  const texts = new Map<string, string>();
  const firstOfId = new Map<string, string>();
  for (const root of roots) {
    const files = findGuidelineFiles(root);
    for (const folder of files.unreadable) {
      diagnostics.push({
        code: "unreadable",
        severity: "error",
        message: "Cannot list folder",
        file: display(`${root}/${folder}`),
      });
    }
    for (const guideline of files.guidelines) {
      const file = display(`${root}/${guideline.path}`);
      const content = await readGuidelineFile(root, guideline);
      if ("skipped" in content) {
        diagnostics.push({
          code: "unreadable",
          severity: "error",
          message: `Cannot read guideline: ${content.skipped}`,
          file,
        });
        continue;
      }
      const { text } = content;
      texts.set(file, text);
      const { id, idAt, problems } = parseGuideline(text);
      for (const { start, end, ...problem } of problems) {
        diagnostics.push({ ...problem, file, at: spanOf(text, start, end) });
      }
      if (id === undefined) continue;
      const first = firstOfId.get(id);
      if (first === undefined) firstOfId.set(id, file);
      else {
        diagnostics.push({
          code: "duplicate-id",
          severity: "error",
          message: `Cannot load guideline ${JSON.stringify(id)}: "${first}" has this id`,
          help: "Give one of them another id",
          file,
          at: spanOf(text, idAt.start, idAt.end),
        });
      }
    }
  }
  return { diagnostics, texts };
}
