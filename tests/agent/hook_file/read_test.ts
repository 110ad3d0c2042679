import assert from "node:assert/strict";
import { claudeCodeSetup } from "../../../lib/agent/claude_code/setup.ts";
import { codexSetup } from "../../../lib/agent/codex/setup.ts";
import { readHookFile } from "../../../lib/agent/hook_file/read.ts";
import { codeBlocks, readDocument } from "../../docs/documents.ts";

Deno.test("entries() are those that the agents were measured with", () => {
  const command = "x";
  const handler = {
    ...{ type: "command", command, timeout: 10, statusMessage: "Adaptive Guidebook" },
  };
  const speaking = { ...handler, additionalContextLimit: 0 };
  const plain = (event: string) => ({ event, matcher: undefined, handler });
  const interrupt = { ...plain("Interrupt"), handler: { ...handler, timeout: 3 } };
  assert.deepEqual(codexSetup.entries(command), [
    { event: "PostToolUse", matcher: "^(?:apply_patch|Bash|mcp__.*)$", handler: speaking },
    { ...plain("SessionStart"), handler: speaking },
    { ...plain("UserPromptSubmit"), handler: speaking },
    ...["Stop", "SubagentStop", "PostCompact"].map(plain),
    interrupt,
  ]);
  assert.deepEqual(codexSetup.entries(command, "edits"), [
    { event: "PostToolUse", matcher: "apply_patch", handler: speaking },
    { event: "SessionStart", matcher: "compact|resume", handler: speaking },
    plain("PostCompact"),
    interrupt,
  ]);
  assert.deepEqual(claudeCodeSetup.entries(command), [
    {
      event: "PostToolUse",
      matcher: "^(?:Edit|Write|NotebookEdit|Bash|mcp__.*)$",
      handler,
    },
    { event: "PostToolUseFailure", matcher: "^(?:Bash|mcp__.*)$", handler },
    ...["SessionStart", "UserPromptSubmit", "Stop", "StopFailure", "SubagentStop", "PostCompact"]
      .map(plain),
  ]);
});

Deno.test("docs/claude-code.md shows the entries that install writes", () => {
  const [text = ""] = codeBlocks(readDocument("docs/claude-code.md"), "json");
  const file = readHookFile(text);
  assert("entries" in file);
  const [{ command = "" } = {}] = file.entries;
  assert.deepEqual(
    file.entries.map(({ event, matcher, value }) => ({ event, matcher, handler: value })),
    claudeCodeSetup.entries(command),
  );
});

Deno.test("readHookFile() locates each handler, and leaves out what no agent runs", () => {
  const text = `{
  "disableAllHooks": true,
  "hooks": {
    "Stop": [
      { "hooks": [ 1, { "type": "command", "command": "a", "timeout": 2 } ] },
      7, { "command": "flat" }, { "hooks": {} },
      { "matcher": "Bash", "hooks": [ { "type": "http", "url": "x" } ] }
    ]
  }
}`;
  const file = readHookFile(text, "disableAllHooks");
  assert("entries" in file);
  assert.equal(file.disabled, true);
  assert.deepEqual(readHookFile(text), { ...file, disabled: false });
  assert.deepEqual(
    file.entries.map(({ at, ...entry }) => [entry, at.line]),
    [
      [{
        ...{ event: "Stop", group: 0, handler: 1, matcher: undefined, command: "a", timeout: 2 },
        value: { type: "command", command: "a", timeout: 2 },
      }, 5],
      [{
        ...{ event: "Stop", group: 4, handler: 0, matcher: "Bash", command: undefined },
        ...{ timeout: undefined, value: { type: "http", url: "x" } },
      }, 7],
    ],
  );
});

Deno.test("readHookFile() treats a file that is empty, or has no hooks, as one without entries", () => {
  for (const text of ["", " \n", "{}", '{"hooks":{}}', '{"hooks":{"Stop":[]}}']) {
    assert.deepEqual(readHookFile(text), { entries: [], disabled: false }, text);
  }
});

Deno.test("readHookFile() names the place of what an agent may not read", async (t) => {
  const cases: [text: string, code: string, place: string][] = [
    ['{\n  "a": 1,\n}', "invalid-json", "3:1"],
    ['{"a": 1} // mine', "invalid-json", "1:10"],
    ['{"a": 1 "b": 2}', "invalid-json", "1:9"],
    ['{"a": 1', "invalid-json", "1:8"],
    ["{'a': 1}", "invalid-json", "1:2"],
    ['{"a": 01}', "invalid-json", "1:8"],
    ['{"a": "x\ty"}', "invalid-json", "1:7"],
    ['{"a": "\\x"}', "invalid-json", "1:7"],
    ["\ufeff{}", "invalid-json", "1:1"],
    ['{"a": NaN}', "invalid-json", "1:7"],
    ["{}{}", "invalid-json", "1:3"],
    ['{"hooks": {},\n "hooks": {}}', "duplicate-key", "2:2"],
    ['{"x": [{"a": 1, "\\u0061": 2}]}', "duplicate-key", "1:17"],
    ["[]", "invalid-hooks", "1:1"],
    ['{"hooks": []}', "invalid-hooks", "1:11"],
    ['{"hooks": null}', "invalid-hooks", "1:11"],
    ['{"hooks": {"Stop": {\n}}}', "invalid-hooks", "1:20"],
  ];
  for (const [text, code, place] of cases) {
    await t.step(JSON.stringify(text), () => {
      const result = readHookFile(text);
      assert("problem" in result);
      const { at, ...problem } = result.problem;
      assert.deepEqual([problem.code, `${at.line}:${at.column}`], [code, place]);
      assert.match(
        problem.message,
        /^(Cannot read |Duplicate key |The file|"hooks|hooks\.).*[^.]$/,
      );
    });
  }
});

Deno.test("readHookFile() reports a text that is nested too deeply", () => {
  for (const value of [`${"[".repeat(1e5)}${"]".repeat(1e5)}`, `${'{"a":'.repeat(1e5)}`]) {
    const file = readHookFile(`{"hooks": ${value}}`);
    assert("problem" in file);
    assert.match(file.problem.message, /^Cannot read the file: it is nested too deeply$/);
  }
});
