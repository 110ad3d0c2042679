import assert from "node:assert/strict";
import { claudeCode } from "../../../lib/agent/claude_code/protocol.ts";

const SESSION = "51bad3cd-433f-47ca-8acf-836789afc614";
const TRANSCRIPT = `/home/dev/.claude/projects/-home-dev-shop/${SESSION}.jsonl`;
const COMMON = {
  session_id: SESSION,
  transcript_path: TRANSCRIPT,
  cwd: "/home/dev/shop",
  prompt_id: "35874bcc",
};
const EDIT = {
  ...COMMON,
  permission_mode: "acceptEdits",
  hook_event_name: "PostToolUse",
  tool_name: "Edit",
  tool_input: { file_path: "/home/dev/shop/a.txt", old_string: "two", new_string: "2" },
  tool_response: {
    filePath: "src/../a.txt",
    oldString: "two",
    newString: "2",
    originalFile: "one\ntwo\n",
    structuredPatch: [{ newStart: 1, lines: [" one", "-two", "+2"] }],
    userModified: false,
    replaceAll: false,
  },
  tool_use_id: "toolu_1",
};
const parse = (payload: unknown) => claudeCode.parseEvent(JSON.stringify(payload));
const without = (key: string, from: Record<string, unknown> = EDIT) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== key));

Deno.test("claudeCode.parseEvent() takes the file from the input, not from the model's own words", () => {
  const { addedRuns, ...event } = parse(EDIT) as Extract<
    ReturnType<typeof parse>,
    { kind: "edit" }
  >;
  assert.deepEqual(event, {
    kind: "edit",
    sessionId: SESSION,
    turnId: "35874bcc",
    callId: "toolu_1",
    transcriptPath: TRANSCRIPT,
    eventName: "PostToolUse",
    cwd: "/home/dev/shop",
    changedPaths: ["/home/dev/shop/a.txt"],
  });
  assert.deepEqual(addedRuns("/home/dev/shop/a.txt"), ["2"]);
});

Deno.test("claudeCode.parseEvent() knows the added runs of the changed file only", () => {
  const event = parse(EDIT);
  assert(event.kind === "edit");
  assert.equal(event.addedRuns("/home/dev/shop/b.txt"), undefined);
});

Deno.test("claudeCode.parseEvent() treats Edit, Write and NotebookEdit as edits, and no other tool", () => {
  const path = "/home/dev/shop/x";
  const kinds = (tools: string[], input: unknown) =>
    tools.map((tool_name) => parse({ ...EDIT, tool_name, tool_input: input }).kind);
  assert.deepEqual(kinds(["Edit", "Write"], { file_path: path }), ["edit", "edit"]);
  assert.deepEqual(kinds(["NotebookEdit"], { notebook_path: path }), ["edit"]);
  const others = ["Read", "Agent", "edit", "bash", "BashOutput", "apply_patch", "constructor", ""];
  assert.deepEqual(
    kinds(others, { file_path: path, notebook_path: path, command: path }),
    others.map(() => "nothing"),
  );
});

Deno.test("claudeCode.parseEvent() resolves a path that is relative or not normalised", () => {
  const paths = ["src/a b.kt", "/work//x/../y.kt", "./Ω.kt"].map((file_path) => {
    const event = parse({ ...EDIT, tool_input: { file_path } });
    return event.kind === "edit" ? event.changedPaths : event;
  });
  assert.deepEqual(paths, [["/home/dev/shop/src/a b.kt"], ["/work/y.kt"], ["/home/dev/shop/Ω.kt"]]);
});

Deno.test("claudeCode.parseEvent() gives a sub-agent a session of its own", () => {
  const session = (agent_id: unknown) => {
    const event = parse({ ...EDIT, agent_id });
    return event.kind === "edit" ? event.sessionId : event;
  };
  assert.equal(session("af301cf93670d7454"), `${SESSION}/af301cf93670d7454`);
  assert.equal(session(""), SESSION);
  assert.equal(session(null), SESSION);
});

Deno.test("claudeCode.parseEvent() says what is wrong with an edit that it cannot read", () => {
  const reason = (payload: unknown) => {
    const event = parse(payload);
    return event.kind === "malformed" ? event.reason : event.kind;
  };
  assert.equal(reason(without("session_id")), 'it has no "session_id"');
  assert.equal(reason({ ...EDIT, session_id: "" }), 'it has no "session_id"');
  assert.equal(reason(without("cwd")), 'it has no absolute "cwd"');
  assert.equal(reason({ ...EDIT, cwd: "shop" }), 'it has no absolute "cwd"');
  for (const tool_input of [undefined, null, "x", [], {}, { file_path: "" }, { file_path: 1 }]) {
    assert.equal(reason({ ...EDIT, tool_input }), 'its "tool_input" has no "file_path"');
  }
  assert.equal(
    reason({ ...EDIT, tool_name: "NotebookEdit" }),
    'its "tool_input" has no "notebook_path"',
  );
  assert.equal(reason(without("hook_event_name")), 'it has no "hook_event_name"');
  assert.equal(reason([]), "it is not a JSON object");
  assert.deepEqual(
    ["", " \n", "{"].map((text) => claudeCode.parseEvent(text)),
    ["stdin is empty", "stdin is empty", "it is not JSON"]
      .map((reason) => ({ kind: "malformed", reason })),
  );
});

Deno.test("claudeCode.parseEvent() accepts an edit with an unknown response", () => {
  for (const tool_response of [undefined, null, "ok", {}, { structuredPatch: "x" }]) {
    const event = parse({ ...EDIT, tool_response });
    assert(event.kind === "edit");
    assert.equal(event.addedRuns("/home/dev/shop/a.txt"), undefined);
  }
});

Deno.test("claudeCode.parseEvent() ends a context at either event of a compaction", () => {
  const events = [
    { ...COMMON, hook_event_name: "SessionStart", source: "compact", model: "claude-opus-5-5" },
    { ...COMMON, hook_event_name: "PostCompact", trigger: "auto", compact_summary: "…" },
  ];
  for (const payload of events) {
    assert.partialDeepStrictEqual(parse(payload), {
      kind: payload.hook_event_name === "SessionStart" ? "moment" : "context",
      sessionId: SESSION,
      // The newest calls stay: nothing of this turn is to be said once more.
      turnId: undefined,
      callId: undefined,
      transcriptPath: TRANSCRIPT,
      eventName: payload.hook_event_name,
      change: "ended",
    });
    const ofSubAgent = parse({ ...payload, agent_id: "aeaf", agent_type: "general-purpose" });
    assert.equal("sessionId" in ofSubAgent && ofSubAgent.sessionId, `${SESSION}/aeaf`);
  }
});

Deno.test("claudeCode.parseEvent() reports a resumed session, and no other start", () => {
  const start = (source: unknown) => {
    const event = parse({ ...COMMON, hook_event_name: "SessionStart", source });
    return event.kind === "moment" ? event.change : event.kind;
  };
  assert.equal(start("resume"), "resumed");
  for (const source of ["startup", "clear", "fork", "", undefined, 1]) {
    assert.equal(start(source), undefined);
  }
});

Deno.test("claudeCode.parseEvent() takes note of what may change files without an edit tool", () => {
  const moments: [string, Record<string, unknown>, string][] = [
    ["PostToolUse", { tool_name: "Bash", duration_ms: 218 }, "command"],
    ["PostToolUse", { tool_name: "mcp__files__write" }, "command"],
    ["PostToolUseFailure", { tool_name: "Bash" }, "command"],
    ["PostToolUseFailure", { tool_name: "Bash", is_interrupt: true }, "break"],
    ["UserPromptSubmit", { prompt: "x" }, "prompt"],
    ["SessionStart", { source: "startup" }, "begin"],
    ["SessionStart", { source: "clear" }, "begin"],
    ["SessionStart", { source: "resume" }, "begin"],
    ["SessionStart", { source: "compact" }, "compacted"],
    ["Stop", {}, "end"],
    ["SubagentStop", { agent_id: "a1" }, "end"],
    ["StopFailure", {}, "break"],
  ];
  for (const [hook_event_name, fields, moment] of moments) {
    const event = parse({ ...COMMON, hook_event_name, ...fields });
    assert(event.kind === "moment", hook_event_name);
    assert.equal(event.moment, moment, hook_event_name);
    assert.equal(event.cwd, COMMON.cwd);
    assert.equal(event.duration, fields["duration_ms"]);
    assert.equal(event.sessionId, fields["agent_id"] ? `${SESSION}/a1` : SESSION);
  }
  assert.deepEqual(parse({ ...COMMON, hook_event_name: "Stop", cwd: "x" }), { kind: "nothing" });
});

Deno.test("claudeCode.parseEvent() reads the lines that a command added, where they are listed", () => {
  const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [" a", "+b", "+c"] }];
  const bashEditDiff = { files: [{ filePath: "/home/dev/shop/a.ts", hunks }], moreFiles: 0 };
  const event = parse({
    ...COMMON,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_response: { stdout: "", bashEditDiff },
  });
  assert(event.kind === "moment");
  assert.deepEqual(event.addedRuns?.("/home/dev/shop/a.ts"), ["b\nc"]);
  assert.equal(event.addedRuns?.("/home/dev/shop/b.ts"), undefined);
});

Deno.test("claudeCode.parseEvent() leaves all other events alone, whatever is in them", () => {
  const names = ["PreToolUse", "PostToolUseFailure", "PostToolBatch", "PermissionRequest"];
  const others = ["SessionEnd", "PreCompact", "Interrupt"];
  for (const hook_event_name of [...names, ...others, "posttooluse", ""]) {
    assert.deepEqual(parse({ ...EDIT, hook_event_name }), { kind: "nothing" });
    assert.deepEqual(parse({ hook_event_name }), { kind: "nothing" });
  }
});

Deno.test("claudeCode.renderResponse() names the event, and says no more than is needed", () => {
  const render = (text: string, notices: string[], eventName = "PostToolUse") =>
    claudeCode.renderResponse({ text, notices }, eventName);
  assert.equal(render("", []), undefined);
  assert.equal(
    render('a\n"b"', []),
    '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"a\\n\\"b\\""}}',
  );
  assert.equal(render("", ["one", "two"]), '{"systemMessage":"one\\ntwo"}');
  assert.deepEqual(JSON.parse(render("a", ["one"])!), {
    systemMessage: "one",
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "a" },
  });
});

Deno.test("claudeCode.renderResponse() gives context to no event but an edit", () => {
  for (const eventName of ["SessionStart", "PostCompact"]) {
    assert.equal(claudeCode.renderResponse({ text: "a", notices: [] }, eventName), undefined);
    assert.equal(
      claudeCode.renderResponse({ text: "a", notices: ["one"] }, eventName),
      '{"systemMessage":"one"}',
    );
  }
});

Deno.test("claudeCode measures a text as the agent does, in UTF-16 units", () => {
  assert.equal(claudeCode.contextLimit, 10_000);
  assert.equal(claudeCode.measure("é".repeat(10_000)), 10_000);
  assert.equal(claudeCode.measure("😀".repeat(6_000)), 12_000);
});
