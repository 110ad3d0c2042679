/** Whoever does not read, does not write, or does not let go of the database keeps no hook waiting. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { commandEnvironment, commandLine, endOf, spawnCommand } from "../support/command.ts";
import { DEADLINE } from "../support/failures.ts";
import { Sandbox } from "../support/sandbox.ts";

/** Runs the command with stdout or stderr on a pipe that is full, and stays so. */
const BLOCKED = `mkfifo "$PIPE"
exec 3<>"$PIPE"
head -c 65536 /dev/zero >&3`;

/** How the hook ends whose streams go where `redirections` say; 3 is the full pipe. */
async function runBlocked(
  sandbox: Sandbox,
  redirections: string,
  paths: string[],
  session: string,
  command = sandbox.hookCommand,
) {
  const script = `${BLOCKED}\nexec "$@" ${redirections} 3>&-`;
  const options = { home: sandbox.home, env: { PIPE: sandbox.at(`pipe-${session}`) } };
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", script, "sh", ...commandLine(command, options)],
    cwd: sandbox.repository,
    clearEnv: true,
    env: commandEnvironment(options),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(sandbox.payload(paths, session)));
  await writer.close();
  return await endOf(child, DEADLINE);
}

Deno.test("a stdout that is full and is not read ends the hook, with nothing recorded", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  // The pipe has two ends in the hook's own process, so that it never breaks.
  const { code } = await runBlocked(sandbox, ">&3", ["a.txt"], "s");
  assert.equal(code, 0);
  assert.deepEqual(sandbox.recorded(), []);
  const { ids, notices } = await sandbox.hook();
  assert.deepEqual([ids, notices], [["one"], []]);
});

Deno.test("a stderr that is full and is not read keeps no answer from the agent", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const { code, stdout } = await runBlocked(sandbox, "2>&3", ["gone.txt", "a.txt"], "s");
  assert.equal(code, 0);
  assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /\[one\]/);
  assert.deepEqual(sandbox.recorded(), ["s one"]);
});

Deno.test("wrong usage of the hook does not wait for a reader of stderr", async () => {
  await using sandbox = await Sandbox.create();
  const { code } = await runBlocked(sandbox, "2>&3", [], "s", ["hook", "codex", "--unknown"]);
  assert.equal(code, 64);
});

Deno.test("somebody who stays in a transaction on the database is said to the person", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  await sandbox.hook(["a.txt"], { session: "earlier" });
  using reader = new DatabaseSync(sandbox.database);
  reader.exec("BEGIN; SELECT * FROM presentation");
  const { ids, notices, stderr } = await sandbox.hook(["a.txt"], { timeout: DEADLINE });
  assert.deepEqual([ids, stderr], [["one"], ""]);
  assert.match(notices.join("\n"), /^Adaptive Guidebook: Cannot use database .*locked/);
  reader.exec("ROLLBACK");
  assert.deepEqual((await sandbox.hook()).ids, ["one"]);
  assert.equal((await sandbox.hook()).stdout, "");
});

Deno.test("a payload that comes in parts with pauses is answered when it is whole", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const hook = spawnCommand([...sandbox.hookCommand, "--deadline", "30000"], sandbox);
  const writer = hook.stdin.getWriter();
  const { tool_input: _, ...payload } = JSON.parse(sandbox.payload());
  const text = JSON.stringify({ ...payload, tool_input: { command: "+x\n".repeat(40_000) } });
  for (const part of [text.slice(0, 10), text.slice(10, 70_000), text.slice(70_000)]) {
    await writer.write(new TextEncoder().encode(part));
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  const { code, stdout, stderr } = await endOf(hook, DEADLINE);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /\[one\]/);
  await writer.close().catch(() => {});
});

Deno.test("whoever writes 3 MB is not cut off while the hook is turned off", async () => {
  await using sandbox = await Sandbox.create();
  const env = { ADAPTIVE_GUIDEBOOK: "off" };
  const hook = spawnCommand(sandbox.hookCommand, { ...sandbox, home: sandbox.home, env });
  const writer = hook.stdin.getWriter();
  const text = JSON.stringify({ tool_input: "x".repeat(3_000_000) });
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  assert.deepEqual(await endOf(hook, DEADLINE), { code: 0, stdout: "", stderr: "" });
});
