import assert from "node:assert/strict";
import { Codex } from "./codex_run.ts";
import { CONFIG, PORT, PORT_AND_CONFIG } from "./guidebook.ts";
import { applyPatch, say } from "./model_answer.ts";
import { hookMessages } from "./model_request.ts";

Deno.test("An added file brings its guideline between the edit and its output", async () => {
  await using codex = await Codex.open();
  const { requests } = await codex.exec([
    applyPatch("*** Add File: src/OrderService.kt", "+val orders = OrderRepositoryImpl()"),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [PORT]]);
  const [call, presentation, output] = requests[1]!.conversation.slice(-3);
  assert.equal(call?.type, "custom_tool_call");
  assert.deepEqual(presentation?.content, PORT);
  assert.equal(output?.type, "custom_tool_call_output");
});

Deno.test("An updated file brings the guideline that its new source matches", async () => {
  await using codex = await Codex.open({
    files: { "src/OrderService.kt": "class OrderService(\n  val orders: Orders,\n)\n" },
  });
  const { requests } = await codex.exec([
    applyPatch(
      "*** Update File: src/OrderService.kt",
      "@@",
      "-  val orders: Orders,",
      "+  val orders: OrderRepositoryImpl,",
    ),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [PORT]]);
});

Deno.test("A file that matches nothing brings nothing", async () => {
  await using codex = await Codex.open();
  const { requests, hookRuns } = await codex.exec([
    applyPatch("*** Add File: src/OrderService.kt", "+class OrderService(val orders: Orders)"),
    applyPatch("*** Add File: src/OrderService.md", "+It uses OrderRepositoryImpl"),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [], []]);
  assert.equal(hookRuns, 2);
});

Deno.test("A deleted file brings nothing", async () => {
  await using codex = await Codex.open({
    files: { "config/application.yaml": "port: 8080\n" },
  });
  const { requests } = await codex.exec([
    applyPatch("*** Delete File: config/application.yaml"),
    applyPatch("*** Add File: config/application.yaml", "+port: 8081"),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [], [CONFIG]]);
});

Deno.test("A moved file counts under its new name only", async () => {
  await using codex = await Codex.open({ files: { "src/Orders.kt": "OrderRepositoryImpl()\n" } });
  const change = ["@@", "-OrderRepositoryImpl()", "+OrderRepositoryImpl(port)"];
  const changeBack = ["@@", "-OrderRepositoryImpl(port)", "+OrderRepositoryImpl()"];
  const { requests } = await codex.exec([
    applyPatch("*** Update File: src/Orders.kt", "*** Move to: docs/Orders.txt", ...change),
    applyPatch("*** Update File: docs/Orders.txt", "*** Move to: src/Orders.kt", ...changeBack),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [], [PORT]]);
});

Deno.test("Several files bring their guidelines in one message, in guidebook order", async () => {
  await using codex = await Codex.open({ files: { "README.md": "Orders\n" } });
  const { requests } = await codex.exec([
    applyPatch(
      "*** Add File: config/application.yaml",
      "+port: 8080",
      "*** Update File: README.md",
      "@@",
      "-Orders",
      "+Our orders",
      "*** Add File: src/OrderService.kt",
      "+val orders = OrderRepositoryImpl()",
      "*** Add File: src/PriceService.kt",
      "+val prices = PriceRepositoryImpl()",
    ),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [PORT_AND_CONFIG]]);
});

Deno.test("A path may hold spaces, quotes and any script", async () => {
  await using codex = await Codex.open();
  const { requests } = await codex.exec([
    applyPatch(
      `*** Add File: src/dépôt "des commandes"/l'ordre 注文 😀.kt`,
      "+val orders = OrderRepositoryImpl()",
    ),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookMessages), [[], [PORT]]);
});

Deno.test("Paths are relative to the sub-directory in which Codex was started", async () => {
  await using codex = await Codex.open({ files: { "src/README.md": "Sources\n" } });
  const { requests } = await codex.exec([
    applyPatch("*** Add File: OrderService.kt", "+val orders = OrderRepositoryImpl()"),
    applyPatch("*** Add File: config/application.yaml", "+port: 8080"),
    applyPatch("*** Add File: ../config/application.yaml", "+port: 8080"),
    say("Done"),
  ], { cwd: "src" });
  assert.deepEqual(requests.map(hookMessages), [[], [PORT], [PORT], [PORT, CONFIG]]);
});
