import assert from "node:assert/strict";
import { testCases } from "../support/batches.ts";
import { commandEnvironment, PROJECT, runCommand } from "../support/command.ts";
import { matching } from "../support/failures.ts";
import { assertVisible, brokenTexts, HIDDEN } from "../support/hidden.ts";
import { Sandbox } from "../support/sandbox.ts";

Deno.test("check exits with 0 where nothing is wrong", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  await sandbox.writeGuideline("two");
  const { code, stdout, stderr } = await runCommand(["check", sandbox.guidebook], sandbox);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.match(stderr, /^2 guidelines checked: 0 errors\b/);
});

Deno.test("check exits with 1 and prints file, location and reason", async (t) => {
  const cases: Record<string, [arrange: (s: Sandbox) => Promise<unknown>, finding: RegExp]> = {
    "of broken YAML": [
      (s) => s.write("guidebook/bad/guideline.yaml", "id: [oops\n"),
      /^error\[yaml-syntax\]: .+\n {2}--> .*bad\/guideline\.yaml:\d+:\d+\n/,
    ],
    "of a missing key": [
      (s) => s.write("guidebook/bad/guideline.yaml", "id: bad\nwhen: [file_changed]\n"),
      /^error\[missing-key\]: .*"content"/,
    ],
    "of a pattern": [
      (s) => s.writeGuideline("bad", matching("(")),
      /^error\[invalid-pattern\]: .+\n {2}--> .*bad\/guideline\.yaml:5:\d+\n/,
    ],
    "of an id that is there twice": [
      async (s) => {
        await s.writeGuideline("bad");
        await s.write(
          "guidebook/worse/guideline.yaml",
          await Deno.readTextFile(
            s.at("guidebook/bad/guideline.yaml"),
          ),
        );
      },
      /^error\[duplicate-id\]: .*"bad"/,
    ],
    "of a link that leaves the guidebook": [
      async (s) => {
        const elsewhere = await s.write("elsewhere.yaml", "id: x\n");
        await Deno.mkdir(s.at("guidebook/bad"));
        await Deno.symlink(elsewhere, s.at("guidebook/bad/guideline.yaml"));
      },
      /^error\[unreadable\]: .*link that leaves the guidebook/,
    ],
  };
  await testCases(t, cases, async ([arrange, finding]) => {
    await using sandbox = await Sandbox.create();
    await sandbox.writeGuideline("good");
    await arrange(sandbox);
    const { code, stdout, stderr } = await runCommand(["check", sandbox.guidebook], sandbox);
    assert.equal(code, 1);
    assert.match(stdout, finding);
    assert.match(stderr, / checked: 1 error\b/);
  });
});

Deno.test("check exits with 64 for wrong usage, and with 66 where the folder is missing", async () => {
  await using sandbox = await Sandbox.create();
  const codeOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(["check", ...args], sandbox);
    assert.equal(stdout, "");
    assert.match(stderr, /^error: Cannot /);
    return code;
  };
  assert.equal(await codeOf("--nope"), 64);
  assert.equal(await codeOf(sandbox.at("gone")), 66);
  assert.equal(await codeOf(sandbox.at("repository/a.txt")), 66);
  assert.equal(await codeOf(sandbox.guidebook, sandbox.at("gone")), 66);
  // Without an operand: the default root, which is not there.
  assert.equal(await codeOf(), 66);
});

Deno.test("check names files from where it is called", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.write("guidebook/bad/guideline.yaml", "id: [oops\n");
  const options = { home: sandbox.home, cwd: sandbox.path };
  const { stdout } = await runCommand(["check", "guidebook"], options);
  assert.match(stdout, /\n {2}--> guidebook\/bad\/guideline\.yaml:/);
});

Deno.test("check prints no hidden character raw", async () => {
  await using sandbox = await Sandbox.create();
  const texts = [...brokenTexts(HIDDEN), `id: "${HIDDEN}\n  ${HIDDEN}: [${HIDDEN}`];
  for (const [i, text] of texts.entries()) {
    await sandbox.write(`guidebook/${HIDDEN}-${i}/guideline.yaml`, text);
  }
  const { code, stdout, stderr } = await runCommand(["check", sandbox.guidebook], sandbox);
  assert.equal(code, 1);
  assert.match(stdout, /\\u\{202e\}/);
  assertVisible(stdout);
  assertVisible(stderr);
});

Deno.test("deno task check-guidelines works from a sub-folder of the project", async () => {
  await using sandbox = await Sandbox.create();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "check-guidelines"],
    cwd: `${PROJECT}/lib/cli`,
    clearEnv: true,
    env: commandEnvironment(sandbox),
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stdout) + decoder.decode(stderr));
  assert.match(decoder.decode(stderr), /^[1-9]\d* guidelines? checked: 0 errors\b/);
});
