import assert from "node:assert/strict";
import { commandEnvironment } from "../support/command.ts";
import { BIN, LIB, namesBelow, Workspace } from "./installed.ts";

Deno.test("a launcher that we have not written is left alone", async (t) => {
  using workspace = new Workspace();
  const prefix = workspace.at("prefix");
  const launcher = workspace.write(`prefix/${BIN}`, "#!/bin/sh\necho mine\n");
  const said =
    /^error: Cannot replace "[^"]+adaptive-guidebook": `deno task install` has not written it\n$/;
  const cases: Record<string, () => void> = {
    "a file": () => {},
    "a folder": () => {
      Deno.removeSync(launcher);
      Deno.mkdirSync(launcher);
    },
    "a link that leads nowhere": () => {
      Deno.removeSync(launcher);
      Deno.symlinkSync("/nonexistent", launcher);
    },
  };
  for (const [name, arrange] of Object.entries(cases)) {
    await t.step(name, async () => {
      arrange();
      workspace.write(`prefix/${LIB}/release-1/main.js`, "");
      for (const task of ["install", "uninstall"]) {
        const { code, stdout, stderr } = await workspace.task([task, "--prefix", prefix]);
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(stderr, said);
        Deno.lstatSync(launcher);
        Deno.statSync(`${prefix}/${LIB}/release-1/main.js`);
      }
      if (name === "a file") {
        assert.equal(Deno.readTextFileSync(launcher), "#!/bin/sh\necho mine\n");
      }
    });
  }
});

Deno.test("deno task uninstall takes back what was installed, and nothing else", async (t) => {
  using workspace = new Workspace();
  const prefix = `${workspace.home}/.local`;
  const uninstall = async () => await workspace.task(["uninstall"]);
  await t.step("says so where there is nothing", async () => {
    const { code, stdout } = await uninstall();
    assert.deepEqual([code, stdout], [0, `Nothing is installed at ${prefix}/${BIN}\n`]);
    assert.deepEqual(namesBelow(workspace.home).filter((name) => name.startsWith(".local")), []);
  });
  await t.step("removes launcher and library, and tells what is left", async () => {
    assert.equal((await workspace.task(["install"])).code, 0);
    workspace.write("home/.adaptive-guidebook/guidebook/guideline.yaml", "id: kept\n");
    workspace.write("home/.local/bin/other", "");
    const launcher = `${prefix}/${BIN}`;
    const hookFile = workspace.at("home/.codex/hooks.json");
    const { stdout: printed } = await workspace.launch([launcher, "install", "codex", "--print"]);
    workspace.write("home/.codex/hooks.json", printed);
    // Another installation's hook, which still works.
    workspace.write(
      "home/.claude/settings.json",
      printed.replaceAll(launcher, "/opt/adaptive-guidebook"),
    );
    const { code, stdout, stderr } = await uninstall();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /rm -r ~\/\.adaptive-guidebook/);
    const [head, command = "", next] = stdout.split("\n");
    assert.equal(
      head,
      `"${hookFile}" names the launcher: each edit will fail to call it. This removes the hook:`,
    );
    assert.match(next!, /^Removed /);
    assert.doesNotMatch(stdout, /settings\.json|install claude-code/);
    // As it is printed, it works although the launcher is gone.
    const options = { env: { ...commandEnvironment({ home: workspace.home }), PATH: undefined } };
    const taken = await workspace.launch(["/bin/sh", "-c", `${command} --print`], options);
    assert.deepEqual([taken.code, taken.stdout], [0, "{}\n"], taken.stderr);
    Deno.writeTextFileSync(hookFile, taken.stdout);
    assert.deepEqual(namesBelow(prefix), ["bin", "bin/other", "lib"]);
    Deno.statSync(`${workspace.home}/.adaptive-guidebook/guidebook/guideline.yaml`);
    assert.match((await uninstall()).stdout, /^Nothing is installed/);
    assert.equal(Deno.readTextFileSync(hookFile), "{}\n");
  });
  await t.step("finishes what was interrupted, and leaves what others have put there", async () => {
    for (const file of ["release-1/main.js", "deno-1/deno", ".new-1/x", "mine/x"]) {
      workspace.write(`home/.local/${LIB}/${file}`, "");
    }
    assert.match((await uninstall()).stdout, /^Removed /);
    assert.deepEqual(namesBelow(`${prefix}/${LIB}`), ["mine", "mine/x"]);
  });
});
