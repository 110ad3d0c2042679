import assert from "node:assert/strict";
import { expandReleasedFlags } from "../../tools/released_flags.ts";
import { PROJECT, readTask, runCommand } from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";

/** What a program with the released permissions tries to do, in the order of the report. */
const ATTEMPTS: Record<string, string> = {
  "write beside the data folder": "Deno.writeTextFileSync(`${HOME}/x`, '')",
  "write through ..": "Deno.writeTextFileSync(`${DATA}/../x`, '')",
  "write to a folder whose name begins like it": "Deno.mkdirSync(`${DATA}-x`)",
  "rename out of the data folder": "Deno.renameSync(`${DATA}/own`, `${HOME}/x`)",
  "link out of the data folder": "Deno.symlinkSync('/etc', `${DATA}/etc`)",
  "change a guideline": "Deno.writeTextFileSync(`${DATA}/guidebook/guideline.yaml`, '')",
  "add a guideline": "Deno.mkdirSync(`${DATA}/guidebook/more`)",
  "remove the guidebook": "Deno.removeSync(`${DATA}/guidebook`, { recursive: true })",
  "rename the guidebook": "Deno.renameSync(`${DATA}/guidebook`, `${DATA}/x`)",
  "rename something to a guideline": "Deno.renameSync(`${DATA}/own`, `${DATA}/guidebook/x`)",
  "make a database elsewhere": "new DatabaseSync(`${HOME}/x.db`)",
  "attach a database elsewhere":
    "new DatabaseSync(`${DATA}/x.db`).exec(`ATTACH '${HOME}/x.db' AS x`)",
  "run a shell": "new Deno.Command('sh').outputSync()",
  "run a shell by its path": "new Deno.Command('/bin/sh').outputSync()",
  "run another program of git's name": "new Deno.Command(`${DATA}/git`).outputSync()",
  "run git with a library": "new Deno.Command('git', { env: { LD_PRELOAD: 'x' } }).outputSync()",
  "fetch": "await fetch('http://127.0.0.1:8080/')",
  "connect": "await Deno.connect({ port: 8080 })",
  "listen": "Deno.listen({ port: 0 })",
  "import a remote module": "await import('https://jsr.io/' + 'x.ts')",
  "ask for a name": "await Deno.resolveDns('localhost', 'A')",
  "read an unlisted variable": "Deno.env.get('SECRET')",
  "set an unlisted variable": "Deno.env.set('SECRET', '')",
  "load a library": "Deno.dlopen('libc.so.6', {})",
  "read the host's name": "Deno.hostname()",
  "read the network's addresses": "Deno.networkInterfaces()",
  "signal a process": "Deno.kill(Deno.ppid, 'SIGCONT')",
};

/** Refusals that are not Deno's permissions. */
const OTHER_REFUSALS: Record<string, RegExp> = {
  "attach a database elsewhere": /^Error: too many attached databases/,
  "import a remote module": /^TypeError: .* but --no-remote is specified/,
};

/** And what the same program may do, so that a refusal is known for one. */
const CONTROLS: Record<string, string> = {
  "write in the data folder": "Deno.writeTextFileSync(`${DATA}/own`, '')",
  "make a database there": "new DatabaseSync(`${DATA}/x.db`).exec('CREATE TABLE t (c)')",
  "read anywhere": "Deno.readTextFileSync('/etc/passwd')",
  "run git": "new Deno.Command('git', { args: ['version'] }).outputSync()",
  "read a listed variable": "Deno.env.get('ADAPTIVE_GUIDEBOOK_ROOT')",
};

Deno.test("the command works with the released permissions", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("everywhere");
  await sandbox.writeGuideline("in-backend", {
    scope: "scope: { repositories: [acme/backend-*] }\n",
  });
  const { ids, notices, stderr } = await sandbox.hook();
  assert.deepEqual([ids, notices, stderr], [["everywhere", "in-backend"], [], ""]);
  assert.deepEqual(sandbox.recorded(), ["s everywhere", "s in-backend"]);
  assert.equal((await sandbox.hook()).stdout, "");
});

Deno.test("the released permissions refuse more", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.write("home/.adaptive-guidebook/guidebook/guideline.yaml", "id: kept\n");
  await Deno.symlink("/bin/true", `${sandbox.data}/git`);
  const attempts = { ...CONTROLS, ...ATTEMPTS };
  const script = await sandbox.write("attempts.ts", renderScript(attempts));
  const { code, stdout, stderr } = await runCommand([], {
    home: sandbox.home,
    script,
    env: { SECRET: "secret" },
  });
  assert.deepEqual([code, stderr], [0, ""]);
  const report: Record<string, string> = JSON.parse(stdout);
  for (const name of Object.keys(CONTROLS)) {
    await t.step(`not: ${name}`, () => assert.equal(report[name], "done"));
  }
  for (const name of Object.keys(ATTEMPTS)) {
    const refusal = OTHER_REFUSALS[name] ?? /^NotCapable: /;
    await t.step(name, () => assert.match(report[name]!, refusal));
  }
  await t.step("and so nothing was changed", async () => {
    const guideline = `${sandbox.data}/guidebook/guideline.yaml`;
    assert.equal(await Deno.readTextFile(guideline), "id: kept\n");
    const names = [...Deno.readDirSync(sandbox.home)].map(({ name }) => name);
    assert.deepEqual(names, [".adaptive-guidebook"]);
  });
});

Deno.test("the tests run with the V8 flags that are released", () => {
  const released = readV8Flags(readTask("adaptive-guidebook"));
  assert.equal(released.length, 1);
  for (const name of ["test", "test:update"]) {
    assert.deepEqual(readV8Flags(readTask(name)), released, name);
  }
});

Deno.test("the permissions are released once: in the task that runs the command", () => {
  const flags = expandReleasedFlags("/home/a");
  assert.deepEqual(flags.filter((flag) => /^--(allow|deny)-/.test(flag)).toSorted(), [
    flags.find((flag) => flag.startsWith("--allow-env="))!,
    "--allow-read",
    "--allow-run=git",
    "--allow-write=/home/a/.adaptive-guidebook",
    "--deny-write=/home/a/.adaptive-guidebook/guidebook",
  ]);
  const tasks = Deno.readTextFileSync(`${PROJECT}/deno.json`);
  assert.equal(tasks.split("--allow-run").length, 2);
});

function readV8Flags(task: string): string[] {
  return task.split(" ").filter((word) => word.startsWith("--v8-flags"));
}

function renderScript(attempts: Record<string, string>): string {
  const entries = Object.entries(attempts).map(([name, code]) =>
    `${JSON.stringify(name)}: async () => { ${code}; },`
  );
  return `
import { DatabaseSync } from "node:sqlite";
const HOME = Deno.env.get("HOME");
const DATA = HOME + "/.adaptive-guidebook";
const report = {};
for (const [name, attempt] of Object.entries({ ${entries.join("\n")} })) {
  report[name] = await attempt().then(() => "done", ({ name, message }) => name + ": " + message);
}
console.log(JSON.stringify(report));
`;
}
