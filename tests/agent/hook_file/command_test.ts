import { AGENT_NAMES } from "../../../lib/agent/agents.ts";
import assert from "node:assert/strict";
import {
  type HookCommand,
  isOurCommand,
  optionsOf,
  readHookCommand,
  renderHookCommand,
} from "../../../lib/agent/hook_file/command.ts";

const INSTALLED = "/home/a/.local/bin/adaptive-guidebook";
const SOURCE = "deno task -q --config '/my code/deno.json' adaptive-guidebook";

Deno.test("renderHookCommand() names one command for every member of a team", () => {
  const command: HookCommand = { call: SOURCE, agent: "codex", guidebooks: [], project: true };
  const rendered = '"$HOME/.local/bin/adaptive-guidebook" hook codex ' +
    '--guidebook "$(git rev-parse --show-toplevel)/guidebook"';
  assert.equal(renderHookCommand(command), rendered);
  assert.equal(
    renderHookCommand({ ...command, agent: "claude-code" }),
    rendered.replace("codex", "claude-code"),
  );
});

Deno.test("readHookCommand() reads back what renderHookCommand() writes", () => {
  for (const call of [INSTALLED, SOURCE, "'/home/o'\\''brien/bin/adaptive-guidebook'"]) {
    for (const agent of AGENT_NAMES) {
      for (const guidebooks of [[], ["/g"], ["/a b", "/it's", "/$HOME/`id`"]]) {
        const command: HookCommand = { call, agent, guidebooks, project: false };
        assert.deepEqual(readHookCommand(renderHookCommand(command), call), command);
      }
      const shared: HookCommand = { call, agent, guidebooks: [], project: true };
      assert.deepEqual(readHookCommand(renderHookCommand(shared), call), shared);
    }
  }
});

Deno.test("readHookCommand() takes nothing that differs by a byte, or does more", () => {
  const written = `${INSTALLED} hook codex --guidebook /g`;
  assert(readHookCommand(written, INSTALLED));
  for (
    const text of [
      ...[`${written} `, ` ${written}`, `${written}; rm x`, `${written} && x`, `${written}\nx`],
      ...[
        `${written} --db /x`,
        `${written} --guidebook`,
        `${written} >/x`,
        `${written} --guidebook g`,
      ],
      ...[`${INSTALLED} hook codex --guidebook "/g"`, `${INSTALLED} hook codex --guidebook $(x)`],
      ...[`${INSTALLED} hook codex --guidebook  /g`, `${INSTALLED} hook codexx`],
      ...[
        `${INSTALLED} hook codex --db /g`,
        `X=1 ${written}`,
        `/other/adaptive-guidebook hook codex`,
      ],
      ...["", `${INSTALLED} hook`, `${INSTALLED} forget codex`],
      '"$HOME/.local/bin/adaptive-guidebook" hook codex --guidebook "$(id)/guidebook"',
    ]
  ) assert.equal(readHookCommand(text, INSTALLED), undefined, text);
});

Deno.test("isOurCommand() knows ours, however it was written", () => {
  for (
    const text of [
      ...[
        `${INSTALLED} hook codex`,
        "adaptive-guidebook hook codex --no-transcript",
        `  ${SOURCE} hook codex`,
      ],
      '"$HOME/.local/bin/adaptive-guidebook" hook codex --guidebook "$(git rev-parse --show-toplevel)/g"',
      "'/my tools/bin/adaptive-guidebook' hook codex --db /x",
      "ADAPTIVE_GUIDEBOOK_ROOT=/g adaptive-guidebook hook codex",
      "exec /usr/bin/env A=b C='d e' /opt/adaptive-guidebook hook codex",
      "/my\\ tools/adaptive-guidebook hook codex",
      "adaptive-guidebook hook codex # mine",
      "adaptive-guidebook hook \\\n  codex",
      "deno task --config /x/deno.json -q adaptive-guidebook hook codex --guidebook /g",
      "'/opt/deno/bin/deno' task -q --config /x/deno.json adaptive-guidebook hook codex",
      "npx --yes deno@2.9.6 task -q --config /x/deno.json adaptive-guidebook hook codex",
    ]
  ) {
    assert(isOurCommand(text, "codex"), text);
    assert(!isOurCommand(text, "claude-code"), text);
    assert(isOurCommand(text.replace("codex", "claude-code"), "claude-code"), text);
  }
});

Deno.test("isOurCommand() takes no command of somebody else's", () => {
  for (
    const text of [
      ...["echo adaptive-guidebook hook codex", "echo 'adaptive-guidebook hook codex'", "", "'"],
      ...["adaptive-guidebook hook claude-code", "adaptive-guidebook search", "hook codex"],
      ...["my-adaptive-guidebook hook codex", "adaptive-guidebook/run hook codex"],
      ...["adaptive-guidebook hook codex; notify", "adaptive-guidebook hook codex && notify"],
      ...["adaptive-guidebook hook codex | tee x", "cd /x\nadaptive-guidebook hook codex"],
      ...["(adaptive-guidebook hook codex)", "adaptive-guidebook hook codex > x", "A=1 B=2"],
      ...["sh -c 'adaptive-guidebook hook codex'", "'adaptive-guidebook hook codex'"],
      ...[
        "deno run x.ts adaptive-guidebook hook codex",
        "deno task x adaptive-guidebook hook codex",
      ],
      ...[
        "deno eval 1 task adaptive-guidebook hook codex",
        "npx tool task adaptive-guidebook hook codex",
      ],
      ...[
        "deno adaptive-guidebook hook codex",
        "echo task adaptive-guidebook hook codex",
        'adaptive-guidebook hook "codex',
      ],
      ...[
        "adaptive-guidebook # hook codex",
        "adaptive-guidebook hook codex # a\nb",
        "adaptive-guidebook \\",
      ],
    ]
  ) assert(!isOurCommand(text, "codex"), text);
});

Deno.test("optionsOf() returns what follows the agent", () => {
  assert.deepEqual(optionsOf(`${SOURCE} hook codex --guidebook '/a b'`, "codex"), [
    "--guidebook",
    "/a b",
  ]);
  assert.deepEqual(optionsOf("x", "codex"), []);
});
