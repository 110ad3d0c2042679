/** Problems of a guideline file to diagnostics. Pure. */
import { type Diagnostic, spanOf } from "../diagnostic.ts";
import type { Problem } from "../guideline_file/findings.ts";

/** The problems of the file `file`, whose text is `text`, by their location. */
export function toDiagnostics(
  problems: readonly Problem[],
  file: string,
  text: string,
): Diagnostic[] {
  return problems.toSorted((a, b) => a.start - b.start).map((
    { start, end, blocks: _, ...problem },
  ) => ({ ...problem, file, at: spanOf(text, start, end) }));
}
