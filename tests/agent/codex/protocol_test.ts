import assert from "node:assert/strict";
import { posix } from "node:path";
import fc from "fast-check";
import { codex } from "../../../lib/agent/codex/protocol.ts";
import { renderPayload } from "../../support/call_hook.ts";

const { parseEvent, renderResponse } = codex;

/** The changed paths of an edit; fails where it is none. */
function changedPaths(payload: string): string[] {
  const event = parseEvent(payload);
  assert(event.kind === "edit", JSON.stringify(event));
  return event.changedPaths;
}

function sessionId(fields: Record<string, unknown>): string {
  const event = parseEvent(renderPayload(["M a.txt"], fields));
  assert(event.kind === "edit", JSON.stringify(event));
  return event.sessionId;
}

function complaint(payload: string): string {
  const event = parseEvent(payload);
  assert(event.kind === "malformed", JSON.stringify(event));
  return event.reason;
}

Deno.test("parseEvent() reads an edit out of a payload", () => {
  const event = parseEvent(renderPayload(["A src/new.kt", "M README.md"]));
  assert(event.kind === "edit");
  const { addedRuns: _, ...rest } = event;
  assert.deepEqual(rest, {
    kind: "edit",
    sessionId: "session-1",
    turnId: "turn-1",
    callId: "call-1",
    transcriptPath: undefined,
    eventName: "PostToolUse",
    cwd: "/work/shop",
    changedPaths: ["/work/shop/src/new.kt", "/work/shop/README.md"],
  });
});

Deno.test("parseEvent() takes a response without the exit code head", () => {
  const tool_response = "Success. Updated the following files:\nA a.txt\n";
  assert.deepEqual(changedPaths(renderPayload([], { tool_response })), ["/work/shop/a.txt"]);
});

Deno.test("parseEvent() takes a response without a line break at its end", () => {
  const tool_response = "Success. Updated the following files:\nA a.txt\nM b.txt";
  assert.deepEqual(changedPaths(renderPayload([], { tool_response })), [
    "/work/shop/a.txt",
    "/work/shop/b.txt",
  ]);
});

Deno.test("parseEvent() leaves out deleted files", () => {
  assert.deepEqual(changedPaths(renderPayload(["A a.txt", "M b.txt", "D c.txt"])), [
    "/work/shop/a.txt",
    "/work/shop/b.txt",
  ]);
  assert.deepEqual(changedPaths(renderPayload(["D c.txt"])), []);
});

Deno.test("parseEvent() looks for files below the success line only", () => {
  const tool_response = "A above.txt\nSuccess. Updated the following files:\nA below.txt\n";
  assert.deepEqual(changedPaths(renderPayload([], { tool_response })), ["/work/shop/below.txt"]);
});

Deno.test("parseEvent() leaves out lines that are no files", () => {
  const lines = [
    "",
    "A",
    "A ",
    "M\ta.txt",
    " M a.txt",
    "AM a.txt",
    "a b.txt",
    "R c.txt",
    "M d.txt",
  ];
  assert.deepEqual(changedPaths(renderPayload(lines)), ["/work/shop/d.txt"]);
});

Deno.test("parseEvent() resolves relative paths against cwd and keeps absolute ones", () => {
  const lines = ["M ./a.txt", "M x/../b.txt", "A ../up.txt", "M /else/where.txt", "M /x//y/./z"];
  assert.deepEqual(changedPaths(renderPayload(lines, { cwd: "/work/shop/src" })), [
    "/work/shop/src/a.txt",
    "/work/shop/src/b.txt",
    "/work/shop/up.txt",
    "/else/where.txt",
    "/x/y/z",
  ]);
});

Deno.test("parseEvent() stops at the root when dots lead nowhere", () => {
  assert.deepEqual(changedPaths(renderPayload([`A ${"../".repeat(99)}nowhere`])), ["/nowhere"]);
});

Deno.test("parseEvent() lists each file once, in the payload's order", () => {
  const lines = ["A b.txt", "M a.txt", "M ./b.txt", "M /work/shop/a.txt", "M c.txt"];
  assert.deepEqual(changedPaths(renderPayload(lines)), [
    "/work/shop/b.txt",
    "/work/shop/a.txt",
    "/work/shop/c.txt",
  ]);
});

Deno.test("parseEvent() keeps names as they are", () => {
  const names = [
    'dir with space/naïve "q" 日本語 😀.txt',
    "  two spaces before, one after ",
    "주문/서비스.kt",
    "it's $HOME & `more`; #1 %20 \\n *?.txt",
    "A M D.txt",
    "Success. Updated the following files:",
    "e\u0301 is not \u00e9",
    "tab\there",
  ];
  assert.deepEqual(
    changedPaths(renderPayload(names.map((name) => `A ${name}`))),
    names.map((name) => `/work/shop/${name}`),
  );
});

Deno.test("parseEvent() takes a name that begins with a Unicode line separator", () => {
  assert.deepEqual(changedPaths(renderPayload(["A \u2028a.txt", "A \u2029b.txt"])), [
    "/work/shop/\u2028a.txt",
    "/work/shop/\u2029b.txt",
  ]);
});

Deno.test("parseEvent() gives a sub-agent its own session", () => {
  assert.equal(sessionId({}), "session-1");
  assert.equal(sessionId({ agent_id: "kid-1", agent_type: "default" }), "session-1/kid-1");
  assert.equal(sessionId({ agent_id: "" }), "session-1");
  assert.equal(sessionId({ agent_id: null }), "session-1");
  assert.equal(sessionId({ agent_type: "default" }), "session-1");
});

Deno.test("parseEvent() has nothing to do for other events and tools", () => {
  const others = [
    { hook_event_name: "PreToolUse" },
    { hook_event_name: "PreCompact" },
    { hook_event_name: "posttooluse" },
    { hook_event_name: "" },
    { tool_name: "bash" },
    { tool_name: "Edit" },
    { tool_name: "APPLY_PATCH" },
    { tool_name: undefined },
    { tool_name: ["apply_patch"] },
  ];
  for (const fields of others) {
    const payload = renderPayload(["M a.txt"], fields);
    assert.deepEqual(parseEvent(payload), { kind: "nothing" }, JSON.stringify(fields));
  }
});

Deno.test("parseEvent() takes note of what may change files without an edit tool", () => {
  const moments: [Record<string, unknown>, string][] = [
    [{ tool_name: "Bash", tool_response: "out" }, "command"],
    [{ tool_name: "mcp__files__write", tool_response: {} }, "command"],
    [{ hook_event_name: "UserPromptSubmit" }, "prompt"],
    [{ hook_event_name: "SessionStart", source: "startup" }, "begin"],
    [{ hook_event_name: "SessionStart", source: "clear" }, "begin"],
    [{ hook_event_name: "SessionStart", source: "resume" }, "begin"],
    [{ hook_event_name: "SessionStart", source: "compact" }, "compacted"],
    [{ hook_event_name: "Stop" }, "end"],
    [{ hook_event_name: "SubagentStop", agent_id: "kid-1" }, "end"],
    [{ hook_event_name: "Interrupt" }, "break"],
  ];
  for (const [fields, moment] of moments) {
    const event = parseEvent(renderPayload(["M a.txt"], fields));
    assert(event.kind === "moment", JSON.stringify(fields));
    assert.equal(event.moment, moment, JSON.stringify(fields));
    assert.equal(event.duration, undefined);
  }
});

Deno.test("parseEvent() recognizes a change of the context by event and source", () => {
  const changes = [
    [{ hook_event_name: "PostCompact" }, "ended"],
    [{ hook_event_name: "SessionStart", source: "compact" }, "restarted"],
    [{ hook_event_name: "SessionStart", source: "resume" }, "resumed"],
    [{ hook_event_name: "Interrupt" }, "interrupted"],
  ] as const;
  for (const [fields, change] of changes) {
    const transcript_path = "/home/dev/rollout.jsonl";
    const event = parseEvent(renderPayload([], { ...fields, transcript_path, cwd: undefined }));
    assert(event.kind === "context", JSON.stringify(fields));
    assert.equal(event.change, change);
    assert.equal(event.sessionId, "session-1");
    assert.equal(event.transcriptPath, transcript_path);
    assert.equal(event.eventName, fields.hook_event_name);
  }
});

Deno.test("parseEvent() leaves undefined what the payload does not have", () => {
  for (const odd of [undefined, null, "", 7]) {
    const over = { turn_id: odd, tool_use_id: odd, transcript_path: odd };
    const event = parseEvent(renderPayload(["M a.txt"], over));
    assert(event.kind === "edit");
    const { turnId, callId, transcriptPath } = event;
    assert.deepEqual([turnId, callId, transcriptPath], [undefined, undefined, undefined]);
  }
});

Deno.test("parseEvent() complains of nothing in what is not ours", () => {
  const fields = { session_id: undefined, cwd: 7, tool_response: { deep: [] }, tool_name: "x" };
  assert.deepEqual(parseEvent(renderPayload([], fields)), { kind: "nothing" });
});

Deno.test("parseEvent() names what is wrong with a payload", () => {
  const whole = renderPayload(["M a.txt"]);
  assert.equal(complaint(""), "stdin is empty");
  assert.equal(complaint(" \n"), "stdin is empty");
  assert.equal(complaint(whole.slice(0, -1)), "it is not JSON");
  assert.equal(complaint(`${whole}\n${whole}`), "it is not JSON");
  for (const text of [`[${whole}]`, "null", "true", "1", '"text"']) {
    assert.equal(complaint(text), "it is not a JSON object");
  }
  assert.equal(complaint("{}"), 'it has no "hook_event_name"');
  for (const session_id of [undefined, null, "", 1, {}]) {
    assert.equal(complaint(renderPayload([], { session_id })), 'it has no "session_id"');
  }
  for (const cwd of [undefined, null, "", "work/shop", ".", 1]) {
    assert.equal(complaint(renderPayload([], { cwd })), 'it has no absolute "cwd"');
  }
  const list = "Success. Updated the following files:\nM a.txt\n";
  for (const tool_response of [undefined, null, 0, true, [list], { output: list }]) {
    const payload = renderPayload([], { tool_response });
    assert.equal(complaint(payload), 'its "tool_response" is not a string');
  }
  for (const tool_response of ["", "M a.txt\n", ` ${list}`, "Failed to write file /a\n"]) {
    const payload = renderPayload([], { tool_response });
    assert.equal(complaint(payload), 'its "tool_response" lists no updated files');
  }
});

Deno.test("parseEvent() takes no field from a prototype", () => {
  assert.equal(
    complaint('{"__proto__":{"hook_event_name":"PostToolUse"}}'),
    'it has no "hook_event_name"',
  );
});

Deno.test("parseEvent() survives a payload that is nested a million deep", () => {
  assert.equal(parseEvent("[".repeat(1e6)).kind, "malformed");
  assert.equal(parseEvent(`${'{"a":'.repeat(1e6)}1${"}".repeat(1e6)}`).kind, "malformed");
});

Deno.test("parseEvent() reads a 5 MB patch", () => {
  const tool_input = { command: "+line\n".repeat(5e6 / 6) };
  assert.deepEqual(changedPaths(renderPayload(["M a.txt"], { tool_input })), ["/work/shop/a.txt"]);
});

Deno.test("parseEvent() never throws on any text", () => {
  const payloads = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.jsonValue().map((value) => `${typeof value} ${JSON.stringify(value)}`),
  );
  fc.assert(fc.property(payloads, (payload) => {
    assert.notEqual(parseEvent(payload).kind, "edit");
  }));
});

Deno.test("parseEvent() yields absolute, normalised, distinct paths or one reason", () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom("", "/", "/a/../b", "//", "apply_patch"));
  const path = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom("a", "..", ".", "", "b c", "/"), { maxLength: 6 })
      .map((segments) => segments.join("/")),
  );
  const line = fc.tuple(fc.constantFrom("A ", "M ", "D ", ""), path).map((parts) => parts.join(""));
  const fields = fc.record({
    session_id: odd,
    agent_id: odd,
    cwd: odd,
    tool_response: odd,
    tool_name: odd,
  }, { requiredKeys: [] });
  fc.assert(fc.property(fc.array(line), fields, (lines, over) => {
    const event = parseEvent(renderPayload(lines, over));
    if (event.kind === "malformed") return assert.match(event.reason, /^[^\n]+$/);
    if (event.kind !== "edit") return assert.notEqual(over.tool_name ?? "", "apply_patch");
    assert.notEqual(event.sessionId, "");
    assert.equal(new Set(event.changedPaths).size, event.changedPaths.length);
    for (const changed of event.changedPaths) assert.equal(changed, posix.resolve("/", changed));
  }));
});

Deno.test("parseEvent() finds every name that is listed, wherever it is", () => {
  // Codex lists one name on a line, and nothing quotes them.
  const name = fc.string({ unit: "binary", minLength: 1 })
    .map((text) => text.replace(/[\n\r\u2028\u2029]/g, "_"));
  const entries = fc.array(fc.tuple(fc.constantFrom("A", "M", "D"), name), { minLength: 1 });
  fc.assert(fc.property(entries, fc.boolean(), (listed, head) => {
    const list = listed.map(([letter, file]) => `${letter} ${file}\n`).join("");
    const tool_response = `${head ? "Exit code: 0\nWall time: 0.1 seconds\nOutput:\n" : ""}` +
      `Success. Updated the following files:\n${list}`;
    const expected = listed.filter(([letter]) => letter !== "D")
      .map(([, file]) => posix.resolve("/work/shop", file));
    assert.deepEqual(changedPaths(renderPayload([], { tool_response })), [...new Set(expected)]);
  }));
});

Deno.test("renderResponse() says nothing when there is nothing to say", () => {
  assert.equal(renderResponse({ text: "", notices: [] }, "PostToolUse"), undefined);
});

Deno.test("renderResponse() hands over the text as additional context", () => {
  assert.equal(
    renderResponse({ text: 'One "line"\nand 😀', notices: [] }, "PostToolUse"),
    '{"hookSpecificOutput":{"hookEventName":"PostToolUse",' +
      '"additionalContext":"One \\"line\\"\\nand 😀"}}',
  );
});

Deno.test("renderResponse() says notices without an empty context", () => {
  assert.equal(
    renderResponse({ text: "", notices: ["First.", "Second."] }, "PostToolUse"),
    '{"systemMessage":"First.\\nSecond."}',
  );
});

Deno.test("renderResponse() names the event that it answers", () => {
  assert.equal(
    renderResponse({ text: "Again.", notices: [] }, "SessionStart"),
    '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"Again."}}',
  );
});

Deno.test("renderResponse() gives no context to an event that cannot carry it", () => {
  for (const eventName of ["PostCompact", "Interrupt"]) {
    assert.equal(renderResponse({ text: "Lost.", notices: [] }, eventName), undefined);
    const response = renderResponse({ text: "Lost.", notices: ["Heard."] }, eventName);
    assert.equal(response, '{"systemMessage":"Heard."}');
  }
});

Deno.test("renderResponse() is one JSON object that Codex takes, or nothing", () => {
  // Codex drops an answer with an unknown field, and one with half of a surrogate pair: no UTF-8
  // text holds it, so serde_json refuses the escape (measured on 0.171.0).
  const text = fc.string({
    unit: fc.oneof(fc.string(), fc.constantFrom("\ud83d", "😀", "\u0000")),
  });
  const outcome = fc.record({ text, notices: fc.array(text.filter(Boolean), { maxLength: 3 }) });
  fc.assert(fc.property(outcome, ({ text, notices }) => {
    const response = renderResponse({ text, notices }, "PostToolUse");
    if (response === undefined) return assert(text === "" && notices.length === 0);
    const { systemMessage, hookSpecificOutput, ...unknown } = JSON.parse(response);
    assert.deepEqual(unknown, {});
    assert.equal(systemMessage === undefined, notices.length === 0);
    assert.equal(hookSpecificOutput === undefined, text === "");
    if (text === "") return;
    const { hookEventName, additionalContext, ...more } = hookSpecificOutput;
    assert.deepEqual(more, {});
    assert.equal(hookEventName, "PostToolUse");
    if (text.isWellFormed()) assert.equal(additionalContext, text);
  }));
});

Deno.test("renderResponse() holds no half of a surrogate pair", () => {
  for (const half of ["\ud83d", "\ude00"]) {
    const response = renderResponse({ text: `a${half}b`, notices: [`c${half}`] }, "PostToolUse");
    const { systemMessage, hookSpecificOutput } = JSON.parse(response!);
    assert(systemMessage.isWellFormed(), response);
    assert(hookSpecificOutput.additionalContext.isWellFormed(), response);
  }
});
