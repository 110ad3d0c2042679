/** What doctor starts, and what it never starts, though Deno would let it start everything. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { renderHookCommand } from "../../lib/agent/hook_file/command.ts";
import { assertVisible, HIDDEN } from "../support/hidden.ts";
import { CALL, Machine } from "./machine.ts";

const EVERYTHING = "--allow-run";

/** Commands of a repository that somebody cloned; each would leave the file `tripwire`. */
function hostileCommands(machine: Machine): string[] {
  const { sandbox } = machine;
  const touch = `touch '${sandbox.at("tripwire")}'`;
  const ours = machine.command();
  const script = `${sandbox.repository}/adaptive-guidebook`;
  return [
    touch,
    `${touch} ${HIDDEN}`,
    `${ours}; ${touch}`,
    `${ours} $(${touch})`,
    `${ours}\n${touch}`,
    `${ours} --guidebook "$(${touch})"`,
    // Ours by name and by form, but another program.
    `${script} hook codex`,
    "./adaptive-guidebook hook codex",
    "adaptive-guidebook hook codex",
    `PATH=${sandbox.repository} ${ours}`,
    `${CALL.replace(/--config \S+/, `--config ${sandbox.repository}/deno.json`)} hook codex`,
    renderHookCommand({ call: CALL, agent: "codex", guidebooks: [], project: true }),
  ];
}

async function plant(machine: Machine, file: string): Promise<void> {
  const { sandbox } = machine;
  const script = `#!/bin/sh\ntouch '${sandbox.at("tripwire")}'\n`;
  const places = ["repository/adaptive-guidebook", "home/.local/bin/adaptive-guidebook"];
  for (const path of places) await Deno.chmod(await sandbox.write(path, script), 0o755);
  const tasks = { "adaptive-guidebook": `touch '${sandbox.at("tripwire")}'` };
  await sandbox.write("repository/deno.json", JSON.stringify({ tasks }));
  const hooks = hostileCommands(machine).map((command) => ({
    matcher: HIDDEN,
    hooks: [{ type: "command", command, timeout: 10 }],
  }));
  await sandbox.write(file, JSON.stringify({ hooks: { PostToolUse: hooks } }));
}

for (
  const [name, file] of Object.entries({
    "a cloned repository for Codex": "repository/.codex/hooks.json",
    "a cloned repository for Claude Code": "repository/.claude/settings.json",
    "the user's own file": "home/.codex/hooks.json",
  })
) {
  Deno.test(`doctor starts nothing that stands in the hook file of ${name}`, async () => {
    await using machine = await Machine.create();
    await plant(machine, file);
    const { repository } = machine.sandbox;
    // Even where the person trusts the repository.
    const trust = `[projects.${JSON.stringify(repository)}]\ntrust_level = "trusted"\n`;
    await machine.trustCodex(machine.entries(), trust);
    await machine.sandbox.write(
      "home/.claude.json",
      JSON.stringify({ projects: { [repository]: { hasTrustDialogAccepted: true } } }),
    );
    const env = { PATH: `${repository}:${Deno.env.get("PATH")}` };
    const { stdout, stderr, of } = await machine.doctor({ allowRun: EVERYTHING, env });
    assert.throws(() => Deno.statSync(machine.sandbox.at("tripwire")), Deno.errors.NotFound);
    assertVisible(stdout);
    assertVisible(stderr);
    assert.match(of("other-commands").map(({ message }) => message).join(), /touch '.*tripwire/);
    // Its own commands, or itself: nothing of the file that was planted.
    const canaries = of("canary").map(({ message }) => message);
    assert.equal(canaries.length, 2);
    const expected = file.startsWith("home/") ? /inside this process$/ : /in ".*\/home\/\.codex\//;
    for (const canary of canaries) assert.match(canary, expected);
    const text = await machine.doctor({ args: ["--format", "text"], allowRun: EVERYTHING, env });
    assertVisible(text.stdout);
  });
}

Deno.test("the tripwire works when it is run", async () => {
  await using machine = await Machine.create();
  await plant(machine, "repository/.codex/hooks.json");
  const { sandbox } = machine;
  for (const command of ["./adaptive-guidebook hook codex", hostileCommands(machine)[0]!]) {
    await sandbox.run("/bin/sh", ["-c", command], sandbox.repository);
    await Deno.remove(sandbox.at("tripwire"));
  }
});

Deno.test("doctor sends a payload through the command of the hook file, and leaves no record", async () => {
  await using machine = await Machine.create();
  const { sandbox } = machine;
  await sandbox.hook(["a.txt"], { session: "earlier" });
  const before = rowsOf(sandbox.database);
  const { code, of, stdout } = await machine.doctor({ allowRun: "--allow-run=git,deno" });
  assert.equal(code, 0, stdout);
  const canaries = of("canary").map(({ message }) => message);
  assert.equal(canaries.length, 2);
  assert.match(canaries[0]!, /of an edit was .* the command of Codex in ".*hooks\.json" in \d+ ms/);
  assert.match(canaries[1]!, /of a shell command was .* the command of Codex in ".*" in \d+ ms/);
  assert.deepEqual(of("canary-not-run"), []);
  assert.deepEqual(rowsOf(sandbox.database), before);
  const looks = [...Deno.readDirSync(`${sandbox.data}/looks`)].map(({ name }) => name);
  assert.deepEqual(looks.filter((name) => name.startsWith("look-")), []);
});

Deno.test("doctor sends a payload for Claude Code in its own form", async () => {
  await using machine = await Machine.create();
  const handler = { type: "command", command: machine.command("claude-code"), timeout: 10 };
  await machine.sandbox.write(
    "home/.claude/settings.json",
    JSON.stringify({
      hooks: { PostToolUse: [{ matcher: "Edit|Write|NotebookEdit", hooks: [handler] }] },
    }),
  );
  const { of } = await machine.doctor({ allowRun: "--allow-run=git,deno" });
  assert.deepEqual(
    of("canary").map(({ message }) => /of (.+) was .* of (.+) in "/.exec(message)?.slice(1)),
    [
      ...[["an edit", "Codex"], ["a shell command", "Codex"]],
      // It is registered for edits alone.
      ["an edit", "Claude Code"],
    ],
  );
  assert.deepEqual(of("canary-failed"), []);
});

Deno.test("doctor says what the hook says when it cannot answer", async () => {
  await using machine = await Machine.create();
  const bin = machine.sandbox.at("bin");
  const script = "#!/bin/sh\ncat >/dev/null\necho 'error: no such thing \u001b[31m' >&2\nexit 3\n";
  await Deno.chmod(await machine.sandbox.write("bin/deno", script), 0o755);
  const { code, of, stdout } = await machine.doctor({
    allowRun: EVERYTHING,
    env: { PATH: `${bin}:${Deno.env.get("PATH")}` },
  });
  assert.equal(code, 1);
  const [{ message } = { message: "" }] = of("canary-failed");
  assert.match(message, /exit code 3; its stderr: error: no such thing /);
  assertVisible(stdout);
});

Deno.test("doctor ends a hook that takes longer than the agent would wait", async () => {
  await using machine = await Machine.create();
  await Deno.chmod(await machine.sandbox.write("bin/deno", "#!/bin/sh\nexec sleep 60\n"), 0o755);
  const entries = machine.entries().map((entry) => ({
    ...entry,
    handler: { ...entry.handler, timeout: 1 },
  }));
  await machine.writeCodex(entries);
  const { of } = await machine.doctor({
    allowRun: EVERYTHING,
    env: { PATH: `${machine.sandbox.at("bin")}:${Deno.env.get("PATH")}` },
  });
  assert.match(of("canary-failed")[0]!.message, /it did not end within its 1 s$/);
});

Deno.test("doctor does not start a hook that would change a database", async () => {
  await using machine = await Machine.create();
  const garbage = "garbage ".repeat(999);
  await machine.sandbox.write("home/.adaptive-guidebook/adaptive-guidebook.db", garbage);
  const { of } = await machine.doctor({ allowRun: EVERYTHING });
  assert.match(of("canary-not-run")[0]!.message, /it would change the database$/);
  assert.equal(await Deno.readTextFile(machine.sandbox.database), garbage);
  assert.deepEqual(
    [...Deno.readDirSync(machine.sandbox.data)].map(({ name }) => name).sort(),
    ["adaptive-guidebook.db", "cache"],
  );
});

Deno.test("doctor creates nothing where nothing is", async () => {
  await using machine = await Machine.create();
  const { home } = machine.sandbox;
  await machine.doctor();
  assert.deepEqual([...Deno.readDirSync(home)].map(({ name }) => name), [".codex"]);
});

Deno.test("doctor starts the command of a project only where the project is trusted", async () => {
  await using machine = await Machine.create();
  await Deno.remove(machine.codexFile);
  await machine.writeCodex(machine.entries(), "repository/.codex/hooks.json");
  const options = { allowRun: "--allow-run=git,deno" };
  const [untrusted] = (await machine.doctor(options)).of("canary");
  assert.match(untrusted!.message, /inside this process$/);
  const { repository } = machine.sandbox;
  const trust = `[projects.${JSON.stringify(repository)}]\ntrust_level = "trusted"\n`;
  await machine.trustCodex([], trust);
  const [trusted] = (await machine.doctor(options)).of("canary");
  assert.match(trusted!.message, /the command of Codex in ".*repository\/\.codex\/hooks\.json"/);
});

Deno.test("doctor reads no guidebook that an untrusted project names", async () => {
  await using machine = await Machine.create();
  const command = `${CALL} hook codex --guidebook ${machine.sandbox.at("theirs")}`;
  await machine.writeCodex(machine.entries(command), "repository/.codex/hooks.json");
  const { of } = await machine.doctor();
  assert.equal(of("guidebook").length, 1);
  assert.deepEqual(of("guidebook-missing"), []);
  const [{ status, message } = { status: "", message: "" }] = of("project-untrusted");
  assert.equal(status, "ok", "the user's own hook works");
  assert.match(
    message,
    /^Codex does not run the hooks of ".*", since project ".*" is not trusted: your own/,
  );
});

/** All that the database holds. */
function rowsOf(path: string): Record<string, unknown[]> {
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return Object.fromEntries(
    tables.map(({ name }) => [String(name), database.prepare(`SELECT * FROM ${name}`).all()]),
  );
}
