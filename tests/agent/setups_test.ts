/** What holds for every agent's setup, and where each has its hook file. */
import assert from "node:assert/strict";
import { ADAPTERS, AGENT_NAMES, type AgentName } from "../../lib/agent/agents.ts";
import { findMissed } from "../../lib/agent/hook_file/matcher.ts";
import { loadSetup, loadSetups } from "../../lib/agent/setups.ts";
import type { HookScope } from "../../lib/agent/setup.ts";

const hookFilePath = async (
  agent: AgentName,
  scope: HookScope,
  env: Record<string, string>,
  repository: string | null = "/work/shop",
) => {
  const workplace = { folder: "/work/shop/src", repository: repository ?? undefined };
  return (await loadSetup(agent)).hookFilePath(scope, { ...workplace, env: (name) => env[name] });
};

const HOME = { HOME: "/home/a" };

Deno.test("a hook file is where its agent looks", async () => {
  assert.equal(await hookFilePath("codex", "user", HOME), "/home/a/.codex/hooks.json");
  assert.equal(await hookFilePath("claude-code", "user", HOME), "/home/a/.claude/settings.json");
  assert.equal(await hookFilePath("codex", "project", HOME), "/work/shop/.codex/hooks.json");
  assert.equal(
    await hookFilePath("claude-code", "project", HOME),
    "/work/shop/src/.claude/settings.json",
  );
});

Deno.test("an agent's own variable moves the user's hook file alone", async () => {
  const env = { ...HOME, CODEX_HOME: "/x/", CLAUDE_CONFIG_DIR: "/y" };
  assert.equal(await hookFilePath("codex", "user", env), "/x/hooks.json");
  assert.equal(await hookFilePath("claude-code", "user", env), "/y/settings.json");
  assert.equal(await hookFilePath("codex", "project", env), "/work/shop/.codex/hooks.json");
});

Deno.test("an empty variable means what it means to the agent", async () => {
  const env = { ...HOME, CODEX_HOME: "", CLAUDE_CONFIG_DIR: "" };
  assert.equal(await hookFilePath("codex", "user", env), "/home/a/.codex/hooks.json");
  assert.equal(await hookFilePath("claude-code", "user", env), undefined);
});

Deno.test("there is no hook file below a path that is not absolute", async () => {
  assert.equal(await hookFilePath("codex", "user", { ...HOME, CODEX_HOME: "x" }), undefined);
  assert.equal(await hookFilePath("codex", "user", {}), undefined);
  assert.equal(await hookFilePath("codex", "project", HOME, null), undefined);
});

Deno.test("the setups are those of the names, and consistent in themselves", async () => {
  const setups = await loadSetups();
  assert.deepEqual(setups.map(({ name }) => name), AGENT_NAMES);
  for (const setup of setups) {
    assert.ok(setup.editEvent in setup.events);
    for (const coverage of ["changes", "edits"] as const) {
      const entries = setup.entries("the command", coverage);
      const wanted = { ...(coverage === "changes" && setup.lookEvents), ...setup.events };
      assert.deepEqual(
        entries.map(({ event }) => event).toSorted(),
        Object.keys(wanted).toSorted(),
        setup.name,
      );
      for (const { event, matcher, handler } of entries) {
        assert.equal(handler.command, "the command");
        assert.equal(handler.statusMessage, "Adaptive Guidebook");
        // What install writes is what doctor is content with.
        const look = findMissed(setup, setup.lookEvents[event], [matcher]);
        assert.deepEqual(findMissed(setup, setup.events[event], [matcher]), [], event);
        if (coverage === "changes") assert.deepEqual(look, [], event);
        assert.equal(setup.findCut(event, handler), undefined);
        assert.equal(setup.timeoutOf(event, handler.timeout), handler.timeout);
        assert.ok(handler.timeout <= (setup.longestTimeout(event) ?? Infinity));
      }
    }
  }
});

Deno.test("the matchers of PostToolUse fit edits, shell and MCP calls, and no other tool", async () => {
  const fitting = {
    "codex": ["apply_patch", "Bash", "mcp__fs__write_file"],
    "claude-code": ["Edit", "Write", "NotebookEdit", "Bash", "mcp__fs__write_file"],
  };
  const others = ["Read", "MultiEdit", "BashOutput", "TodoWrite", "get_goal", "not_mcp__x", "Grep"];
  for (const setup of await loadSetups()) {
    const { matcher } = setup.entries("x").find(({ event }) => event === "PostToolUse")!;
    for (const name of fitting[setup.name]) assert.ok(setup.matcherFits(matcher, name), name);
    for (const name of others) assert.ok(!setup.matcherFits(matcher, name), name);
    const small = setup.entries("x", "edits").find(({ event }) => event === "PostToolUse")!;
    for (const name of ["Bash", "mcp__fs__write_file"]) {
      assert.ok(!setup.matcherFits(small.matcher, name), name);
    }
  }
});

Deno.test("Codex cuts the text of each event that may carry context, unless a handler switches that off", async () => {
  const { entries, findCut } = await loadSetup("codex");
  const cut = entries("x").map(({ event }) => event).filter((event) => findCut(event, {}));
  assert.deepEqual(cut, ["PostToolUse", "SessionStart", "UserPromptSubmit"]);
});

Deno.test("trial payloads are events of the agent, of an edit and of a command", async () => {
  for (const setup of await loadSetups()) {
    for (const [kind, expected] of [["edit", "edit"], ["command", "moment"]] as const) {
      const trial = { kind, session: "s", folder: "/r", file: "/r/a" };
      const event = ADAPTERS[setup.name].parseEvent(setup.renderTrialPayload(trial)!);
      assert.equal(event.kind, expected, setup.name);
    }
  }
});
