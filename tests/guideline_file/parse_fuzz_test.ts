import assert from "node:assert/strict";
import fc from "fast-check";
import { checkGlobs } from "../../lib/check/glob_check.ts";
import { checkPattern } from "../../lib/check/pattern_check.ts";
import { toDiagnostics } from "../../lib/check/problem.ts";
import { renderDiagnostic } from "../../lib/diagnostic.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { regexEngine } from "../../lib/pattern/regex_engine.ts";
import { renderNewGuideline, TEMPLATE } from "../../lib/guideline_file/template.ts";
import { readPatterns } from "../../lib/guideline_file/written_pattern.ts";

const GOOD = renderNewGuideline("a", undefined).replace(TEMPLATE.content, "Use the logger.");

/** A good guideline with some of its text replaced by something that YAML or a regex may trip on. */
const broken = fc.array(
  fc.record({
    at: fc.nat(GOOD.length),
    length: fc.nat(30),
    text: fc.oneof(
      fc.constantFrom(..."*&!|>%@`'\"{}[]:,#\n\t\\-?", "&a ", "*a ", "<<: ", "!!binary ", "? "),
      fc.constantFrom("match:", "- regex: ", "pattern: '", "null", "~", "on: ", "(?i)", "\\p{L}"),
      fc.string({ maxLength: 5, unit: "binary" }),
    ),
  }),
  { minLength: 1, maxLength: 5 },
).map((edits) =>
  edits.reduce(
    (text, { at, length, text: put }) => text.slice(0, at) + put + text.slice(at + length),
    GOOD,
  )
);

Deno.test("parseGuideline() never throws, and places each problem inside the file", () => {
  fc.assert(
    fc.property(fc.oneof(broken, fc.string({ unit: "binary" }), fc.json()), (text) => {
      const { guideline, problems, content: { value, found } } = parseGuideline(text);
      assert.equal(guideline === undefined, problems.some(({ blocks }) => blocks));
      for (const written of readPatterns(value)) checkPattern(written, found, regexEngine.isLinear);
      checkGlobs(value, found);
      for (const problem of problems) {
        assert(problem.help, `${problem.code} has no help`);
        assert(problem.start >= 0 && problem.start <= text.length, problem.code);
        assert(problem.end > problem.start, problem.code);
      }
      for (const diagnostic of toDiagnostics(problems, "a", text)) {
        assert(diagnostic.at!.endLine >= diagnostic.at!.line);
        // deno-lint-ignore no-control-regex
        assert.doesNotMatch(renderDiagnostic(diagnostic, () => text), /[\x00-\x09\x0b-\x1f]/);
      }
    }),
    { numRuns: 3000 },
  );
});
