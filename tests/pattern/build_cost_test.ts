import assert from "node:assert/strict";
import { BUILD_LIMIT, buildCost, expandedSize } from "../../lib/pattern/build_cost.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";

const words = (count: number) =>
  Array.from({ length: count }, (_, i) => `word${i.toString(36)}`).join("|");
const letters = (count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCharCode(0x100 + 2 * i)).join("");

/** Each takes V8 seconds; some end the process. */
const COSTLY: [name: string, pattern: string, flags: string][] = [
  ["properties of strings", "\\p{RGI_Emoji}".repeat(1000), "v"],
  ["properties of strings in classes", "[\\p{RGI_Emoji}--a]".repeat(100), "v"],
  ["many properties", "\\p{L}".repeat(700), "iv"],
  ["properties in a row", "\\p{L}".repeat(20), "iu"],
  ["properties with words between them", "\\p{L}x".repeat(20), "u"],
  ["repeated properties in a row", "\\p{L}{9}".repeat(7), "u"],
  ["groups of properties in a row", "(?:\\p{L}|\\p{N})".repeat(10), "u"],
  ["one class of many properties", `[${"\\p{Lu}".repeat(700)}]`, "u"],
  ["one class of many letters", `[${letters(30_000)}]`, "iv"],
  ["one class of letters and properties", `[${"\\p{Lu}ā".repeat(700)}]`, "u"],
];

for (const [name, pattern, flags] of COSTLY) {
  Deno.test(`buildCost() is over the limit for ${name}`, () => {
    assert.ok(buildCost(pattern, flags) > BUILD_LIMIT, `${buildCost(pattern, flags)} ms`);
  });
}

const HONEST: [pattern: string, flags: string][] = [
  [words(1800), "i"],
  [words(1800), "iu"],
  [words(5000), ""],
  ["ab".repeat(30_000), ""],
  ["[^\\p{ASCII}]", "u"],
  ["\\p{Lu}\\p{Ll}+(?:\\p{Lu}\\p{Ll}+)*", "u"],
  ["[\\p{L}\\p{N}_$]+\\s*=\\s*[\\p{L}\\p{N}_$]+\\(", "u"],
  [
    "\\p{Script=Hangul}|\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}|\\p{L}|\\p{N}",
    "u",
  ],
  ["(?:\\p{sc=Hangul}|\\p{sc=Han}|\\p{sc=Hiragana}|\\p{sc=Katakana}|\\p{sc=Latin}|\\p{N})+", "iu"],
  ["\\p{RGI_Emoji}", "v"],
  ["[가-힣]+", "u"],
  ["(?:[^\\n]*\\n){1000}", ""],
];

for (const [pattern, flags] of HONEST) {
  Deno.test(`buildCost() is far below the limit for /${pattern.slice(0, 40)}/${flags}`, () => {
    assert.ok(buildCost(pattern, flags) < BUILD_LIMIT / 2, `${buildCost(pattern, flags)} ms`);
  });
}

Deno.test("expandedSize() counts what a counted repeat writes out", () => {
  assert.equal(expandedSize("abc", ""), 3);
  assert.equal(expandedSize("a{5}", ""), 5);
  assert.equal(expandedSize("(?:ab){10}c", ""), 61);
  assert.equal(expandedSize("(((a{16}){16}){16}){16}", "") > 65_536, true);
  assert.equal(expandedSize("a{2,}b*", ""), 4);
});

Deno.test("parseGuideline() refuses costly patterns without building them", async (t) => {
  for (const [name, pattern, flags] of COSTLY) {
    await t.step(name, () => {
      const start = performance.now();
      const { guideline, problems } = parseGuideline(guidelineOf([pattern], flags));
      assert.equal(guideline, undefined);
      assert.ok(problems.some(({ code, blocks }) => code === "slow-pattern" && blocks));
      assert.ok(performance.now() - start < 5000);
    });
  }
});

Deno.test("parseGuideline() counts the patterns of a guideline together", () => {
  const pattern = "\\p{L}\\p{L}\\p{L}\\p{L}\\p{L}";
  assert.ok(parseGuideline(guidelineOf([pattern], "u")).guideline);
  assert.equal(parseGuideline(guidelineOf(Array(100).fill(pattern), "u")).guideline, undefined);
});

function guidelineOf(patterns: string[], flags: string): string {
  const any = patterns.map((pattern) => ({ regex: { pattern, flags } }));
  return JSON.stringify({ id: "a", when: ["file_changed"], match: { any }, content: "A." });
}
