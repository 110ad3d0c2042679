import assert from "node:assert/strict";
import { Codex } from "./codex_run.ts";
import { PORT } from "./guidebook.ts";
import { applyPatch, applyPatchInScript, callTool, say } from "./model_answer.ts";
import { hookMessages, isFromSubAgent, type ModelRequest } from "./model_request.ts";

/** A model that edits by scripts and may start sub-agents. */
const CODE_MODE_MODEL = "gpt-6.2-sol";

const addService = ["*** Add File: src/OrderService.kt", "+val orders = OrderRepositoryImpl()"];
const addOther = ["*** Add File: src/PriceService.kt", "+val prices = PriceRepositoryImpl()"];
const addThird = ["*** Add File: src/StockService.kt", "+val stocks = StockRepositoryImpl()"];

Deno.test("A guideline is presented once in a session", async () => {
  await using codex = await Codex.open();
  const { requests, hookRuns } = await codex.exec([
    applyPatch(...addService),
    applyPatch(...addOther),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [PORT], [PORT]]);
  assert.equal(hookRuns, 2);
});

Deno.test("A second session is presented the guideline again", async () => {
  await using codex = await Codex.open();
  const first = await codex.exec([applyPatch(...addService), say("Done")]);
  const second = await codex.exec([applyPatch(...addOther), say("Done")]);
  assert.deepEqual(first.requests.map(hookMessages), [[], [PORT]]);
  assert.deepEqual(second.requests.map(hookMessages), [[], [PORT]]);
});

Deno.test("Edits of a script in code mode bring a guideline before the script's output", async () => {
  await using codex = await Codex.open();
  const { requests } = await codex.exec([
    applyPatchInScript(...addService),
    applyPatchInScript(...addOther),
    say("Done"),
  ], { model: CODE_MODE_MODEL });
  assert.deepEqual(requests.map(hookMessages), [[], [PORT], [PORT]]);
  const [call, presentation, output] = requests[1]!.conversation.slice(-3);
  assert.equal(call?.type, "custom_tool_call");
  assert.deepEqual(presentation?.content, PORT);
  assert.equal(output?.type, "custom_tool_call_output");
});

Deno.test("A sub-agent with a fresh context is a session of its own", async () => {
  await using codex = await Codex.open();
  const task = { task_name: "helper", message: "Add a service", fork_turns: "none" };
  const { requests } = await codex.exec([
    { ...applyPatchInScript(...addService), when: isFromRoot },
    { ...callTool("collaboration", "spawn_agent", task), when: isFromRoot },
    { ...callTool("collaboration", "wait_agent", { timeout_ms: 20_000 }), when: isFromRoot },
    { ...applyPatchInScript(...addOther), when: isFromSubAgent },
    { ...applyPatchInScript(...addThird), when: isFromSubAgent },
    { ...say("Added"), when: isFromSubAgent },
    { ...applyPatchInScript(...addThird), when: isFromRoot },
    { ...say("Done"), when: isFromRoot },
  ], { model: CODE_MODE_MODEL });
  const root = requests.filter(isFromRoot).map(hookMessages);
  assert.deepEqual(root, [[], [PORT], [PORT], [PORT], [PORT]]);
  const helper = requests.filter(isFromSubAgent).map(hookMessages);
  assert.deepEqual(helper, [[], [PORT], [PORT]]);
});

function isFromRoot(request: ModelRequest): boolean {
  return !isFromSubAgent(request);
}
