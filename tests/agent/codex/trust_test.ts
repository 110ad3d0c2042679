/** Holds our hash of a hook to the one that the real Codex has told for the same definition. */
import assert from "node:assert/strict";
import {
  hashHook,
  type HookDefinition,
  isTrustedProject,
  readTrust,
  trustKey,
} from "../../../lib/agent/codex/trust.ts";

/** What `hooks/list` of `@openai/codex` 0.171.0 says: event, matcher, handler, hash. */
const VECTORS: [string, string | undefined, Record<string, unknown>, string][] = [
  [
    "PostToolUse",
    "apply_patch",
    { "type": "command", "command": "node /abs/x.mjs" },
    "7781a6b2e53ac4458512b953a93010e3deb59acf92dfa09c3faf17c7b3156593",
  ],
  [
    "PostToolUse",
    "apply_patch",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "f8bcd78ec7c95a3bc3b4517f90ddbff2691118a3164ad3e278538d699722977e",
  ],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "timeout": 10,
    "additionalContextLimit": 0,
  }, "d3d8eaeed58c80fddf8fcf30d1f4f6edef5260e44a37642906a6ac7f2a2fb592"],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "additionalContextLimit": 2500,
  }, "7781a6b2e53ac4458512b953a93010e3deb59acf92dfa09c3faf17c7b3156593"],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "additionalContextLimit": 7,
  }, "44ad224528c58a74ace9613d1ef94f304691dfb6afa5b05afe94520c3b4e8151"],
  [
    "PostToolUse",
    "apply_patch",
    { "type": "command", "command": "node /abs/x.mjs", "async": true },
    "fc8f12c7ea85d90db3e4dbdb9aa5e5c3511cf6fed6a73bd8bfb98dd6515d9d83",
  ],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "async": false,
    "timeout": 0,
  }, "bf5913701bf5717a989da8418ef2d22930eb53625890250038de9c97b6d1f4b6"],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "statusMessage": "checking",
  }, "1568726cbdf23f4355efd2f841bb4b7e6eb3beef95cd3240480f63156a1062e1"],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "commandWindows": "node C:\\x",
  }, "7781a6b2e53ac4458512b953a93010e3deb59acf92dfa09c3faf17c7b3156593"],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "'/home/\u00fc/\u00e9 \u65e5\u672c \ud83d\ude00/a' \"q\" \\ \t \u007f \u0001",
  }, "eb88971ad3170323756a66e645747f7cfec1cd4e76f953e431d1c976cd30055a"],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "timeout_ms": 5,
    "foo": 1,
  }, "7781a6b2e53ac4458512b953a93010e3deb59acf92dfa09c3faf17c7b3156593"],
  ["PostToolUse", "apply_patch", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "timeout": 10,
    "async": true,
    "statusMessage": 's "x" \u00e9',
    "additionalContextLimit": 0,
  }, "2475dc1d1a471f0be6a35b54c6818a1e5b8ff5e26dd5ffce84039b33d637bc4b"],
  [
    "PostToolUse",
    undefined,
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "61389aa3b3dcf6841457a055871482deae70463e2bfaae0ff77fc0f35788c9a6",
  ],
  [
    "PostToolUse",
    "",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "c1f7fc34e6b007e3e9729efc9e93d2e1e8b3dfa8579998e6d2cc7321ad2d2c18",
  ],
  [
    "PostToolUse",
    "*",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "a482a59cee659bc196c575fca5615ff6ad0a309f69c2a9d5c35d37c9416bbc3e",
  ],
  [
    "PostToolUse",
    "^(Edit|Write)$",
    { "type": "command", "command": "node /abs/x.mjs" },
    "c85ef58834da4eef10a15730f6fa306eaa1f79da1f9a36767448b233e298696c",
  ],
  ["PermissionRequest", "Bash", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "additionalContextLimit": 0,
    "timeout": 3,
  }, "466096b708fd06d4aed2dbcd2ce7eb5d751c2aeb19056a53513bea658abcea95"],
  ["PostCompact", "auto", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "additionalContextLimit": 0,
    "timeout": 10,
  }, "37aa6fe980d415d06c787ced3c992514d04c179eaffbdf53f8c54bbca44dec15"],
  [
    "PostCompact",
    undefined,
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "6f72e01b86bd72d5fbab1c31350e4802a2d482d765541f63ad75355abb285c3e",
  ],
  ["SessionStart", "compact|resume", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "additionalContextLimit": 0,
    "timeout": 10,
  }, "c10a8d4e20468eccfbcbbf8e73d85b615a84d68470123b8dbb367ff4f563c70c"],
  [
    "SessionStart",
    undefined,
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "5e7698bbe45a2e0e43f54c0bf6114b41d004ee2ecddcb8e9af034fa9f0bae884",
  ],
  [
    "SessionEnd",
    "x",
    { "type": "command", "command": "node /abs/x.mjs" },
    "e7a225c6e7bbfa8db11e608f4f535c23218c8feb21fe71cd217123a2a4084041",
  ],
  [
    "SessionEnd",
    "x",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "2f75efa925a1a4ff917848529bf6d81abc75540b857ed0d41ad913c1fe82f7f1",
  ],
  [
    "SessionEnd",
    "x",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 0 },
    "e7a225c6e7bbfa8db11e608f4f535c23218c8feb21fe71cd217123a2a4084041",
  ],
  [
    "SessionEnd",
    "x",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 2 },
    "bca12a486cd2e80b02e81e8ff3b357a7244148070e37cff2635f8b1875b8fd21",
  ],
  [
    "Interrupt",
    "x",
    { "type": "command", "command": "node /abs/x.mjs" },
    "829e7e327c2a01b08c136115350ee4943cd8addd5e84cd6933c125b7df5e7d72",
  ],
  [
    "Interrupt",
    "x",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 10 },
    "6e5f581f2cc6c86fe63df196af1dbe646fa0f1f3a2450b2cd922a8f1affa6fd5",
  ],
  [
    "Interrupt",
    "x",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 0 },
    "829e7e327c2a01b08c136115350ee4943cd8addd5e84cd6933c125b7df5e7d72",
  ],
  [
    "Interrupt",
    "x",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 2 },
    "387f3e5e1b8c8348683a7ac325941d4adcae48623a8fa66a260f40ed658c8c91",
  ],
  [
    "Interrupt",
    "x",
    { "type": "command", "command": "node /abs/x.mjs", "timeout": 3 },
    "6e5f581f2cc6c86fe63df196af1dbe646fa0f1f3a2450b2cd922a8f1affa6fd5",
  ],
  ["Interrupt", "x", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "timeout": 3,
    "additionalContextLimit": 0,
  }, "6e5f581f2cc6c86fe63df196af1dbe646fa0f1f3a2450b2cd922a8f1affa6fd5"],
  ["UserPromptSubmit", "x", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "timeout": 2,
    "additionalContextLimit": 0,
  }, "9276a1aa128adadd1e18a282021080e137c6f9925ea3ac33333f00c81a084e51"],
  ["SubagentStart", "x", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "timeout": 2,
    "additionalContextLimit": 0,
  }, "4d8fbfdaa92f43dde352a7e429346de9dacfb297723b342d18a5046b671be27a"],
  ["Stop", "x", {
    "type": "command",
    "command": "node /abs/x.mjs",
    "timeout": 2,
    "additionalContextLimit": 0,
  }, "5c2384f20ac2a6961bac03ff34943282d46fc65971133aec81c7bd8767d03b34"],
  [
    "Stop",
    "",
    { "type": "command", "command": "node /abs/x.mjs" },
    "e827b22e1c9ca6d015bfa6a3f0e4a0165693794775f23ae8ff954cbc68bb92ad",
  ],
];

Deno.test("hashHook() returns the hash that Codex computes", async (t) => {
  assert(VECTORS.length >= 20);
  for (const [event, matcher, value, hash] of VECTORS) {
    await t.step(`${event} ${matcher} ${JSON.stringify(value)}`, async () => {
      const hook = { event, group: 0, handler: 0, matcher, value };
      assert.equal(await hashHook(hook), `sha256:${hash}`);
    });
  }
});

const HOOK: HookDefinition = {
  event: "PostToolUse",
  group: 1,
  handler: 2,
  matcher: "apply_patch",
  value: { type: "command", command: "node /abs/x.mjs", timeout: 10 },
};
const FILE = "/home/dev/.codex/hooks.json";
const KEY = `${FILE}:post_tool_use:1:2`;

Deno.test("trustKey() names the file, the event and the place", () => {
  assert.equal(trustKey(FILE, HOOK), KEY);
});

Deno.test("readTrust() distinguishes trusted, changed, untrusted and disabled", async () => {
  const trusted_hash = await hashHook(HOOK);
  const read = (state: unknown) => readTrust(state, FILE, HOOK);
  assert.equal(await read({ [KEY]: { trusted_hash } }), "trusted");
  assert.equal(await read({ [KEY]: { trusted_hash, enabled: true } }), "trusted");
  assert.equal(await read({ [KEY]: { trusted_hash, enabled: false } }), "disabled");
  assert.equal(await read({ [KEY]: { trusted_hash: "sha256:00" } }), "changed");
  for (
    const state of [undefined, [], { [KEY]: {} }, { [KEY]: { trusted_hash: 1 } }, {
      [`${FILE}:post_tool_use:0:2`]: { trusted_hash },
    }]
  ) assert.equal(await read(state), "untrusted");
});

Deno.test("isTrustedProject() takes any name of the root, and no other word", () => {
  const projects = { "/a": { trust_level: "trusted" }, "/b": { trust_level: "untrusted" } };
  assert.equal(isTrustedProject(projects, ["/x", "/a"]), true);
  assert.equal(isTrustedProject(projects, ["/b"]), false);
  assert.equal(isTrustedProject(undefined, ["/a"]), false);
});
