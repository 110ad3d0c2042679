import assert from "node:assert/strict";
import {
  claudeCodeTranscript,
  subAgentTranscript,
} from "../../../lib/agent/claude_code/transcript.ts";
import { claudeCode } from "../../../lib/agent/claude_code/protocol.ts";
import { createTranscriptContext } from "../../../lib/context/transcript.ts";
import { NO_DEADLINE } from "../../../lib/deadline.ts";
import { renderPresentation } from "../../../lib/presentation/text.ts";
import { TemporaryFolder } from "../../support/memory.ts";

const ROOT = "2299f25d-5e79-483a-81d1-5543f181f23b";
const ONE = { id: "one", content: "About one." };
const TWO = { id: "two", content: "About two." };

/** A line as Claude Code 2.1.332 writes it. */
function line(uuid: string, parent: string | null, fields: Record<string, unknown>): string {
  return `${
    JSON.stringify({
      parentUuid: parent,
      isSidechain: false,
      ...fields,
      uuid,
      timestamp: "2026-12-01T00:09:11.227Z",
    })
  }\n`;
}

const prompt = (uuid: string, parent: string | null, content = "go") =>
  line(uuid, parent, { type: "user", message: { role: "user", content } });
const call = (uuid: string, parent: string) =>
  line(uuid, parent, { type: "assistant", message: { role: "assistant", content: [] } });
/** The result of a call; what was measured has this key behind the name. */
const result = (uuid: string, source: string) =>
  line(uuid, source, { type: "user", message: { role: "user", content: [] } })
    .replace("}\n", `,"sourceToolAssistantUUID":"${source}"}\n`);
const hook = (uuid: string, parent: string, ...shown: typeof ONE[]) =>
  line(uuid, parent, {
    type: "attachment",
    attachment: { type: "hook_additional_context", content: [renderPresentation(shown)] },
  });
const boundary = (uuid: string, headUuid: string, tailUuid: string) =>
  line(uuid, null, {
    type: "system",
    subtype: "compact_boundary",
    compactMetadata: { trigger: "auto", preservedSegment: { headUuid, tailUuid } },
  });

/** Which of ONE and TWO the context holds. */
async function look(path: string, memory?: string) {
  const view = await createTranscriptContext({
    path,
    format: claudeCode.transcript,
    limit: { max: 10_000, measure: claudeCode.measure },
    deadline: NO_DEADLINE,
  }).look(memory, [ONE, TWO], () => Promise.resolve([]));
  return { held: [view.holds(ONE), view.holds(TWO)], memory: view.memory };
}

const FIRST = '{"type":"mode","sessionId":"s"}\n' + prompt("p1", null) + call("a1", "p1") +
  result("r1", "a1") + hook("h1", "r1", ONE) + call("a2", "h1");
const SECOND = prompt("p2", "a2") + call("a3", "p2") + result("r2", "a3") + hook("h2", "r2", TWO) +
  call("a4", "h2");

Deno.test("a rewind drops what the turns behind it were shown", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(`${ROOT}.jsonl`, FIRST + SECOND);
  const before = await look(path);
  assert.deepEqual(before.held, [true, true]);
  folder.append(`${ROOT}.jsonl`, prompt("p3", "a2") + call("a5", "p3"));
  // Also for who reads only what was appended.
  for (const memory of [undefined, before.memory]) {
    assert.deepEqual((await look(path, memory)).held, [true, false]);
  }
  folder.append(`${ROOT}.jsonl`, result("r3", "a5") + hook("h3", "r3", TWO) + call("a6", "h3"));
  assert.deepEqual((await look(path, before.memory)).held, [true, true]);
  folder.append(`${ROOT}.jsonl`, prompt("p4", null) + call("a7", "p4"));
  assert.deepEqual((await look(path)).held, [true, true], "a prompt without a parent is no rewind");
});

Deno.test("a text that is not in the file may not have been written yet", async () => {
  await using folder = await TemporaryFolder.create();
  assert.deepEqual((await look(folder.write(`${ROOT}.jsonl`, FIRST))).held, [true, undefined]);
});

Deno.test("calls that ran side by side are all in the context", async () => {
  await using folder = await TemporaryFolder.create();
  const text = prompt("p1", null) + call("a1", "p1") + call("a2", "a1") + result("r1", "a1") +
    hook("h1", "r1", ONE) + result("r2", "a2") + hook("h2", "r2", TWO) + call("a3", "h2") +
    prompt("p2", "a3");
  assert.deepEqual((await look(folder.write(`${ROOT}.jsonl`, text))).held, [true, true]);
});

Deno.test("a compaction keeps what is named as kept, and nothing else", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write(`${ROOT}.jsonl`, FIRST + SECOND);
  const { memory } = await look(path);
  folder.append(`${ROOT}.jsonl`, boundary("b1", "a3", "h2") + call("a9", "b1"));
  for (const from of [undefined, memory]) {
    assert.deepEqual((await look(path, from)).held, [false, true]);
  }
  folder.append(`${ROOT}.jsonl`, boundary("b2", "x", "y"));
  assert.deepEqual((await look(path)).held, [false, false]);
});

Deno.test("a fork begins with its root's context at that time", async () => {
  await using folder = await TemporaryFolder.create();
  const root = folder.write(`${ROOT}.jsonl`, FIRST + SECOND);
  const path = subAgentTranscript(root, "a07baf7fe6b965a76")!;
  const reference = JSON.stringify({
    type: "fork-context-ref",
    agentId: "a07baf7fe6b965a76",
    parentSessionId: ROOT,
    parentLastUuid: "h1",
  });
  folder.write(
    path.slice(folder.path.length + 1),
    `${reference}\n${call("f1", "p").replace('"p"', "null")}`,
  );
  assert.deepEqual((await look(path)).held, [true, undefined]);
});

Deno.test("subAgentTranscript() makes no other folder of an agent's id", () => {
  assert.equal(subAgentTranscript("/a/s.jsonl", "x1"), "/a/s/subagents/agent-x1.jsonl");
  for (const id of ["../x", "a/b", "", "a.b"]) {
    assert.equal(subAgentTranscript("/a/s.jsonl", id), undefined);
  }
  assert.equal(subAgentTranscript("/a/s", "x1"), undefined);
});

Deno.test("skipLine() follows a long prompt by its ends, and gives up what could hold a text", () => {
  const long = prompt("p3", "a2", "x".repeat(9000));
  const ends = { head: long.slice(0, 200), tail: long.slice(-200), mentions: false };
  const state = { texts: ["new"], last: "a4", earlier: new Map([["a2", ["old"]]]) };
  const applied = claudeCodeTranscript.skipLine(ends, state);
  assert("texts" in applied);
  assert.deepEqual([applied.texts, applied.dropped, applied.last], [["old"], ["new"], "p3"]);
  assert.throws(() => claudeCodeTranscript.skipLine({ ...ends, mentions: true }, state), TypeError);
});

Deno.test("lines of another form throw", () => {
  const { parseBase, applyLine } = claudeCodeTranscript;
  for (const first of ["", "[]", "x", '{"type":"fork-context-ref"}']) {
    assert.throws(() => parseBase(first), first);
  }
  assert.throws(() =>
    applyLine('{"parentUuid":"a","uuid":"b","hook_additional_context"', {
      texts: [],
      last: "a",
    })
  );
  const unknown = prompt("p", "nobody");
  assert.throws(() => applyLine(unknown, { texts: [], last: "a", earlier: new Map() }), TypeError);
  assert.deepEqual(applyLine(unknown, { texts: [], last: "a" }), { restart: true });
});
