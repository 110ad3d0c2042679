import assert from "node:assert/strict";
import fc from "fast-check";
import type { Match, Pattern } from "../../lib/guideline/guideline.ts";
import { evaluateMatch, patternsOf, textsFor } from "../../lib/guideline/matcher.ts";

const pattern = (name: string, on?: "added"): Pattern => ({
  pattern: name,
  flags: "",
  ...(on && { on }),
});

/** No pattern stands twice: what one of two equal ones says, three-valued logic cannot know. */
const someOf = (...names: string[]) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 })
    .map((names) => names.map((name) => pattern(name)));
const matches: fc.Arbitrary<Match> = fc.record(
  { any: someOf("a", "b"), all: someOf("c", "d"), none: someOf("e", "f") },
  { requiredKeys: [] },
);
const subset = fc.uniqueArray(fc.constantFrom<string>("a", "b", "c", "d", "e", "f"));

/** The definition, on verdicts that are all known. */
function holds({ any, all, none }: Match, found: ReadonlySet<string>): boolean {
  const has = ({ pattern }: Pattern) => found.has(pattern);
  return (any?.some(has) ?? true) && (all?.every(has) ?? true) && !none?.some(has);
}

Deno.test("evaluateMatch() is what its lists say when every verdict is known", () => {
  fc.assert(
    fc.property(matches, subset, (match, names) => {
      const found = new Set(names);
      assert.equal(evaluateMatch(match, ({ pattern }) => found.has(pattern)), holds(match, found));
    }),
  );
});

Deno.test("evaluateMatch() is undefined exactly where the unknown verdicts decide", () => {
  fc.assert(fc.property(matches, subset, subset, (match, names, unknown) => {
    const verdict = evaluateMatch(
      match,
      ({ pattern }) => unknown.includes(pattern) ? undefined : names.includes(pattern),
    );
    const outcomes = new Set<boolean>();
    for (let bits = 0; bits < 2 ** unknown.length; bits++) {
      const found = new Set(names.filter((name) => !unknown.includes(name)));
      unknown.forEach((name, i) => bits & (1 << i) && found.add(name));
      outcomes.add(holds(match, found));
    }
    assert.equal(verdict, outcomes.size === 1 ? [...outcomes][0] : undefined);
  }));
});

Deno.test("evaluateMatch() asks no more patterns than it needs", () => {
  const asked: string[] = [];
  const ask = ({ pattern }: Pattern) => {
    asked.push(pattern);
    return pattern === "yes";
  };
  evaluateMatch(
    { any: [pattern("yes"), pattern("late")], all: [pattern("no"), pattern("late")] },
    ask,
  );
  assert.deepEqual(asked, ["yes", "no"]);
});

Deno.test("evaluateMatch() holds without a match", () => {
  assert.equal(evaluateMatch(undefined, () => false), true);
});

Deno.test("patternsOf() gives the patterns of every list", () => {
  const match = { none: [pattern("c")], any: [pattern("a")], all: [pattern("b")] };
  assert.deepEqual(patternsOf(match).map(({ pattern }) => pattern), ["a", "b", "c"]);
});

Deno.test("textsFor() gives each pattern its own texts", () => {
  const texts = { file: "whole", added: ["one", "two"] };
  assert.deepEqual(textsFor(pattern("x"), texts), ["whole"]);
  assert.deepEqual(textsFor(pattern("x", "added"), texts), ["one", "two"]);
  assert.deepEqual(textsFor(pattern("x", "added"), { file: "whole", added: undefined }), ["whole"]);
  assert.deepEqual(textsFor(pattern("x", "added"), { file: "whole", added: [] }), []);
});
