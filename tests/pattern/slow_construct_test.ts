import assert from "node:assert/strict";
import { findSlowConstructs, type Risk, riskOf } from "../../lib/pattern/slow_construct.ts";
import { regexEngine } from "../../lib/pattern/regex_engine.ts";

/** Each pattern with the constructs that V8's linear engine does not take. */
const CASES: [pattern: string, flags: string, ...constructs: string[]][] = [
  ["console\\.log", ""],
  ["^(a+)+$", "m"],
  ["(?<name>a|b)*?c", "s"],
  ["[^\\]]*\\bclass\\b", ""],
  ["(?<=a)b*", ""],
  ["(?:ab){2,16}", ""],
  ["a{3}b{0,5}", ""],
  ["todo.*", "i", "the flag i"],
  ["\\p{L}+", "u", "the flag u"],
  ["[\\p{L}--[a-z]]+", "v", "the flag v"],
  ["a+(?=b)", "", 'the lookahead "(?="'],
  ["a+(?!b)", "", 'the lookahead "(?!"'],
  ["(?<=(a))b+", "", 'the lookbehind "(?<=" with a capture in it'],
  [
    "(?<=(?<=(?:a(b))))c+",
    "",
    'the lookbehind "(?<=" with a capture in it',
    'the lookbehind "(?<=" with a capture in it',
  ],
  ["(?<=a)(b)+", ""],
  ["(?<!(?<x>a))b+", "", 'the lookbehind "(?<!" with a capture in it'],
  ["(a+)\\1", "", 'the backreference "\\1"'],
  ["(?<x>a+)\\k<x>", "", 'the backreference "\\k<x>"'],
  ["(?i:todo).*", "", 'the modifiers "(?i:"'],
  ["(a+){17}", "", 'the counted repeat "{17}"'],
  ["a{2,20}b", "", 'the counted repeat "{2,20}"'],
  ["\\(?=x+", ""],
  ["[(?=]+", ""],
];

for (const [pattern, flags, ...constructs] of CASES) {
  Deno.test(`findSlowConstructs() agrees with V8 on /${pattern}/${flags}`, () => {
    const names = findSlowConstructs(pattern, flags).map(({ name }) => name);
    assert.deepEqual(names, constructs);
    assert.equal(regexEngine.isLinear(new RegExp(pattern, flags)), constructs.length === 0);
  });
}

Deno.test("findSlowConstructs() ends soon, however deep lookbehinds are nested", () => {
  const depth = 60_000;
  const start = performance.now();
  const constructs = findSlowConstructs(`${"(?<=".repeat(depth)}(a)${")".repeat(depth)}`, "");
  assert.equal(constructs.length, depth);
  // It takes a tenth of a second; with a search for each group's end, 50.
  assert(performance.now() - start < 10_000);
});

Deno.test("riskOf() distinguishes nested repeats, one repeat and none", async (t) => {
  const cases: [pattern: string, risk: Risk][] = [
    ["todo", "none"],
    ["to?do", "none"],
    ["to{2,4}do", "none"],
    ["(to?)?do", "none"],
    [".*", "some"],
    ["a+b+", "some"],
    ["(ab)+", "some"],
    ["a{2,}", "some"],
    ["(a+)+", "runaway"],
    ["((a)+)+", "runaway"],
    ["(?:a|b*)*", "runaway"],
    ["(a{1,50}){1,50}", "runaway"],
    ["(a|ab)*", "runaway"],
    ["([ab]+[+*])x", "some"],
  ];
  for (const [pattern, risk] of cases) {
    await t.step(pattern, () => assert.equal(riskOf(pattern, ""), risk));
  }
});

Deno.test("riskOf() takes no longer for groups in groups", () => {
  const start = performance.now();
  assert.equal(riskOf(`${"(".repeat(60_000)}a+${")".repeat(60_000)}b+`, ""), "some");
  assert.equal(riskOf(`${"(".repeat(60_000)}a+${")".repeat(60_000)}+`, ""), "runaway");
  assert.ok(performance.now() - start < 5000);
});
