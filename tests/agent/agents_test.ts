import assert from "node:assert/strict";
import { adapterOfTranscript, ADAPTERS } from "../../lib/agent/agents.ts";

Deno.test("adapterOfTranscript() knows the agents by where they keep their transcripts", () => {
  const id = "30d25840-d68e-4790-bfba-4be1d22d838d";
  const cases: [path: string | undefined, agent: keyof typeof ADAPTERS][] = [
    [`/home/a/.codex/sessions/2026/09/23/rollout-2026-09-23T09-41-18-${id}.jsonl`, "codex"],
    [`/x/archived_sessions/rollout-2026-09-23T09-41-18-${id}.jsonl`, "codex"],
    [`/home/a/.claude/projects/-home-a-shop/${id}.jsonl`, "claude-code"],
    [`/home/a/.claude/projects/-home-a-shop/${id}/subagents/agent-1.jsonl`, "claude-code"],
    ["/somewhere/else.jsonl", "codex"],
    [undefined, "codex"],
  ];
  for (const [path, agent] of cases) assert.equal(adapterOfTranscript(path), ADAPTERS[agent], path);
});
