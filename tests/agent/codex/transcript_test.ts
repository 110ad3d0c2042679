import assert from "node:assert/strict";
import fc from "fast-check";
import { codexTranscript } from "../../../lib/agent/codex/transcript.ts";
import type { TranscriptBase } from "../../../lib/agent/protocol.ts";
import { HEADER } from "../../../lib/presentation/text.ts";
import { basedOn, compactedLine, hookLine, metaLine, otherLine } from "../../support/memory.ts";

const { parseBase, baseFolders, isBaseFile } = codexTranscript;

function applyLine(line: string, texts: readonly string[], base?: TranscriptBase) {
  return codexTranscript.applyLine(line, { texts }, base);
}

const THREAD = "01a22bad-9edc-7920-ba97-0a85bd1b0363";
const SEGMENT = "01a22bb6-5896-7020-862b-88faa8fa184b";
const BASE = { threadId: THREAD, end: 22 };
const TEXT = `${HEADER}\n\n[one]\nOne.`;
const OTHER = `${HEADER}\n\n[two]\nTwo.`;

Deno.test("parseBase() finds what a fork or a rewound session goes on from", () => {
  assert.deepEqual(parseBase(metaLine(basedOn(THREAD, 22), 22)), BASE);
});

Deno.test("parseBase() finds nothing for a session that begins by itself", () => {
  assert.equal(parseBase(metaLine()), undefined);
  assert.equal(parseBase(metaLine({ history_base: null })), undefined);
});

Deno.test("parseBase() finds nothing for a sub-agent, whose history is copied", () => {
  assert.equal(
    parseBase(metaLine({ forked_from_id: THREAD, parent_thread_id: THREAD })),
    undefined,
  );
});

Deno.test("parseBase() throws for a first line of another form", () => {
  const base = basedOn(THREAD, 22)["history_base"] as Record<string, unknown>;
  const lines = [
    "",
    "hello",
    "null",
    "[]",
    '"session_meta"',
    "{}",
    '{"type":"session_meta"}',
    '{"type":"session_meta","payload":[]}',
    metaLine().replace("session_meta", "response_item"),
    metaLine({ history_base: THREAD }),
    metaLine({ history_base: [THREAD, 22] }),
    metaLine({ history_base: {} }),
    metaLine({ history_base: { ...base, thread_id: 7 } }),
    metaLine({ history_base: { ...base, end_ordinal_exclusive: "22" } }),
    metaLine({ history_base: { ...base, end_ordinal_exclusive: null } }),
  ];
  for (const line of lines) assert.throws(() => parseBase(line), line);
});

Deno.test("parseBase() takes for a thread's id nothing but a UUID", () => {
  const ids = [
    "",
    ".",
    "..",
    "../../x",
    `../${THREAD}`,
    `${THREAD}/..`,
    `${THREAD}\n`,
    `\n${THREAD}`,
    `${THREAD}${THREAD}`,
    THREAD.toUpperCase(),
    THREAD.replaceAll("-", ""),
    THREAD.replace("-", "/"),
    THREAD.slice(1),
  ];
  for (const id of ids) assert.throws(() => parseBase(metaLine(basedOn(id, 1))), TypeError, id);
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."01af-./\\\0\n*") }), (id) => {
    assert.throws(() => parseBase(metaLine(basedOn(id, 1))), TypeError);
  }));
});

Deno.test("applyLine() adds the hook texts that are ours, in their order", () => {
  assert.deepEqual(applyLine(hookLine(1, TEXT), []), { texts: [TEXT] });
  assert.deepEqual(applyLine(hookLine(2, OTHER), [TEXT]), { texts: [TEXT, OTHER] });
});

Deno.test("applyLine() passes over hook texts that are not ours", () => {
  for (const text of ["", "CTX-POST", `Note: ${TEXT}`, HEADER.slice(0, -1)]) {
    assert.deepEqual(applyLine(hookLine(1, text), [TEXT]), { texts: [TEXT] }, text);
  }
});

Deno.test("applyLine() takes no text that is not marked as a hook's", () => {
  const marked = hookLine(1, TEXT);
  const lines = {
    "of the user": marked.replace('"role":"developer"', '"role":"user"'),
    "of no role": marked.replace('"role":"developer",', ""),
    "of another kind": marked.replace("hooks.additional_context", "permissions.instructions"),
    "without kinds": marked.replace("content_item_kinds", "kinds"),
    "of an event": marked.replace("response_item", "event_msg"),
    "that is no list": marked.replace('"content":[', '"content":"text","old":['),
    "that is a number": marked.replace(JSON.stringify(TEXT), "7"),
    "in a tool's output that quotes a transcript": otherLine(1, marked),
  };
  for (const [name, line] of Object.entries(lines)) {
    assert.notEqual(line, marked, name);
    assert.deepEqual(applyLine(line, []), { texts: [] }, name);
  }
});

Deno.test("applyLine() matches kinds and parts of a message by their places", () => {
  const parts = [HEADER, TEXT, OTHER].map((text) => ({ type: "input_text", text }));
  const kinds = ["permissions.instructions", "hooks.additional_context"];
  const line = JSON.stringify({
    type: "response_item",
    payload: {
      role: "developer",
      content: parts,
      internal_chat_message_metadata_passthrough: { content_item_kinds: kinds },
    },
  });
  assert.deepEqual(applyLine(line, []), { texts: [TEXT] });
});

Deno.test("applyLine() lets a compaction replace all before it", () => {
  assert.deepEqual(applyLine(compactedLine(3), [TEXT, OTHER]), { texts: [] });
  assert.deepEqual(applyLine(compactedLine(3, OTHER), [TEXT]), { texts: [OTHER] });
  assert.deepEqual(applyLine('{"type":"compacted","payload":{}}', [TEXT]), { texts: [] });
  assert.deepEqual(applyLine('{"type":"compacted"}', [TEXT]), { texts: [] });
});

Deno.test("applyLine() does not treat a text about compaction as one", () => {
  const texts = [TEXT];
  assert.deepEqual(applyLine(otherLine(3, '"compacted"'), texts), { texts });
  assert.deepEqual(applyLine('{"type":"event_msg","payload":{"type":"compacted"}}', texts), {
    texts,
  });
});

Deno.test("applyLine() reads JSON with and without spaces", () => {
  const spaced = JSON.stringify(JSON.parse(hookLine(1, TEXT)), null, 1).replaceAll("\n", "");
  assert.deepEqual(applyLine(spaced, []), { texts: [TEXT] });
  const compacted = JSON.stringify(JSON.parse(compactedLine(1)), null, 1).replaceAll("\n", "");
  assert.deepEqual(applyLine(compacted, [TEXT]), { texts: [] });
  const ordinal = JSON.stringify(JSON.parse(otherLine(22)), null, 1).replaceAll("\n", "");
  assert.deepEqual(applyLine(ordinal, [], BASE), { end: true });
});

Deno.test("applyLine() does not look at lines that can hold nothing of ours", () => {
  const texts = [TEXT];
  fc.assert(fc.property(fc.string(), (line) => {
    fc.pre(!line.includes("hooks.additional_context") && !line.includes('"compacted"'));
    const applied = applyLine(line, texts);
    assert("texts" in applied);
    assert.equal(applied.texts, texts);
  }));
});

Deno.test("applyLine() throws for a line that could be ours and cannot be read", () => {
  assert.throws(() => applyLine("hooks.additional_context", []));
  assert.throws(() => applyLine('{"type":"compacted"', [TEXT]));
  assert.throws(() => applyLine('["hooks.additional_context"]', []), TypeError);
});

Deno.test("applyLine() ends a base at its ordinal", () => {
  assert.deepEqual(applyLine(hookLine(21, TEXT), [], BASE), { texts: [TEXT] });
  assert.deepEqual(applyLine(hookLine(22, TEXT), [], BASE), { end: true });
  assert.deepEqual(applyLine(compactedLine(23), [TEXT], BASE), { end: true });
  assert.deepEqual(applyLine(metaLine({}, 0), [], BASE), { texts: [] });
});

Deno.test("applyLine() throws in a base where a line has no ordinal", () => {
  const line = hookLine(1, TEXT).replace('"ordinal":1,', "");
  assert.deepEqual(applyLine(line, []), { texts: [TEXT] });
  assert.throws(() => applyLine(line, [], BASE), TypeError);
});

Deno.test("baseFolders() names the own folder and three days, none elsewhere", () => {
  const path = "/home/dev/.codex/sessions/2026/12/02/rollout-x.jsonl";
  assert.deepEqual(baseFolders(BASE, path), [
    "/home/dev/.codex/sessions/2026/12/02",
    "/home/dev/.codex/sessions/2026/11/30",
    "/home/dev/.codex/sessions/2026/11/29",
    "/home/dev/.codex/sessions/2026/12/01",
  ]);
  const sameDay = "/home/dev/.codex/sessions/2026/11/30/rollout-x.jsonl";
  assert.equal(baseFolders(BASE, sameDay).length, 3);
});

Deno.test("baseFolders() names at most four folders below the same one, whatever the UUID", () => {
  fc.assert(fc.property(fc.uuid(), (threadId) => {
    const named = baseFolders({ threadId, end: 1 }, "/s/2026/12/02/rollout-x.jsonl");
    assert(named.length <= 4, named.join());
    for (const folder of named) assert.match(folder, /^\/s\/[\d+-]+(\/\d\d){1,2}$/);
  }));
});

Deno.test("isBaseFile() takes a thread's first file, or a segment's, by its whole id", () => {
  const first = `rollout-2026-11-30T08-58-48-${THREAD}.jsonl`;
  const rewound = `rollout-2026-11-30T08-59-12-${THREAD}_${SEGMENT}.jsonl`;
  const thread = { threadId: THREAD, end: 1 };
  const segment = { threadId: SEGMENT, end: 1 };
  assert.deepEqual([first, rewound].map((name) => isBaseFile(thread, name)), [true, false]);
  assert.deepEqual([first, rewound].map((name) => isBaseFile(segment, name)), [false, true]);
  for (const name of [`${THREAD}.jsonl`, `${first}.gz`, first.replace(".jsonl", ".json"), "x"]) {
    assert.equal(isBaseFile(thread, name), false, name);
  }
});
