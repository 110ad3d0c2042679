/** Holds the matchers to what was seen of the real agents. */
import assert from "node:assert/strict";
import { claudeCodeSetup } from "../../../lib/agent/claude_code/setup.ts";
import { codexSetup } from "../../../lib/agent/codex/setup.ts";
import type { AgentSetup } from "../../../lib/agent/setup.ts";
import { findMissed } from "../../../lib/agent/hook_file/matcher.ts";

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

Deno.test("a matcher fits what Codex fits, for one of the names of apply_patch", () => {
  const fits = (matcher: string | undefined) =>
    ["apply_patch", "Edit", "Write"].some((name) => codexSetup.matcherFits(matcher, name));
  assert.deepEqual(CODEX_MATCH.filter((matcher) => !fits(matcher)), []);
  assert.deepEqual(CODEX_NO_MATCH.filter(fits), []);
});

Deno.test("a matcher fits what Claude Code fits", () => {
  const fits = (matcher: string | undefined) => claudeCodeSetup.matcherFits(matcher, "Write");
  assert.deepEqual(CLAUDE_MATCH.filter((matcher) => !fits(matcher)), []);
  assert.deepEqual(CLAUDE_NO_MATCH.filter(fits), []);
});

const missed = (setup: AgentSetup, event: string, ...matchers: string[]) =>
  findMissed(setup, setup.events[event], matchers);

Deno.test("findMissed() names what a matcher leaves out", () => {
  assert.deepEqual(missed(codexSetup, "PostToolUse", "Bash"), ["apply_patch"]);
  assert.deepEqual(missed(codexSetup, "PostToolUse", "Edit"), []);
  assert.deepEqual(missed(claudeCodeSetup, "PostToolUse", "Edit"), ["Write", "NotebookEdit"]);
  assert.deepEqual(missed(codexSetup, "SessionStart", "resume"), ["compact"]);
  assert.deepEqual(missed(codexSetup, "SessionStart", "resume", "compact"), []);
  assert.deepEqual(missed(codexSetup, "PostCompact", "auto"), ["manual"]);
  assert.deepEqual(missed(codexSetup, "Interrupt", "anything"), []);
  assert.deepEqual(missed(codexSetup, "constructor", "anything"), []);
});
