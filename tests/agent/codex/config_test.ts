/** Compares what we reject with what the real Codex 0.171.0 rejects. */
import assert from "node:assert/strict";
import { findCodexFault } from "../../../lib/agent/codex/hook_file.ts";
import { readCodexConfig } from "../../../lib/agent/codex/config.ts";

const handler = (fields: object) => ({ hooks: [{ type: "command", command: "x", ...fields }] });
const file = (group: object) => ({ hooks: { PostToolUse: [group] } });

/** Codex said "failed to parse hooks config" to each. */
const REFUSED: Record<string, unknown> = {
  "a timeout as text": file(handler({ timeout: "10" })),
  "a timeout with a fraction": file(handler({ timeout: 1.5 })),
  "no key hooks": { PostToolUse: [] },
  "a matcher that is a number": file({ matcher: 5, ...handler({}) }),
  "no type": file({ hooks: [{ command: "x" }] }),
  "a type that there is not": file(handler({ type: "foo" })),
  "a limit below zero": file(handler({ additionalContextLimit: -1 })),
  "async that is null": file(handler({ async: null })),
  "a handler that is null": file({ hooks: [null] }),
  "a group that is a string": { hooks: { PostToolUse: ["x"] } },
};

/** Codex took each. */
const TAKEN: Record<string, unknown> = {
  "nothing": {},
  "a description": { description: "x", hooks: {} },
  "keys and events that there are not": {
    hooks: { Nonsense: 5, PostToolUse: [{ ...handler({ timeout_ms: 5, foo: 1 }), x: 1 }] },
  },
  "a group without hooks": file({ matcher: "x" }),
  "null for what may be left out": file({
    matcher: null,
    ...handler({ timeout: null, statusMessage: null, additionalContextLimit: null }),
  }),
  "a hook of another type": file({ hooks: [{ type: "prompt", prompt: "x" }] }),
};

Deno.test("findCodexFault() says where Codex rejects a file", () => {
  const find = (content: unknown) => findCodexFault(JSON.stringify(content, null, 2));
  for (const [name, content] of Object.entries(REFUSED)) assert(find(content), name);
  const fault = find(REFUSED["a timeout as text"])!;
  assert.match(fault.message, /^hooks\.PostToolUse\[0\]\.hooks\[0\]\.timeout: /);
  assert.deepEqual([fault.at.line, fault.at.column], [9, 24]);
  assert.equal(find(REFUSED["a handler that is null"])!.at.line, 6);
  for (const [name, content] of Object.entries(TAKEN)) assert.equal(find(content), undefined, name);
});

Deno.test("readCodexConfig() knows both names of the switch", () => {
  const isOff = (text: string) => readCodexConfig(text).hooksOff;
  assert.equal(isOff("[features]\nhooks = false\n"), true);
  assert.equal(isOff("features.codex_hooks = false\n"), true);
  assert.equal(isOff("[features]\nhooks = true\n"), false);
  assert.equal(isOff("hooks = false\n"), false);
  assert.equal(isOff(""), false);
});

Deno.test("readCodexConfig() parts the hooks from their trust", () => {
  const { hooks, state, fault, managedOnly } = readCodexConfig(`
allow_managed_hooks_only = true
[[hooks.PostToolUse]]
matcher = "apply_patch"
[[hooks.PostToolUse.hooks]]
type = "command"
command = "x"
[hooks.state."/a:post_tool_use:0:0"]
trusted_hash = "sha256:1"
`);
  assert.deepEqual([fault, managedOnly], [undefined, true]);
  assert.deepEqual(JSON.parse(JSON.stringify(hooks)), {
    PostToolUse: [{ matcher: "apply_patch", hooks: [{ type: "command", command: "x" }] }],
  });
  assert.deepEqual(JSON.parse(JSON.stringify(state)), {
    "/a:post_tool_use:0:0": { trusted_hash: "sha256:1" },
  });
});

Deno.test("readCodexConfig() says in one line what is wrong", () => {
  const { fault } = readCodexConfig("x = = 1\n");
  assert.match(fault!, /^Invalid TOML/);
  assert.doesNotMatch(fault!, /\n/);
});

Deno.test("readCodexConfig() rejects a file that is nested too deeply", () => {
  const { fault, hooks } = readCodexConfig(`[hooks.${"a.".repeat(50_000)}a]\nx = 1\n`);
  assert.equal(fault, "it is nested too deeply");
  assert.deepEqual(hooks, {});
});
