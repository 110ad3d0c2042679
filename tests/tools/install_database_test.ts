import assert from "node:assert/strict";
import { quoteShellWord } from "../../lib/shell.ts";
import { VERSION } from "../../lib/version.ts";
import { Sandbox } from "../support/sandbox.ts";
import { BIN, namesBelow, presentedId, Workspace } from "./installed.ts";

Deno.test("deno task install --db", async (t) => {
  using workspace = new Workspace();
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const folder = "data of\nit's";
  const database = workspace.at(`${folder}/own.db`);
  // `env` would take a path with "=" for a variable.
  const prefix = workspace.at("it's $a=b");
  const launcher = `${prefix}/${BIN}`;
  const hook = async (session: string, env: Record<string, string> = {}) => {
    const result = await workspace.launch(
      [launcher, ...sandbox.hookCommand, "--deadline", "30000"],
      { stdin: sandbox.payload(["a.txt"], session), env: { HOME: sandbox.home, ...env } },
    );
    assert.deepEqual([result.code, result.stderr], [0, ""]);
    assert.equal(presentedId(result), "one");
    return JSON.parse(result.stdout).systemMessage;
  };

  await t.step("takes a relative file from where it was called, and makes its folder", async () => {
    const args = ["install", "--prefix", "it's $a=b", "--db", `${folder}/own.db`];
    const { code, stdout } = await workspace.task(args);
    assert.equal(code, 0);
    // And prints what a shell reads back.
    const call = quoteShellWord(launcher);
    assert(stdout.includes(`    ${call} doctor\n`), stdout);
    const version = await workspace.launch(["/bin/sh", "-c", `${call} --version`]);
    assert.equal(version.stdout, `adaptive-guidebook ${VERSION}\n`);
    assert.equal(Deno.statSync(workspace.at(folder)).mode! & 0o777, 0o700);
  });
  await t.step("remembers there", async () => {
    assert.equal(await hook("first"), undefined);
    assert.deepEqual(sandbox.recorded(database), ["first one"]);
    assert.throws(() => Deno.statSync(sandbox.database), Deno.errors.NotFound);
    assert.equal(Deno.statSync(database).mode! & 0o777, 0o600);
  });
  await t.step("gives way to ADAPTIVE_GUIDEBOOK_DB, but not to an empty one", async () => {
    assert.equal(await hook("second", { ADAPTIVE_GUIDEBOOK_DB: sandbox.database }), undefined);
    assert.deepEqual(sandbox.recorded(), ["second one"]);
    assert.equal(await hook("third", { ADAPTIVE_GUIDEBOOK_DB: "" }), undefined);
    assert.deepEqual(sandbox.recorded(database), ["first one", "third one"]);
  });
  await t.step("permits the file, and not its folder", async () => {
    const other = workspace.at(`${folder}/other.db`);
    assert.match(await hook("fourth", { ADAPTIVE_GUIDEBOOK_DB: other }), /Cannot use database/);
    assert.throws(() => Deno.statSync(other), Deno.errors.NotFound);
    // So a corrupt one stays where it is, and is told.
    Deno.writeTextFileSync(database, "no database".repeat(100));
    assert.match(await hook("fifth"), /Cannot use database/);
    assert.deepEqual(namesBelow(workspace.at(folder)).filter((name) => !/own\.db/.test(name)), []);
  });
});
