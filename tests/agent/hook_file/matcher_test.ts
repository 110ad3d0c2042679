/** Holds the matchers to what was seen of the real agents. */
import assert from "node:assert/strict";
import {
  findMissed,
  matchesInClaudeCode,
  matchesInCodex,
} from "../../../lib/agent/hook_file/matcher.ts";

const CODEX_MATCH = [
  ...["apply_patch", "Edit", "Write", "Edit|Write", "apply_patch|Bash", "^apply_patch$"],
  ...["apply.*", "^(Edit|Write)$", "*", "", undefined],
];
const CODEX_NO_MATCH = ["MultiEdit", "Bash", "APPLY_PATCH", "edit", "apply", "Edit, Write", "["];
const CLAUDE_MATCH = [
  ...["Write", "Edit|Write", "Write|Edit|MultiEdit|NotebookEdit", "Edit,Write", "Edit, Write"],
  ...["Edit | Write", " Write ", "^Write$", "Wri.*", "W.*e", "(Edit|Write)", ".*", "*", ""],
  undefined,
];
const CLAUDE_NO_MATCH = [
  ...["write", "WRITE", "Wri", "Edit", "MultiEdit", "Edit|", "!Edit", "/Write/", "Write(*.txt)"],
  ...["Write(new.txt)", "["],
];

Deno.test("matchesInCodex() fits what Codex fits, for one of the names of apply_patch", () => {
  const fits = (matcher: string | undefined) =>
    ["apply_patch", "Edit", "Write"].some((name) => matchesInCodex(matcher, name));
  assert.deepEqual(CODEX_MATCH.filter((matcher) => !fits(matcher)), []);
  assert.deepEqual(CODEX_NO_MATCH.filter(fits), []);
});

Deno.test("matchesInClaudeCode() fits what Claude Code fits", () => {
  const fits = (matcher: string | undefined) => matchesInClaudeCode(matcher, "Write");
  assert.deepEqual(CLAUDE_MATCH.filter((matcher) => !fits(matcher)), []);
  assert.deepEqual(CLAUDE_NO_MATCH.filter(fits), []);
});

Deno.test("findMissed() names what a matcher leaves out", () => {
  assert.deepEqual(findMissed("codex", "PostToolUse", "Bash"), ["apply_patch"]);
  assert.deepEqual(findMissed("codex", "PostToolUse", "Edit"), []);
  assert.deepEqual(findMissed("claude-code", "PostToolUse", "Edit"), ["Write", "NotebookEdit"]);
  assert.deepEqual(findMissed("codex", "SessionStart", "resume"), ["compact"]);
  assert.deepEqual(findMissed("codex", "PostCompact", "auto"), ["manual"]);
  assert.deepEqual(findMissed("codex", "Interrupt", "anything"), []);
});
