import assert from "node:assert/strict";
import { commandEnvironment, PROJECT } from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";

const ESCAPE = "\x1b";

Deno.test("The demo shows what the agent reads, why, and that it reads it once", async () => {
  const { code, stdout, stderr, left } = await runDemo();
  assert.deepEqual([code, stderr, left], [0, "", []]);
  const [, , first = "", , second = ""] = stdout.split(/^\d\. /m);
  assert.equal(
    quoted(first),
    "Adaptive Guidebook guidelines relevant to the latest changes:\n\n" +
      "[service-depends-on-port]\nServices should depend on repository abstractions.",
  );
  assert.match(first, /repositories: acme\/backend-\* +and origin is acme\/backend-order/);
  assert.match(first, /languages: Kotlin +and the file is Kotlin/);
  assert.match(first, /^ {2}3 \| class OrderService.*RepositoryImpl.*\n {4}\| {45}\^{14}$/m);
  assert.equal(quoted(second), "(nothing)");
  assert.match(second, /presented at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  // For 80 columns, and without colours where stdout is not a terminal.
  assert(!stdout.includes(ESCAPE));
  assert.deepEqual(stdout.split("\n").filter((line) => line.length > 80), []);
});

Deno.test("The demo reports a missing program, and leaves nothing behind", async () => {
  const { code, stderr, left } = await runDemo({ PATH: "/nonexistent" });
  assert.equal(code, 1);
  assert.equal(stderr, 'error: Cannot run "git": it is not on PATH\n');
  assert.deepEqual(left, []);
});

async function runDemo(env: Record<string, string> = {}) {
  await using sandbox = await Sandbox.create();
  const temporary = sandbox.at("temporary");
  await Deno.mkdir(temporary);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--allow-all", "tools/demo.ts"],
    cwd: PROJECT,
    clearEnv: true,
    env: { ...commandEnvironment({ home: sandbox.home }), TMPDIR: temporary, ...env },
  }).output();
  const decoder = new TextDecoder();
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
    left: [...Deno.readDirSync(temporary)].map(({ name }) => name),
  };
}

/** What the demo shows as read by the agent. */
function quoted(text: string): string {
  return [...text.matchAll(/^ {2}\|(?: (.*))?$/gm)].map(([, line = ""]) => line).join("\n");
}
