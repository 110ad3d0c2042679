import assert from "node:assert/strict";
import { ClaudeCode } from "./claude_run.ts";
import { CONFIG, PORT } from "./guideline_texts.ts";
import { call, edit, read, say, together, write } from "./model_answer.ts";
import { hookTexts, textOf } from "./model_request.ts";

const NOTEBOOK = JSON.stringify({
  cells: [
    {
      cell_type: "code",
      id: "c1",
      metadata: {},
      source: ["print(1)\n"],
      outputs: [],
      execution_count: null,
    },
  ],
  metadata: { language_info: { name: "python" } },
  nbformat: 4,
  nbformat_minor: 5,
});

Deno.test("A written file brings its guideline right behind the tool's result", async () => {
  await using claude = await ClaudeCode.open();
  const { requests, hooks } = await claude.run([
    write("src/OrderService.kt", "val orders = OrderRepositoryImpl()\n"),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [PORT]]);
  assert.deepEqual(hooks, ["PostToolUse:Write"]);
  const [result, presentation] = requests[1]!.messages.slice(-2);
  assert.match(textOf(result!.content), /^File created successfully at: /);
  assert.equal(presentation!.role, "system");
  assert.equal(
    textOf(presentation!.content),
    `PostToolUse:Write hook additional context: ${PORT}`,
  );
});

Deno.test("An edited file brings the guideline that its new source matches", async () => {
  await using claude = await ClaudeCode.open({
    files: { "src/OrderService.kt": "class OrderService(\n\tval orders: Orders,\n)\n" },
  });
  const { requests, hooks } = await claude.run([
    read("src/OrderService.kt"),
    edit("src/OrderService.kt", "Orders,", "OrderRepositoryImpl,"),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [], [PORT]]);
  assert.deepEqual(hooks, ["PostToolUse:Edit"]);
});

Deno.test("An edited notebook brings its guideline", async () => {
  await using claude = await ClaudeCode.open({ files: { "config/nb.ipynb": NOTEBOOK } });
  const cell = { cell_id: "c1", new_source: "print(2)\n", edit_mode: "replace" };
  const { requests, hooks } = await claude.run([
    read("config/nb.ipynb"),
    call("NotebookEdit", { notebook_path: "config/nb.ipynb", ...cell }),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [], [CONFIG]]);
  assert.deepEqual(hooks, ["PostToolUse:NotebookEdit"]);
});

Deno.test("Several edits in one answer bring each guideline once", async () => {
  await using claude = await ClaudeCode.open();
  const { requests, hooks } = await claude.run([
    together(
      write("src/OrderService.kt", "val orders = OrderRepositoryImpl()\n"),
      write("config/application.yaml", "port: 8080\n"),
      write("src/PriceService.kt", "val prices = PriceRepositoryImpl()\n"),
    ),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [PORT, CONFIG]]);
  assert.equal(hooks.length, 3);
});

Deno.test("A file that matches nothing brings nothing", async () => {
  await using claude = await ClaudeCode.open();
  const { requests, hooks } = await claude.run([
    write("src/OrderService.kt", "class OrderService(val orders: Orders)\n"),
    write("src/OrderService.md", "It uses OrderRepositoryImpl\n"),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [], []]);
  assert.equal(hooks.length, 2);
});

Deno.test("A guideline for other repositories stays away", async () => {
  await using claude = await ClaudeCode.open({
    origin: "https://user:secret@example.com/acme/frontend-shop.git",
  });
  const { requests } = await claude.run([
    together(
      write("src/OrderService.kt", "val orders = OrderRepositoryImpl()\n"),
      write("config/application.yaml", "port: 8080\n"),
    ),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [CONFIG]]);
});

Deno.test("A path may hold spaces, quotes and any script", async () => {
  await using claude = await ClaudeCode.open();
  const { requests } = await claude.run([
    write(
      `src/dépôt "des commandes"/l'ordre 注文 😀.kt`,
      "val orders = OrderRepositoryImpl()\n",
    ),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [PORT]]);
});

Deno.test("A file is found wherever the agent was started and has moved to", async () => {
  await using claude = await ClaudeCode.open({ files: { "src/deep/README.md": "Sources\n" } });
  const { requests } = await claude.run([
    call("Bash", { command: "cd deep" }),
    write("config/application.yaml", "port: 8080\n"),
    write("OrderService.kt", "val orders = OrderRepositoryImpl()\n"),
    write("../../config/application.yaml", "port: 8080\n"),
    say("Done"),
  ], { cwd: "src", args: ["--add-dir", ".."] });
  assert.deepEqual(requests.map(hookTexts), [[], [], [], [PORT], [PORT, CONFIG]]);
});

Deno.test("An edit through the shell runs no hook", async () => {
  await using claude = await ClaudeCode.open({
    files: { "src/OrderService.kt": "val orders = Orders()\n" },
  });
  const { requests, hooks } = await claude.run([
    call("Bash", { command: "sed -i s/Orders/OrderRepositoryImpl/ src/OrderService.kt" }),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], []]);
  assert.deepEqual(hooks, []);
});

Deno.test("An older model reads the guideline inside the tool's result", async () => {
  await using claude = await ClaudeCode.open();
  const { requests } = await claude.run([
    write("src/OrderService.kt", "val orders = OrderRepositoryImpl()\n"),
    say("Done"),
  ], { model: "claude-haiku-4-5-20251001" });
  const result = textOf(requests[1]!.messages.at(-1)!.content);
  const text = `PostToolUse:Write hook additional context: ${PORT}`;
  assert(result.includes(`\n\n<system-reminder>\n${text}\n</system-reminder>`), result);
});

Deno.test("A person is notified once of a guideline that cannot be loaded, and the others work", async () => {
  await using claude = await ClaudeCode.open({
    guidebook: {
      "broken/guideline.yaml": "id: [broken\n",
      "configuration/guideline.yaml": `id: preserve-required-config
when: [file_changed]
content: |
  Required configuration files must remain available.
`,
    },
  });
  const { requests, notices } = await claude.run([
    write("a.txt", "one\n"),
    write("b.txt", "two\n"),
    say("Done"),
  ]);
  assert.deepEqual(requests.map(hookTexts), [[], [CONFIG], [CONFIG]]);
  assert.equal(notices.filter((notice) => notice.includes("Cannot load guideline")).length, 1);
});

Deno.test("ADAPTIVE_GUIDEBOOK=off turns the hook off", async () => {
  await using claude = await ClaudeCode.open();
  const { requests, hooks } = await claude.run([
    write("src/OrderService.kt", "val orders = OrderRepositoryImpl()\n"),
    say("Done"),
  ], { env: { ADAPTIVE_GUIDEBOOK: "off" } });
  assert.deepEqual(requests.map(hookTexts), [[], []]);
  assert.equal(hooks.length, 1);
});
