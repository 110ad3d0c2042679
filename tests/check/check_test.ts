import assert from "node:assert/strict";
import { TemporaryFolder } from "../support/files.ts";
import { runCommand } from "../support/in_process.ts";

const GOOD = "id: good\nwhen: [file_changed]\ncontent: Good.\n";

/** Runs `check` in `folder`; its findings as `code file:line:column`. */
async function check(folder: TemporaryFolder, args: string[], env: Record<string, string> = {}) {
  const world = { folder: folder.path, env };
  const { exitCode, stdout, stderr } = await runCommand(["check", ...args], world);
  const found = [...stdout.matchAll(/^error\[([a-z-]+)\].*\n +--> (.*)$/gm)]
    .map(([, code, place]) => `${code} ${place}`);
  return { exitCode, found, stdout, stderr };
}

Deno.test("check finds nothing wrong in a good guidebook", async () => {
  using folder = new TemporaryFolder({ "book/a/guideline.yaml": GOOD });
  const { exitCode, found, stderr } = await check(folder, ["book"]);
  assert.deepEqual([exitCode, found], [0, []]);
  assert.match(stderr, /^1 guideline checked: 0 errors/);
});

Deno.test("check shows code, place and text of each error, and exits with 1", async () => {
  using folder = new TemporaryFolder({
    "book/b/guideline.yaml": GOOD.replace("good", "Not Good"),
    "book/a/guideline.yaml": `${GOOD}scope:\n  paths: ['a', '[']\n`,
  });
  const { exitCode, found, stdout } = await check(folder, ["book"]);
  assert.equal(exitCode, 1);
  assert.deepEqual(found, [
    "bad-glob book/a/guideline.yaml:5:16",
    "bad-id book/b/guideline.yaml:1:5",
  ]);
  assert.ok(stdout.includes(" 5 |   paths: ['a', '[']\n   |                ^^^\n"), stdout);
});

Deno.test("check finds an id that two guidelines have, in two roots too", async () => {
  using folder = new TemporaryFolder({
    "book/a/guideline.yaml": GOOD,
    "book/b/guideline.yaml": GOOD,
    "other/c/guideline.yaml": `# first\n${GOOD}`,
  });
  const { found } = await check(folder, ["book", "other"]);
  assert.deepEqual(found, [
    "duplicate-id book/b/guideline.yaml:1:5",
    "duplicate-id other/c/guideline.yaml:2:5",
  ]);
});

Deno.test("check finds an id twice where one of the guidelines cannot be loaded", async () => {
  using folder = new TemporaryFolder({
    "book/a/guideline.yaml": "id: good\n",
    "book/b/guideline.yaml": GOOD,
  });
  const { found } = await check(folder, ["book"]);
  assert.deepEqual(found.filter((it) => it.startsWith("duplicate")), [
    "duplicate-id book/a/guideline.yaml:1:5",
  ]);
});

Deno.test("check reports files that cannot be read", async () => {
  using folder = new TemporaryFolder({ "secret": GOOD, "book/a/x": "" });
  Deno.symlinkSync(folder.at("secret"), folder.at("book/a/guideline.yaml"));
  const { exitCode, found, stdout } = await check(folder, ["book"]);
  assert.deepEqual([exitCode, found], [1, ["unreadable book/a/guideline.yaml"]]);
  assert.match(stdout, /a link that leaves the guidebook/);
});

Deno.test("check takes the folders that the hook takes where none is named", async () => {
  using folder = new TemporaryFolder({
    "home/.adaptive-guidebook/guidebook/guideline.yaml": "id: [",
    "book/guideline.yaml": "id: {",
  });
  const HOME = folder.at("home");
  const byDefault = await check(folder, [], { HOME });
  assert.match(byDefault.found[0]!, /^yaml-syntax home\/.adaptive-guidebook\/guidebook\//);
  const byName = await check(folder, [], { HOME, ADAPTIVE_GUIDEBOOK_ROOT: folder.at("book") });
  assert.match(byName.found[0]!, /^yaml-syntax book\//);
});

Deno.test("check exits with 66 where there is nothing to check", async () => {
  using folder = new TemporaryFolder({ "file": "" });
  for (const args of [["gone"], ["file"], []]) {
    const { exitCode, stdout, stderr } = await check(folder, args);
    assert.deepEqual([exitCode, stdout], [66, ""], args.join());
    assert.match(stderr, /^error: Cannot check/);
  }
});

Deno.test("check escapes what a terminal obeys, in names and in source", async () => {
  using folder = new TemporaryFolder({
    "book/\u001b[31m/guideline.yaml": `id: "\u202eA"\nwhen: [file_changed]\ncontent: x\n`,
  });
  const { stdout } = await check(folder, ["book"]);
  assert.ok(stdout.includes("book/\\u{1b}[31m/guideline.yaml:1:5"));
  assert.ok(stdout.includes('1 | id: "\\u{202e}A"'));
  assert.ok(!/\p{Cc}|\u202e/u.test(stdout.replaceAll("\n", "")));
});

Deno.test("check takes a root that is named twice once", async () => {
  using folder = new TemporaryFolder({ "book/a/guideline.yaml": GOOD });
  for (const args of [["book", "book"], ["book", "./book/"], ["book", "book/a"]]) {
    const { exitCode, found } = await check(folder, args);
    assert.deepEqual([exitCode, found], [0, []], args.join(" "));
  }
});

Deno.test("check reports hidden characters of a guideline that cannot be loaded too", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/a`);
    await Deno.writeTextFile(
      `${folder}/a/guideline.yaml`,
      'id: a\nwhen: [file_changed]\nmatch: { any: [] }\ncontent: "x\\u202ey"\n',
    );
    const { stdout } = await runCommand(["check", folder, "--format", "json"]);
    const codes = JSON.parse(stdout).map(({ code }: { code: string }) => code);
    assert.deepEqual(codes.toSorted(), ["empty-value", "hidden-characters"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("check takes --guidebook for an operand", async () => {
  using folder = new TemporaryFolder({
    "a/guideline.yaml": "id: {",
    "b/guideline.yaml": "id: [",
    "c/guideline.yaml": "id: {",
  });
  const { found } = await check(folder, ["c", "--guidebook", "a", "--guidebook=b"]);
  assert.deepEqual(found, [
    "yaml-syntax a/guideline.yaml:1:6",
    "yaml-syntax b/guideline.yaml:1:6",
    "yaml-syntax c/guideline.yaml:1:6",
  ]);
});

Deno.test("check looks at the one guideline that is named", async () => {
  using folder = new TemporaryFolder({
    "book/guideline.yaml": "id: {",
    "book/a/guideline.yaml": "id: [",
    "book/b/guideline.yaml": GOOD,
    "book/empty/x/y": "",
  });
  const one = await check(folder, ["book/guideline.yaml"]);
  assert.deepEqual([one.exitCode, one.found], [1, ["yaml-syntax book/guideline.yaml:1:6"]]);
  assert.match(one.stderr, /^1 guideline checked/);
  const good = await check(folder, ["book/b/guideline.yaml"]);
  assert.deepEqual([good.exitCode, good.stdout], [0, ""]);
  const both = await check(folder, ["book/guideline.yaml", "book/a"]);
  assert.equal(both.found.length, 2);
  const { exitCode, stderr } = await check(folder, ["book/empty/x/y"]);
  assert.equal(exitCode, 66);
  assert.match(
    stderr,
    /y": it is a file, not a folder; name the folder that holds the guidelines$/,
  );
  const below = await check(folder, ["book/empty/x/y/z"]);
  assert.deepEqual([below.exitCode, below.stderr.slice(-23)], [66, "there is no such folder"]);
});

Deno.test("check never reports the guideline that is loaded as a duplicate", async () => {
  using folder = new TemporaryFolder({
    "book/a/guideline.yaml": "id: good\n",
    "book/b/guideline.yaml": "id: good\nwhen: [never]\n",
    "book/c/guideline.yaml": GOOD,
    "a.txt": "",
  });
  const { found, stdout } = await check(folder, ["book"]);
  assert.deepEqual(found.filter((it) => it.startsWith("duplicate")), [
    "duplicate-id book/a/guideline.yaml:1:5",
    "duplicate-id book/b/guideline.yaml:1:5",
  ]);
  assert.ok(stdout.includes("used here, and this one is loaded"), stdout);
  const explained = await runCommand(["explain", "a.txt", "--guidebook", "book"], {
    folder: folder.path,
  });
  assert.match(explained.stdout, /^ {4}good: /m);
});

Deno.test("check reports only the misnamed file in a folder that has no guideline", async () => {
  using folder = new TemporaryFolder({ "book/guidelines.yaml": GOOD });
  const { found } = await check(folder, ["book"]);
  assert.deepEqual(found, ["misnamed-file book/guidelines.yaml"]);
});

Deno.test("check lists at most 100 problems of a file, and counts the others", async () => {
  const pattern = `"match: {any: [{regex: {pattern: '${"\\\\A".repeat(3900)}'}}]}"`;
  using folder = new TemporaryFolder({
    "escapes/guideline.yaml": `${GOOD}title: "${"x".repeat(200_000)}${"\\q".repeat(3900)}"\n`,
    "pattern/guideline.yaml": `${GOOD}${JSON.parse(pattern)}\n`,
  });
  for (const name of ["escapes", "pattern"]) {
    const { exitCode, found, stdout } = await check(folder, [name]);
    assert.equal(exitCode, 1);
    assert.equal(found.length, 101);
    assert.match(stdout, /^error\[more-problems\]: 38\d\d more problems in this file$/m);
    assert.ok(stdout.split("\n").every((line) => line.length < 500));
  }
});
