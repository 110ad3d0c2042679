import assert from "node:assert/strict";
import fc from "fast-check";
import { wrapText } from "../lib/words.ts";

Deno.test("wrapText() breaks lines at blanks, and indents those after the first", () => {
  assert.equal(wrapText("one two three four", 9), "one two\nthree\nfour");
  assert.equal(wrapText("one two three four", 9, "  "), "one two\n  three\n  four");
  assert.equal(wrapText("  one two", 6, "  "), "  one\n  two");
  assert.equal(wrapText("far too long", 2), "far\ntoo\nlong");
  assert.equal(wrapText("", 9), "");
});

Deno.test("wrapText() keeps every word, and exceeds the width only for a single one", () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !/\s/.test(text));
  fc.assert(fc.property(fc.array(word), fc.nat(30), fc.nat(4), (words, width, indent) => {
    const blanks = " ".repeat(indent);
    const lines = wrapText(words.join(" "), width, blanks).split("\n");
    assert.deepEqual(lines.join(" ").split(/ +/).filter(Boolean), words);
    for (const [i, line] of lines.entries()) {
      const text = i === 0 ? line : line.slice(indent);
      assert.ok(line.length <= width || !text.includes(" "), line);
    }
  }));
});
