import assert from "node:assert/strict";
import { runCommand } from "../support/in_process.ts";
import { TemporaryFolder } from "../support/files.ts";

const LOGGING = `id: no-console
when: [file_changed]
match:
  any:
    - regex: { pattern: 'console\\.log' }
    - regex: { pattern: 'console\\.dir' }
  none:
    - regex: { pattern: '@allow-console' }
content: Use the logger.
examples:
  matches:
    - console.log(1)
  ignores:
    - logger.info(1)
`;

const PAYLOAD = JSON.stringify({
  ...{ hook_event_name: "PostToolUse", tool_name: "apply_patch", session_id: "s" },
  cwd: "$REPOSITORY",
  tool_response: "Success. Updated the following files:\nA a.ts\n",
});

function test(folder: TemporaryFolder, ...args: string[]) {
  return runCommand(["test", ...args], { folder: folder.path });
}

Deno.test("test runs examples and lists the patterns that none exercises", async () => {
  using folder = new TemporaryFolder({ "book/logging/guideline.yaml": LOGGING });
  const { exitCode, stdout, stderr } = await test(folder, "book");
  assert.equal(exitCode, 0);
  assert.equal(
    stdout,
    `ok      no-console: 2 examples
        no example exercises match.any[1] "console\\\\.dir"
        no example exercises match.none[0] "@allow-console"
`,
  );
  assert.equal(stderr, "2 passed, 0 failed");
});

Deno.test("test shows noisy and missing examples", async () => {
  using folder = new TemporaryFolder({
    "book/a/guideline.yaml": LOGGING.replace("console.log(1)", "console.info(1)")
      .replace("logger.info(1)", "// console.log"),
  });
  const { exitCode, stdout, stderr } = await test(folder, "book");
  assert.equal(exitCode, 1);
  assert.match(stdout, /^FAILED {2}no-console: 2 examples\n/);
  assert.match(
    stdout,
    /error\[missing\]: .*none of match\.any is found\n {10}--> book\/a\/guideline\.yaml:12:7/,
  );
  assert.match(stdout, /12 \| {5}- console\.info\(1\)/);
  assert.match(stdout, /error\[noisy\][^]*14 \| {5}- \/\/ console\.log/);
  assert.equal(stderr, "0 passed, 2 failed");
});

Deno.test("test fails when nothing ran", async () => {
  using folder = new TemporaryFolder({
    "book/a/guideline.yaml": "id: a\nwhen: [file_changed]\ncontent: x\n",
  });
  const { exitCode, stderr } = await test(folder, "book");
  assert.equal(exitCode, 1);
  assert.match(stderr, /^1 of 1 guidelines have no examples\nNothing was tested/);
});

Deno.test("test fails for a guideline that cannot be loaded", async () => {
  using folder = new TemporaryFolder({
    "book/a/guideline.yaml": LOGGING,
    "book/b/guideline.yaml": "id: b\nwhen: [changed]\ncontent: x\n",
  });
  const { exitCode, stdout } = await test(folder, "book");
  assert.equal(exitCode, 1);
  assert.match(
    stdout,
    /FAILED {2}book\/b\/guideline\.yaml cannot be loaded\n {8}error\[unknown-event\]/,
  );
});

Deno.test("test gives up an example that never ends", async () => {
  using folder = new TemporaryFolder({
    "book/a/guideline.yaml": "id: a\nwhen: [file_changed]\ncontent: x\n" +
      "match: { any: [{ regex: { pattern: '(?=a)(a+)+$' } }] }\n" +
      `examples: { matches: ['${"a".repeat(60)}!'] }\n`,
  });
  const { exitCode, stdout } = await test(folder, "book");
  assert.equal(exitCode, 1);
  assert.match(stdout, /error\[slow-pattern\]: Example times out/);
});

Deno.test("test runs golden fixtures, with the guidebook under test where they have none", async () => {
  using folder = new TemporaryFolder({
    "book/logging/guideline.yaml": LOGGING,
    "fixtures/says-once/1.input.json": PAYLOAD,
    "fixtures/says-once/repository/a.ts": "console.log(1)\n",
    "fixtures/own/1.input.json": PAYLOAD,
    "fixtures/own/repository/a.ts": "x\n",
    "fixtures/own/guidebook/own/guideline.yaml": "id: own\nwhen: [file_changed]\ncontent: Own.\n",
  });
  await (async () => {
    const { exitCode, stdout } = await test(folder, "book", "fixtures");
    assert.equal(exitCode, 1);
    assert.match(stdout, /FAILED {2}fixture fixtures\/says-once\n {8}1\.expected\.json is missing/);
  })();
  await (async () => {
    const { exitCode, stdout } = await test(folder, "book", "fixtures", "--update");
    assert.equal(exitCode, 0);
    assert.match(stdout, /written fixture fixtures\/own\nwritten fixture fixtures\/says-once\n/);
    const written = Deno.readTextFileSync(folder.at("fixtures/says-once/1.expected.json"));
    assert.match(written, /\[no-console\]\\nUse the logger/);
  })();
  await (async () => {
    const { exitCode, stdout, stderr } = await test(folder, "book", "fixtures");
    assert.equal(exitCode, 0);
    assert.match(stdout, /ok {6}fixture fixtures\/own\nok {6}fixture fixtures\/says-once\n/);
    assert.equal(stderr, "4 passed, 0 failed");
  })();
  folder.write({
    "book/logging/guideline.yaml": LOGGING.replace("Use the logger.", "Use another logger."),
  });
  const { exitCode, stdout } = await test(folder, "book", "fixtures");
  assert.equal(exitCode, 1);
  assert.match(stdout, /event 1 differs \(adaptive-guidebook test --update accepts the outcome\):/);
  assert.match(stdout, /- +Use the logger\."\n +\+ +Use another logger\."/);
});

Deno.test("test fails for a fixture with a missing or stray part", async (t) => {
  const cases: Record<string, [files: Record<string, string>, said: RegExp]> = {
    "its input": [{ "f/1.expected.json": "{}" }, /1\.input\.json is missing/],
    "an event before another": [{ "f/2.input.json": "{}" }, /event 1 is missing before event 2/],
    "a file that is not part of it": [
      { "f/1.input.json": "{}", "f/notes": "" },
      /"notes" is not part of a fixture/,
    ],
    "its guidebook": [{ "f/1.input.json": "{}" }, /guidebook\/ is missing/],
  };
  for (const [name, [files, said]] of Object.entries(cases)) {
    await t.step(name, async () => {
      using folder = new TemporaryFolder(files);
      const { exitCode, stdout } = await test(folder, ".");
      assert.equal(exitCode, 1);
      assert.match(stdout, said);
    });
  }
});

Deno.test("test accepts --guidebook, and a single guideline", async () => {
  using folder = new TemporaryFolder({
    "book/guideline.yaml": LOGGING.replace("no-console", "first"),
    "book/a/guideline.yaml": LOGGING.replace("no-console", "second"),
    "book/says-nothing/1.input.json": "{",
  });
  const tested = async (...args: string[]) =>
    [...(await test(folder, ...args)).stdout.matchAll(/^\w+ +(\S+)/gm)].map(([, name]) => name);
  assert.deepEqual(await tested("--guidebook", "book/a"), ["second:"]);
  assert.deepEqual(await tested("book/guideline.yaml"), ["first:"]);
  assert.deepEqual(await tested("book"), ["second:", "first:", "fixture"]);
});
