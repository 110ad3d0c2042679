import assert from "node:assert/strict";
import fc from "fast-check";
import { nearest } from "../lib/nearest.ts";

const KEYS = ["id", "scope", "repositories", "languages", "paths", "when", "match", "content"];

const EXAMPLES: readonly (readonly [word: string, found: readonly string[]])[] = [
  ["scope", ["scope"]],
  ["Scope", ["scope"]],
  ["scoep", ["scope"]], // two neighbours swapped are one mistake
  ["pahts", ["paths"]],
  ["path", ["paths"]],
  ["repostories", ["repositories"]],
  ["langauge", ["languages"]],
  ["ids", ["id"]],
  ["x", []],
  ["pattern", []],
  ["", []],
  ["constructor", []],
  ["__proto__", []],
  ["content".repeat(100_000), []],
];

for (const [word, found] of EXAMPLES) {
  Deno.test(`nearest() finds [${found}] for "${word.slice(0, 20)}"`, () => {
    assert.deepEqual(nearest(word, KEYS), found);
  });
}

Deno.test("nearest() keeps the order of equally near candidates and at most the limit", () => {
  const candidates = ["bat", "cat", "hat", "mat", "bat", "dog"];
  assert.deepEqual(nearest("rat", candidates), ["bat", "cat", "hat"]);
  assert.deepEqual(nearest("rat", candidates, 1), ["bat"]);
  assert.deepEqual(nearest("rat", candidates, 9), ["bat", "cat", "hat", "mat"]);
});

Deno.test("nearest() leaves out what is farther than the nearest", () => {
  assert.deepEqual(nearest("typscript", ["Typst script", "TypeScript", "TScript"]), ["TypeScript"]);
});

Deno.test("nearest() takes any iterable", () => {
  assert.deepEqual(nearest("scop", new Set(KEYS)), ["scope"]);
});

Deno.test("nearest() finds a word again after one mistake, whatever the words", () => {
  const words = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
  fc.assert(fc.property(words, fc.array(words), fc.nat(), words, (word, others, place, noise) => {
    const at = place % (word.length + 1);
    const misspelt = word.slice(0, at) + noise[0] + word.slice(at);
    if (misspelt.toLowerCase().length !== word.toLowerCase().length + 1) return;
    const found = nearest(misspelt, [word, ...others], Infinity);
    const isExact = found.some((it) => it.toLowerCase() === misspelt.toLowerCase());
    assert.ok(isExact || found.includes(word));
  }));
});
