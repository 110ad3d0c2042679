/** A compaction keeps the calls of the newest answer, with what hooks said to them, and no others. */
import assert from "node:assert/strict";
import { ClaudeCode } from "./claude_run.ts";
import { PORT } from "./guideline_texts.ts";
import {
  addService,
  call,
  fillWindow,
  ofRoot,
  ofSubAgent,
  say,
  startAgent,
} from "./model_answer.ts";
import { hookTexts, isFromRoot, isFromSubAgent } from "./model_request.ts";

const lookAround = call("Bash", { command: "true" });

Deno.test("After an automatic compaction the guideline is presented once more", async () => {
  await using claude = await ClaudeCode.open();
  const { requests, hooks } = await claude.run([
    addService(1),
    fillWindow(lookAround),
    addService(2),
    addService(3),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [PORT], [], [PORT], [PORT]]);
  assert.deepEqual(hooks, [
    "PostToolUse:Write",
    "SessionStart:compact",
    "PostToolUse:Write",
    "PostToolUse:Write",
  ]);
});

Deno.test("Each compaction forgets for itself", async () => {
  await using claude = await ClaudeCode.open();
  const { requests } = await claude.run([
    addService(1),
    fillWindow(lookAround),
    addService(2),
    fillWindow(lookAround),
    addService(3),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [PORT], [], [PORT], [], [PORT]]);
});

Deno.test("What a compaction has kept is presented at most once more, rather than never", async () => {
  await using claude = await ClaudeCode.open();
  const { requests } = await claude.run([
    lookAround,
    fillWindow(addService(1)),
    addService(2),
    addService(3),
    say("Done"),
  ]);
  // Whether the transcript shows in time what was kept depends on when Claude Code writes it.
  const [kept, repeated] = [[[PORT], [PORT], [PORT]], [[PORT], [PORT, PORT], [PORT, PORT]]];
  const [first, second, ...rest] = requests.map(hookTexts);
  assert.deepEqual([first, second], [[], []]);
  const isOne = [kept, repeated].some((it) => JSON.stringify(it) === JSON.stringify(rest));
  assert(isOne, JSON.stringify(rest));
});

for (const event of ["SessionStart", "PostCompact"] as const) {
  Deno.test(`${event} alone is enough to follow a compaction, also of a sub-agent`, async () => {
    await using claude = await ClaudeCode.open({ events: ["PostToolUse", event] });
    const { requests } = await claude.run([
      ofRoot(addService(1)),
      ofRoot(fillWindow(lookAround)),
      ofRoot(startAgent("Add a service")),
      ofSubAgent(addService(2)),
      ofSubAgent(fillWindow(lookAround)),
      ofSubAgent(addService(3)),
      ofSubAgent(say("Added")),
      ofRoot(addService(4)),
      ofRoot(say("Done")),
    ]);
    assert.deepEqual(requests.filter(isFromRoot).map(hookTexts), [[], [PORT], [], [], [PORT]]);
    assert.deepEqual(requests.filter(isFromSubAgent).map(hookTexts), [[], [PORT], [], [PORT]]);
  });
}

Deno.test("After /compact the guideline is presented once more", async () => {
  await using claude = await ClaudeCode.open();
  const { sessionId } = await claude.run([addService(1), say("Done")]);
  const args = ["--resume", sessionId];
  const compaction = await claude.run([], { args, prompt: "/compact keep the names" });
  assert.deepEqual(compaction.hooks, ["SessionStart:resume", "SessionStart:compact"]);
  const { requests } = await claude.run([addService(2), addService(3), say("Done")], { args });
  assert.deepEqual(requests.map(hookTexts), [[], [PORT], [PORT]]);
});

Deno.test("A sub-agent's compaction forgets of the sub-agent, and not of the root", async () => {
  await using claude = await ClaudeCode.open();
  const { requests } = await claude.run([
    ofRoot(addService(1)),
    ofRoot(startAgent("Add a service")),
    ofSubAgent(addService(2)),
    ofSubAgent(fillWindow(lookAround)),
    ofSubAgent(addService(3)),
    ofSubAgent(addService(4)),
    ofSubAgent(say("Added")),
    ofRoot(addService(5)),
    ofRoot(say("Done")),
  ]);
  assert.deepEqual(requests.filter(isFromRoot).map(hookTexts), [[], [PORT], [PORT], [PORT]]);
  assert.deepEqual(
    requests.filter(isFromSubAgent).map(hookTexts),
    [[], [PORT], [], [PORT], [PORT]],
  );
});
