import assert from "node:assert/strict";
import { Codex } from "./codex_run.ts";
import { CONFIG, GUIDEBOOK, PORT, PORT_AND_CONFIG } from "./guidebook.ts";
import { applyPatch, say } from "./model_answer.ts";
import { hookMessages } from "./model_request.ts";

const edit = [
  applyPatch(
    "*** Add File: src/OrderService.kt",
    "+val orders = OrderRepositoryImpl()",
    "*** Add File: config/application.yaml",
    "+port: 8080",
  ),
  say("Done"),
];

Deno.test("A guideline for other repositories stays away", async () => {
  await using codex = await Codex.open({ origin: "https://example.com/acme/frontend-shop.git" });
  const { requests } = await codex.exec(edit);
  assert.deepEqual(requests.map(hookMessages), [[], [CONFIG]]);
});

Deno.test("A guideline for this repository is found by any form of its URL", async () => {
  await using codex = await Codex.open({
    origin: "https://user:secret@example.com:8443/Acme/Backend-Order.git/",
  });
  const { requests } = await codex.exec(edit);
  assert.deepEqual(requests.map(hookMessages), [[], [PORT_AND_CONFIG]]);
});

Deno.test("A broken guideline does not silence the one beside it", async () => {
  await using codex = await Codex.open({
    guidebook: { ...GUIDEBOOK, "configuration/guideline.yaml": "id: [broken\n\tcontent: 'no" },
  });
  const { requests, hookRuns } = await codex.exec(edit);
  assert.deepEqual(requests.map(hookMessages), [[], [PORT]]);
  assert.equal(hookRuns, 1);
});

Deno.test("ADAPTIVE_GUIDEBOOK=off turns the hook off", async () => {
  await using codex = await Codex.open();
  const { requests, hookRuns } = await codex.exec(edit, { env: { ADAPTIVE_GUIDEBOOK: "off" } });
  assert.deepEqual(requests.map(hookMessages), [[], []]);
  assert.equal(hookRuns, 1);
});
