import assert from "node:assert/strict";
import { ClaudeCode } from "./claude_run.ts";
import { PORT } from "./guideline_texts.ts";
import { addService, ofRoot, ofSubAgent, say, startAgent } from "./model_answer.ts";
import { hookTexts, isFromRoot, isFromSubAgent } from "./model_request.ts";

Deno.test("A guideline is presented once in a session", async () => {
  await using claude = await ClaudeCode.open();
  const { requests, hooks } = await claude.run([addService(1), addService(2), say("Done")]);
  assert.deepEqual(requests.map(hookTexts), [[], [PORT], [PORT]]);
  assert.deepEqual(hooks, ["PostToolUse:Write", "PostToolUse:Write"]);
});

Deno.test("A second session is presented the guideline again", async () => {
  await using claude = await ClaudeCode.open();
  const first = await claude.run([addService(1), say("Done")]);
  const second = await claude.run([addService(2), say("Done")]);
  assert.notEqual(first.sessionId, second.sessionId);
  assert.deepEqual(first.requests.map(hookTexts), [[], [PORT]]);
  assert.deepEqual(second.requests.map(hookTexts), [[], [PORT]]);
});

Deno.test("A session that is resumed still holds the guideline", async () => {
  await using claude = await ClaudeCode.open();
  const { sessionId } = await claude.run([addService(1), say("Done")]);
  const resumed = await claude.run([addService(2), say("Done")], { args: ["--resume", sessionId] });
  assert.equal(resumed.sessionId, sessionId);
  assert.deepEqual(resumed.hooks, ["SessionStart:resume", "PostToolUse:Write"]);
  assert.deepEqual(resumed.requests.map(hookTexts), [[PORT], [PORT]]);
});

Deno.test("A fork inherits the guideline, and is not shown it again", async () => {
  await using claude = await ClaudeCode.open();
  const { sessionId } = await claude.run([addService(1), say("Done")]);
  const fork = await claude.run([addService(2), addService(3), say("Done")], {
    args: ["--resume", sessionId, "--fork-session"],
  });
  assert.notEqual(fork.sessionId, sessionId);
  assert.deepEqual(fork.requests.map(hookTexts), [[PORT], [PORT], [PORT]]);
});

Deno.test("A sub-agent is a session of its own", async () => {
  await using claude = await ClaudeCode.open();
  const { requests } = await claude.run([
    ofRoot(addService(1)),
    ofRoot(startAgent("Add a service")),
    ofSubAgent(addService(2)),
    ofSubAgent(addService(3)),
    ofSubAgent(say("Added")),
    ofRoot(addService(4)),
    ofRoot(say("Done")),
  ]);
  assert.deepEqual(requests.filter(isFromRoot).map(hookTexts), [[], [PORT], [PORT], [PORT]]);
  assert.deepEqual(requests.filter(isFromSubAgent).map(hookTexts), [[], [PORT], [PORT]]);
});

Deno.test("Two sub-agents are each shown the guideline, and the root after them", async () => {
  await using claude = await ClaudeCode.open();
  const { requests } = await claude.run([
    ofRoot(startAgent("Add a service")),
    ofSubAgent(addService(1)),
    ofSubAgent(say("Added")),
    ofRoot(startAgent("Add another service")),
    ofSubAgent(addService(2)),
    ofSubAgent(say("Added")),
    ofRoot(addService(3)),
    ofRoot(say("Done")),
  ]);
  assert.deepEqual(requests.filter(isFromRoot).map(hookTexts), [[], [], [], [PORT]]);
  assert.deepEqual(requests.filter(isFromSubAgent).map(hookTexts), [[], [PORT], [], [PORT]]);
});
