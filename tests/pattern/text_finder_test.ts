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
