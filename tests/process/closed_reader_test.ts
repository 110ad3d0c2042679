import assert from "node:assert/strict";
import type { CommandName } from "../../main.ts";
import { testCases } from "../support/batches.ts";
import { commandEnvironment, commandLine, writeAll } from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";

/** For each command a call that prints something, and the exit code that it has with a reader. */
const CALLS: Record<CommandName, [args: string[], code: number]> = {
  hook: [["codex"], 0],
  search: [["--guidebook", "guidebook"], 0],
  check: [["broken"], 1],
  test: [["broken"], 1],
  explain: [["--all", "--guidebook", "guidebook", "repository/a.txt"], 0],
  new: [["another", "--guidebook", "guidebook"], 0],
  presentations: [[], 0],
  forget: [["--session", "s"], 0],
  // Without --remove a bundle that nothing has installed has no command to register.
  install: [["codex", "--remove"], 0],
  doctor: [[], 1],
  help: [[], 0],
};

/** Runs the command, once the reader of its stdout and stderr has gone, and prints its exit code. */
const SCRIPT = `exec 3<&0 4>&1
mkfifo "$GATE"
{ read -r _ <"$GATE"; "$@" <&3; echo $? >&4; } 2>&1 | { exec <&-; echo >"$GATE"; }`;

Deno.test("a reader that has gone changes no command's exit code, and is no bug", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  await sandbox.write("broken/guideline.yaml", "id: [");
  await sandbox.hook(["a.txt"], { session: "earlier" });
  const stdins: Record<string, string> = {
    hook: sandbox.payload(),
    search: JSON.stringify({ sessionId: "s", filepaths: [`${sandbox.repository}/a.txt`] }),
  };
  await testCases(t, CALLS, async ([args, code], name) => {
    const options = { home: sandbox.home, env: { GATE: sandbox.at(`gate-${name}`) } };
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", SCRIPT, "sh", ...commandLine([name, ...args], options)],
      cwd: sandbox.path,
      clearEnv: true,
      env: commandEnvironment(options),
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const [{ stdout }] = await Promise.all([
      child.output(),
      writeAll(child.stdin, stdins[name] ?? ""),
    ]);
    assert.equal(new TextDecoder().decode(stdout), `${code}\n`);
  });
});

Deno.test("a full disk behind stdout is reported as such", async () => {
  await using sandbox = await Sandbox.create();
  const { code, stderr } = await new Deno.Command("/bin/sh", {
    args: ["-c", 'exec "$@" >/dev/full', "sh", ...commandLine(["help"], sandbox)],
    clearEnv: true,
    env: commandEnvironment(sandbox),
  }).output();
  assert.match(new TextDecoder().decode(stderr), /^error: Cannot write the output: .*\n$/);
  assert.equal(code, 1);
});
