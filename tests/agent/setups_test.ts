/** What holds for every agent's setup, and where each has its hook file. */
import assert from "node:assert/strict";
import { AGENT_NAMES, type AgentName } from "../../lib/agent/agents.ts";
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
    const entries = setup.entries("the command");
    assert.deepEqual(entries.map(({ event }) => event), Object.keys(setup.events), setup.name);
    assert.ok(setup.editEvent in setup.events);
    for (const { event, matcher, handler } of entries) {
      assert.equal(handler.command, "the command");
      // What install writes is what doctor is content with.
      const missed = setup.events[event]!.calls.filter((names) =>
        !names.some((name) => setup.matcherFits(matcher, name))
      );
      assert.deepEqual(missed, [], `${setup.name} ${event}`);
      assert.equal(setup.findCut(event, handler), undefined);
      assert.equal(setup.timeoutOf(event, handler.timeout), handler.timeout);
      assert.ok(handler.timeout <= (setup.longestTimeout(event) ?? Infinity));
    }
  }
});
