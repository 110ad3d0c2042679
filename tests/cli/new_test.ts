import assert from "node:assert/strict";
import { PROJECT } from "../support/command.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { TEMPLATE } from "../../lib/guideline_file/template.ts";
import { runCommand } from "../support/in_process.ts";
import { TemporaryFolder } from "../support/files.ts";

Deno.test("new writes a guideline that is not loaded before it is filled in", async () => {
  using folder = new TemporaryFolder({ "book/schema/guideline.schema.json": "{}" });
  const world = { folder: folder.path };
  const { exitCode, stderr } = await runCommand(
    ["new", "no-console", "--guidebook", "book"],
    world,
  );
  assert.equal(exitCode, 0);
  assert.match(stderr, /^Wrote book\/no-console\/guideline\.yaml/);
  const text = Deno.readTextFileSync(folder.at("book/no-console/guideline.yaml"));
  assert.match(text, /^# yaml-language-server: \$schema=\.\.\/schema\/guideline\.schema\.json\n/);
  const check = await runCommand(["check", "book"], world);
  assert.equal(check.exitCode, 1);
  assert.deepEqual(check.stdout.match(/^\w+\[.*/gm), [
    "warning[unfilled-template]: Title is still the template's example",
    "error[unfilled-template]: Content is still the template's example",
  ]);
  const file = folder.at("book/no-console/guideline.yaml");
  Deno.writeTextFileSync(file, text.replace(TEMPLATE.content, "Use the logger."));
  assert.equal((await runCommand(["check", "book"], world)).exitCode, 0);
  const test = await runCommand(["test", "book"], world);
  assert.equal(test.stdout, "ok      no-console: 4 examples\n");
});

Deno.test("new never overwrites a guideline without --force", async () => {
  using folder = new TemporaryFolder({ "book/a/guideline.yaml": "mine" });
  const world = { folder: folder.path };
  const refused = await runCommand(["new", "a", "--guidebook", "book"], world);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stderr, /already has this id\nhelp: .*--force/);
  assert.equal(Deno.readTextFileSync(folder.at("book/a/guideline.yaml")), "mine");
  const forced = await runCommand(["new", "a", "--guidebook", "book", "--force"], world);
  assert.equal(forced.exitCode, 0);
  assert.equal(parseGuideline(Deno.readTextFileSync(folder.at("book/a/guideline.yaml"))).id, "a");
});

Deno.test("new refuses an id that another folder has, also with --force", async () => {
  using folder = new TemporaryFolder({
    "book/deep/down/guideline.yaml": "id: a\nwhen: [file_changed]\ncontent: x\n",
  });
  const { exitCode, stderr } = await runCommand(["new", "a", "--guidebook", "book", "--force"], {
    folder: folder.path,
  });
  assert.equal(exitCode, 1);
  assert.match(stderr, /deep\/down\/guideline\.yaml" already has this id/);
  assert.throws(() => Deno.statSync(folder.at("book/a")), Deno.errors.NotFound);
});

Deno.test("new refuses an invalid id", async (t) => {
  for (const id of ["", "No Console", "../up", "a--b", "a".repeat(101)]) {
    await t.step(JSON.stringify(id), async () => {
      assert.equal((await runCommand(["new", "--", id])).exitCode, 64);
    });
  }
});

Deno.test("new prints the guideline where it may not write, and says why", async (t) => {
  await t.step(
    "the default guidebook",
    () => printsOnly([], /permissions of this program exclude/),
  );
  await t.step("another one", () => printsOnly(["--guidebook", "book"], /access was not granted/));
});

async function printsOnly(options: string[], reason: RegExp) {
  using folder = new TemporaryFolder({ "home/x": "" });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-prompt", "--allow-read", "--allow-env=HOME"],
      `--allow-write=${folder.at("home/.adaptive-guidebook")}`,
      `--deny-write=${folder.at("home/.adaptive-guidebook/guidebook")}`,
      ...["--ignore-env=LOG_TOKENS,LOG_STREAM"],
      ...[`${PROJECT}/main.ts`, "new", "a", ...options],
    ],
    cwd: folder.path,
    env: { HOME: folder.at("home") },
  }).output();
  const [printed, said] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0);
  assert(parseGuideline(printed!.replace(TEMPLATE.content, "Use it.")).guideline);
  assert.match(said!, reason);
  assert.match(said!, /Save the printed text there yourself, after\n {4}mkdir -p .*\n$/);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["home"]);
  assert.throws(() => Deno.statSync(folder.at("home/.adaptive-guidebook")), Deno.errors.NotFound);
}

Deno.test("new reports a file where a folder is needed", async () => {
  using folder = new TemporaryFolder({ "main.ts": "", "book/a": "", "book/b/guideline.yaml": "" });
  const world = { folder: folder.path };
  for (
    const [id, book, file] of [
      ["a", "main.ts", "main.ts"],
      ["a", "main.ts/deep", "main.ts"],
      ["a", "book", "book/a"],
    ] as const
  ) {
    const { exitCode, stderr } = await runCommand(["new", id, "--guidebook", book], world);
    assert.equal(exitCode, 66, stderr);
    assert.ok(stderr.endsWith(`: "${folder.at(file)}" is a file, not a folder`), stderr);
  }
  // A redirection that failed has left it.
  const { exitCode } = await runCommand(["new", "b", "--guidebook", "book"], world);
  assert.equal(exitCode, 0);
  assert.match(Deno.readTextFileSync(folder.at("book/b/guideline.yaml")), /^id: b$/m);
});
