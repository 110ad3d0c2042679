import assert from "node:assert/strict";
import fc from "fast-check";
import {
  awaitCompaction,
  parseMemory,
  renderMemory,
  type TranscriptMemory,
} from "../../lib/context/memory.ts";

Deno.test("parseMemory() reads what renderMemory() wrote", () => {
  const memory = fc.record<TranscriptMemory>({
    path: fc.string(),
    offset: fc.nat(),
    texts: fc.array(fc.string({ unit: "grapheme" })),
    useless: fc.constant(true as const),
  }, { requiredKeys: ["path", "offset", "texts"] });
  fc.assert(fc.property(memory, (memory) => {
    assert.deepEqual(parseMemory(renderMemory(memory), memory.path), { ...memory });
  }));
});

Deno.test("parseMemory() knows nothing of another file", () => {
  const text = renderMemory({ path: "/a", offset: 7, texts: ["x"] });
  for (const path of ["/b", "/a/", "", "/A"]) assert.equal(parseMemory(text, path), undefined);
});

Deno.test("parseMemory() knows nothing where nothing is remembered or what is cannot be read", () => {
  for (const text of [undefined, "", "{", "null", "7", "[]", '"/a"', '{"offset":7}']) {
    assert.equal(parseMemory(text, "/a"), undefined, text);
  }
});

Deno.test("awaitCompaction() asks for one compaction more than were read or are awaited", () => {
  const memory = { path: "/a", offset: 7, texts: ["x"] };
  const awaitedAfter = (text: string) => JSON.parse(awaitCompaction(text)!).awaited;
  assert.equal(awaitedAfter(renderMemory(memory)), 1);
  assert.equal(awaitedAfter(renderMemory({ ...memory, compactions: 2 })), 3);
  assert.equal(awaitedAfter(renderMemory({ ...memory, compactions: 2, awaited: 3 })), 4);
  assert.equal(awaitCompaction(undefined), undefined);
  assert.equal(awaitCompaction("{"), "{");
});
