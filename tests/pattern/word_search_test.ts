import assert from "node:assert/strict";
import fc from "fast-check";
import { createTextFinder } from "../../lib/pattern/text_finder.ts";
import { createWordSearch } from "../../lib/pattern/word_search.ts";

Deno.test("createWordSearch() finds the words that stand in a text, and no others", () => {
  // Few letters, so that words overlap and begin alike; what has a meaning in a pattern; half pairs.
  const unit = fc.constantFrom(
    "a",
    "b",
    "A",
    ".",
    "\\",
    "(",
    "^",
    "$",
    "\n",
    "é",
    "😀",
    "\ud83d",
    "1",
  );
  const string = (min: number, max: number) =>
    fc.array(unit, { minLength: min, maxLength: max }).map((units) => units.join(""));
  fc.assert(
    fc.property(
      fc.array(string(1, 5), { minLength: 1, maxLength: 30 }),
      fc.array(string(0, 60), { minLength: 1, maxLength: 3 }),
      (words, texts) => {
        const search = createWordSearch(words)!;
        for (const text of texts) {
          const found = search.find(text);
          const expected = words.filter((word) => text.includes(word));
          assert.deepEqual(found && [...found].sort(), [...new Set(expected)].sort());
        }
      },
    ),
    { numRuns: 3000 },
  );
});

Deno.test("createWordSearch() finds a word wherever it stands in a large text", () => {
  const long = `q${"r".repeat(300)}`;
  const words = ["needle", "needles", long, `${long}!`];
  const search = createWordSearch(words)!;
  for (let at = 8000; at < 8400; at++) {
    for (const word of words) {
      const text = `${" ".repeat(at)}${word}${" ".repeat(20_000)}`;
      assert.equal(search.find(text)?.has(word), true, `${word.length} characters at ${at}`);
    }
  }
});

Deno.test("createWordSearch() takes no time that matters, whatever the words and the text", () => {
  const make = (count: number, word: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => word(i));
  const cases: Record<string, [words: string[], text: string]> = {
    "words that begin alike": [make(40, (i) => `${"a".repeat(i + 3)}b`), "a".repeat(200_000)],
    "many words that do not stand there": [
      make(1000, (i) => `${"a".repeat(i % 9 + 2)}b${i}`),
      "a".repeat(200_000),
    ],
    "long words": [make(1000, (i) => `${i}${"q".repeat(5000)}`), "x".repeat(1_000_000)],
  };
  for (const [name, [words, text]] of Object.entries(cases)) {
    const start = performance.now();
    createWordSearch(words)?.find(text);
    const ms = Math.round(performance.now() - start);
    assert(ms < 1000, `${name}: ${ms} ms`);
  }
});

Deno.test("createWordSearch() gives up on a text that is full of the words", () => {
  const search = createWordSearch(["the"])!;
  assert.deepEqual(search.find("the ".repeat(200)), new Set(["the"]));
  assert.equal(search.find("the ".repeat(201)), undefined);
  assert.deepEqual(search.find("none"), new Set(), "It begins anew with each text");
});

Deno.test("createTextFinder() says the same of each text, whatever it has learnt before", () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
  for (let round = 0; round < 5; round++) {
    for (const text of ["word1 word33", "word60", words.join(" "), "word5 ".repeat(300)]) {
      const holds = createTextFinder(text);
      for (const word of [...words, "never asked", "word60"]) {
        assert.equal(holds(word), text.includes(word), `${word} in ${text.slice(0, 20)}`);
      }
    }
  }
});

Deno.test("createTextFinder() finds words whose beginnings are there, and no others", () => {
  const part = fc.constantFrom("com.acme.", "legacy", "storage", "x", "Order", " ");
  const word = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  fc.assert(fc.property(fc.array(word), fc.array(word), (parts, words) => {
    const text = parts.join("\n");
    const holds = createTextFinder(text);
    for (const word of words) assert.equal(holds(word), text.includes(word), word);
  }));
});

Deno.test("createTextFinder() searches few times where many words begin alike", () => {
  const lines = "import com.acme.order.Order\nreturn value;\n".repeat(300);
  let searches = 0;
  const text = Object.assign(new String(lines), {
    includes: (word: string) => {
      searches++;
      return lines.includes(word);
    },
  }) as string;
  for (let i = 0; i < 5; i++) {
    searches = 0;
    const holds = createTextFinder(text);
    for (let i = 0; i < 100; i++) {
      assert(!holds(`com.acme.legacy.Class${i}`));
      assert(!holds(`return response.part${i}`));
    }
    assert(searches < 10, `${searches} searches`);
  }
});
