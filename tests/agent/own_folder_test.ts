import assert from "node:assert/strict";
import { ownFolderOf } from "../../lib/agent/agents.ts";

function find(path: string, variables: Record<string, string> = { HOME: "/home/me" }) {
  return ownFolderOf(path, (name) => variables[name]);
}

Deno.test("ownFolderOf() knows each agent's home", () => {
  assert.equal(find("/home/me/.codex/memories/a.md"), "/home/me/.codex");
  assert.equal(find("/home/me/.claude/plans/a.md"), "/home/me/.claude");
  assert.equal(find("/home/me/shop/.claude/commands/a.md"), undefined);
  assert.equal(find("/home/me/.codex"), undefined);
  assert.equal(find("/home/you/.codex/a.md"), undefined);
  assert.equal(find("/home/me/.codex/a.md", {}), undefined);
});

Deno.test("ownFolderOf() follows the variables that move them", () => {
  const variables = { HOME: "/home/me", CODEX_HOME: "/srv/./codex/", CLAUDE_CONFIG_DIR: "/srv/c" };
  assert.equal(find("/srv/codex/a.md", variables), "/srv/codex");
  assert.equal(find("/srv/c/plans/a.md", variables), "/srv/c");
  assert.equal(find("/home/me/.codex/a.md", variables), undefined);
  for (const folder of ["/", "relative", ""]) {
    assert.equal(find("/relative/a.md", { CODEX_HOME: folder }), undefined);
  }
});

Deno.test("ownFolderOf() knows Claude Code's scratch folder", () => {
  const path = "-home-me-shop/0a/scratchpad/a.ts";
  assert.equal(find(`/tmp/claude-1000/${path}`), "/tmp/claude-1000");
  assert.equal(find(`/private/tmp/claude-501/${path}`), "/private/tmp/claude-501");
  assert.equal(find(`/tmp/claude-code-fork/${path}`), undefined);
  assert.equal(find(`/home/me/tmp/claude-1000/${path}`), undefined);
});
