import { andMore } from "../lib/words.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { createNotice, mergeNotices } from "../lib/notice.ts";

Deno.test("createNotice() says who speaks", () => {
  assert.deepEqual(createNotice("some-code", "Cannot read guidebook"), {
    code: "some-code",
    message: "Adaptive Guidebook: Cannot read guidebook",
  });
});

Deno.test("createNotice() escapes what a terminal obeys", () => {
  const { message } = createNotice("x", 'Cannot read "\u001b]0;owned\u0007\n\u202e"');
  assert.equal(message, 'Adaptive Guidebook: Cannot read "\\u{1b}]0;owned\\u{7}\\n\\u{202e}"');
});

Deno.test("createNotice() cuts at 500 characters, and marks the cut", () => {
  const lead = "Adaptive Guidebook: ".length;
  assert.equal(createNotice("x", "a".repeat(500 - lead)).message.length, 500);
  assert.ok(!createNotice("x", "a".repeat(500 - lead)).message.includes("…"));
  const { message } = createNotice("x", "a".repeat(501 - lead));
  assert.equal(message, `Adaptive Guidebook: ${"a".repeat(499 - lead)}…`);
});

Deno.test("createNotice() does not halve a character at the cut", () => {
  for (const lead of [478, 479]) {
    const { message } = createNotice("x", "a".repeat(lead) + "😀".repeat(50));
    assert.ok(message.isWellFormed(), JSON.stringify(message.slice(-4)));
    assert.ok(message.length <= 500 && message.endsWith("…"));
  }
});

Deno.test("createNotice() stays printable and within its limit, whatever the message", () => {
  const message = fc.string({ unit: "binary", maxLength: 700, size: "max" });
  const property = fc.property(message, (text) => {
    const { message } = createNotice("x", text);
    assert.ok(message.length <= 500 && message.isWellFormed());
    assert.doesNotMatch(message, /\p{Cc}/u);
  });
  fc.assert(property, { endOnFailure: true }); // to shrink such texts takes minutes
});

Deno.test("mergeNotices() says in one notice what has one code", () => {
  const merged = mergeNotices([
    createNotice("guidebook-missing", "Cannot read a"),
    createNotice("store-unusable", "Cannot write"),
    createNotice("guidebook-missing", "Cannot read b"),
    createNotice("guidebook-missing", "Cannot read a"),
  ]);
  assert.deepEqual(merged, [
    {
      code: "guidebook-missing",
      message: "Adaptive Guidebook: Cannot read a; Cannot read b",
    },
    { code: "store-unusable", message: "Adaptive Guidebook: Cannot write" },
  ]);
  assert.deepEqual(mergeNotices([]), []);
});

Deno.test("mergeNotices() keeps to the limit of one notice", () => {
  const [merged] = mergeNotices(["a", "b", "c"].map((c) => createNotice("x", c.repeat(300))));
  assert.equal(merged!.message.length, 500);
  assert.ok(merged!.message.endsWith("b…"));
});

Deno.test("andMore() keeps a list on one line", () => {
  assert.equal(andMore([]), "");
  assert.equal(andMore(['"a"']), '"a"');
  assert.equal(andMore(['"a"', '"b"']), '"a" (and 1 more)');
  assert.equal(andMore(['"a"', '"b"', '"c"']), '"a" (and 2 more)');
});
