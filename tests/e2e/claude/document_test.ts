/** Holds docs/claude-code.md to what comes of it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { ClaudeCode } from "./claude_run.ts";
import { PORT } from "./guideline_texts.ts";
import { addService, call, fillWindow, say } from "./model_answer.ts";
import { hookTexts } from "./model_request.ts";

const DOCUMENT = join(import.meta.dirname!, "../../../docs/claude-code.md");

Deno.test("The settings of the document bring a guideline, and again after a compaction", async () => {
  const [, settings] = /^ *```json\n(.*?)^ *```$/ms.exec(await Deno.readTextFile(DOCUMENT))!;
  await using claude = await ClaudeCode.open({ settings: settings! });
  const { requests, hooks } = await claude.run([
    addService(1),
    fillWindow(call("Bash", { command: "true" })),
    addService(2),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [PORT], [], [PORT]]);
  assert.deepEqual(hooks, [
    ...["SessionStart:startup", "UserPromptSubmit", "PostToolUse:Write", "PostToolUse:Bash"],
    // What summarizes the session ends as a sub-agent does.
    ...["SubagentStop", "SessionStart:compact", "PostToolUse:Write", "Stop"],
  ]);
});
