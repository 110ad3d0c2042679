import assert from "node:assert/strict";
import { TemporaryFolder } from "../support/files.ts";
import { runCommand } from "../support/in_process.ts";

const LONG = `id: long\nwhen: [file_changed]\ncontent: ${"x".repeat(12_000)}\n`;

function hooks(command: string): string {
  const hook = { type: "command", command };
  return JSON.stringify({ hooks: { PostToolUse: [{ matcher: "apply_patch", hooks: [hook] }] } });
}

/** The messages of `check` about content that is too long, with these hook files. */
async function findTooLong(files: Record<string, string>): Promise<string[]> {
  using folder = new TemporaryFolder({ "book/guideline.yaml": LONG, "home/x": "", ...files });
  const { stdout } = await runCommand(["check", "book"], {
    folder: folder.path,
    env: { HOME: folder.at("home") },
  });
  return [...stdout.matchAll(/\[content-too-long\]: (.*)/g)].map(([, message = ""]) => message);
}

Deno.test("check names the limit of every agent where none has a hook", async () => {
  const [message = ""] = await findTooLong({});
  assert.match(message, /Codex cuts at 10000 .*and Claude Code cuts at 10000/);
});

Deno.test("check uses the --context-limit of the installed hook", async (t) => {
  const codex = (options: string) => ({
    "home/.codex/hooks.json": hooks(`adaptive-guidebook hook codex${options}`),
  });
  await t.step("the agent's own without the option", async () => {
    const [message = ""] = await findTooLong(codex(""));
    assert.match(message, /Codex cuts at 10000/);
    assert.doesNotMatch(message, /Claude/);
  });
  for (const options of [" --context-limit 20000", " --context-limit=0"]) {
    await t.step(options, async () => assert.deepEqual(await findTooLong(codex(options)), []));
  }
  await t.step("a smaller one", async () => {
    const [message = ""] = await findTooLong(codex(" --context-limit 500"));
    assert.match(message, /Codex cuts at 500 of/);
  });
});
