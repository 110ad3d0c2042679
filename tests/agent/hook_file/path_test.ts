import assert from "node:assert/strict";
import { hookFilePath, type HookFilePlaces } from "../../../lib/agent/hook_file/path.ts";

const PLACES: HookFilePlaces = {
  home: "/home/a",
  codexHome: undefined,
  claudeConfigDir: undefined,
  projectFolder: "/work/shop",
};

Deno.test("hookFilePath() is where each agent looks", () => {
  assert.equal(hookFilePath("codex", "user", PLACES), "/home/a/.codex/hooks.json");
  assert.equal(hookFilePath("claude-code", "user", PLACES), "/home/a/.claude/settings.json");
  assert.equal(hookFilePath("codex", "project", PLACES), "/work/shop/.codex/hooks.json");
  assert.equal(hookFilePath("claude-code", "project", PLACES), "/work/shop/.claude/settings.json");
});

Deno.test("hookFilePath() follows the agent's own variable, for the user's file alone", () => {
  const places = { ...PLACES, codexHome: "/x/", claudeConfigDir: "/y" };
  assert.equal(hookFilePath("codex", "user", places), "/x/hooks.json");
  assert.equal(hookFilePath("claude-code", "user", places), "/y/settings.json");
  assert.equal(hookFilePath("codex", "project", places), "/work/shop/.codex/hooks.json");
});

Deno.test("hookFilePath() takes an empty variable as the agent does", () => {
  const places = { ...PLACES, codexHome: "", claudeConfigDir: "" };
  assert.equal(hookFilePath("codex", "user", places), "/home/a/.codex/hooks.json");
  assert.equal(hookFilePath("claude-code", "user", places), undefined);
});

Deno.test("hookFilePath() finds none below what is no absolute path", () => {
  assert.equal(hookFilePath("codex", "user", { ...PLACES, codexHome: "x" }), undefined);
  assert.equal(hookFilePath("codex", "user", { ...PLACES, home: undefined }), undefined);
  assert.equal(
    hookFilePath("codex", "project", { ...PLACES, projectFolder: undefined }),
    undefined,
  );
});
