import assert from "node:assert/strict";
import fc from "fast-check";
import { createTextFinder } from "../../lib/pattern/text_finder.ts";

Deno.test("createTextFinder() finds words whose prefixes are there, and no others", () => {
  const part = fc.constantFrom("com.acme.", "legacy", "storage", "x", "Order", " ");
  const word = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  fc.assert(fc.property(fc.array(word), fc.array(word), (parts, words) => {
    const text = parts.join("\n");
    const holds = createTextFinder(text);
    for (const word of words) assert.equal(holds(word), text.includes(word), word);
  }));
});

Deno.test("createTextFinder() finds words in an indexed text, and no others", () => {
  const character = fc.constantFrom(..."abcde .\né한😀\u0000\uffff");
  const string = fc.string({ unit: character, maxLength: 400 });
  fc.assert(fc.property(string, fc.array(fc.tuple(fc.nat(400), fc.nat(20))), (text, parts) => {
    const holds = createTextFinder(text);
    for (let i = 0; i < 100; i++) assert(!holds(`no${i}`));
    for (const [start, length] of parts) {
      for (
        const word of [text.slice(start, start + length), text.slice(start, start + length) + "c"]
      ) {
        assert.equal(holds(word), text.includes(word), word);
      }
    }
  }));
});

Deno.test("createTextFinder() searches few times for many words that have nothing in common", () => {
  const lines = "export function parseOrder(text: string): Order | undefined {\n".repeat(300);
  let searches = 0;
  const text = Object.assign(new String(lines), {
    includes: (word: string) => {
      searches++;
      return lines.includes(word);
    },
  }) as string;
  const holds = createTextFinder(text);
  for (let i = 0; i < 1000; i++) assert(!holds(`${i * 7919 % 1000}Repository`));
  assert(searches < 100, `${searches} searches`);
  assert(holds("parseOrder(text"));
});

Deno.test("createTextFinder() searches few times where many words have one prefix", () => {
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
