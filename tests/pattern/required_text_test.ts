import assert from "node:assert/strict";
import fc from "fast-check";
import { judgeByWords } from "../../lib/guideline/matcher.ts";
import { requiredTexts } from "../../lib/pattern/required_text.ts";
import { createTextFinder } from "../../lib/pattern/text_finder.ts";

const CASES: [pattern: string, flags: string, texts: string[] | undefined][] = [
  ["RepositoryImpl", "", ["RepositoryImpl"]],
  ["^import .*\\.internal\\.", "m", [".internal."]],
  ["\\bclass\\s+\\w*Manager\\b", "", ["Manager"]],
  ["foo|barbaz", "", ["foo", "barbaz"]],
  ["foo|b.r", "", undefined],
  ["(?:foo|bar)", "", undefined],
  ["(foo)?needed", "", ["needed"]],
  ["colou?r", "", ["colo"]],
  ["abcd*", "", ["abc"]],
  ["abcd+ef", "", ["abcd"]],
  ["abcd{2}efgh", "", ["efgh"]],
  ["[abc]def[)(|]", "", ["def"]],
  ["(?!nope)yes!", "", ["yes!"]],
  ["console\\.log\\(", "", ["console.log("]],
  ["RepositoryImpl", "i", undefined],
  ["[[a]bc]def", "v", undefined],
  ["\\u0041bcd", "", undefined],
  ["\\x41bcd", "", undefined],
  ["\\p{L}abc", "u", undefined],
  ["\\1abc", "", undefined],
  ["größe", "", undefined],
  ["größer Wert", "", ["er Wert"]],
  ["a{,3}bcd", "", undefined],
  ["ab", "", undefined],
  [Array(50).fill("abc").join("|"), "", Array(50).fill("abc")],
  [Array(51).fill("abc").join("|"), "", undefined],
  ["", "", undefined],
  ["ab".repeat(2000), "", ["ab".repeat(50)]],
];

for (const [pattern, flags, texts] of CASES) {
  Deno.test(`requiredTexts(/${pattern.slice(0, 50)}/${flags})`, () => {
    assert.deepEqual(requiredTexts(pattern, flags), texts);
  });
}

/** Pieces that patterns are made of; some of them only together mean something. */
const piece = fc.constantFrom(
  ...[
    "abc",
    "ab",
    "c",
    "x",
    "|",
    "?",
    "*",
    "+",
    "+?",
    "{2}",
    "{0,2}",
    "{0}",
    ".",
    "^",
    "$",
    "(",
    ")",
  ],
  ...[
    "(?:",
    "(?=",
    "(?!",
    "(?<=",
    "(?<n>",
    "[",
    "[^",
    "]",
    "-",
    "\\",
    "\\d",
    "\\w",
    "\\b",
    "\\n",
    "ä",
  ],
  ...[
    "\\.",
    "\\(",
    "\\[",
    "\\\\",
    "\\1",
    "\\k<n>",
    "\\u0061",
    "\\x61",
    "\\cA",
    "{",
    "}",
    "😀",
    "a1",
  ],
);
const text = fc.string({
  unit: fc.constantFrom("a", "b", "c", "x", "1", ".", "(", "\\", "\n", "ä", "😀", "-", "abc"),
  maxLength: 12,
});

Deno.test("judgeByWords() agrees with the pattern wherever it decides", () => {
  let patterns = 0;
  let judged = 0;
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join("")),
      fc.constantFrom("", "m", "s", "u", "i", "v"),
      fc.array(text, { maxLength: 8 }),
      (pattern, flags, texts) => {
        let regex: RegExp;
        try {
          regex = new RegExp(pattern, flags);
        } catch {
          return;
        }
        patterns++;
        const needs = requiredTexts(pattern, flags);
        if (!needs) return;
        judged++;
        for (const text of [...texts, pattern, ...needs]) {
          const verdict = judgeByWords({ pattern, flags, needs }, createTextFinder(text));
          assert(verdict === undefined || verdict === regex.test(text), text);
        }
      },
    ),
    { numRuns: 30_000 },
  );
  assert(patterns > 2000 && judged > 300, `${patterns} patterns, ${judged} judged`);
});
