/**
 * A further agent is one folder and its lines in the registry: a copy of the project with an agent
 * that does not exist passes install, doctor, check, explain and a golden fixture.
 */
import assert from "node:assert/strict";
import { loadSetups } from "../../../lib/agent/setups.ts";
import { commandEnvironment, PROJECT } from "../../support/command.ts";
import { TemporaryFolder } from "../../support/files.ts";
import { listFiles } from "../../../tools/list_files.ts";

const FILES = `${import.meta.dirname}/made_up`;

/** A copy of the project in `copy/`, with the agent; `edit` changes the text of its files. */
function copyProject(edit: (text: string) => string = (text) => text): TemporaryFolder {
  const folder = new TemporaryFolder();
  const read = (path: string) => Deno.readTextFileSync(`${PROJECT}/${path}`);
  const files = ["main.ts", "deno.lock", ...listFiles(`${PROJECT}/lib`).map((it) => `lib/${it}`)];
  for (const path of files) folder.write({ [`copy/${path}`]: read(path) });
  for (const name of ["protocol.ts", "setup.ts"]) {
    const text = edit(Deno.readTextFileSync(`${FILES}/${name}.txt`));
    folder.write({ [`copy/lib/agent/made_up/${name}`]: text });
  }
  const registry = read("lib/agent/agents.ts")
    .replace("import", 'import { madeUp } from "./made_up/protocol.ts";\nimport')
    .replace("ADAPTERS = {", 'ADAPTERS = {\n  "made-up": madeUp,');
  const setups = read("lib/agent/setups.ts").replace(
    /(SETUPS: .* = \{)/,
    '$1\n  "made-up": async () => (await import("./made_up/setup.ts")).madeUpSetup,',
  );
  folder.write({
    "copy/lib/agent/agents.ts": registry,
    "copy/lib/agent/setups.ts": setups,
    // The variable that says where its files are is read with permission.
    "copy/deno.json": read("deno.json").replace("--allow-env=", "--allow-env=MADE_UP_HOME,"),
  });
  return folder;
}

async function runDeno(folder: TemporaryFolder, args: string[], cwd: string) {
  const home = folder.at("home");
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    clearEnv: true,
    env: commandEnvironment({ home, env: { NO_COLOR: "1" } }),
    stdin: "null",
  }).output();
  const [out = "", said = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: out, stderr: said };
}

Deno.test("an agent that is one folder and its registry lines passes every command", async (t) => {
  using folder = copyProject();
  const content = "Write a test.";
  const guideline = `id: tested\nwhen: [file_changed]\ncontent: ${content}\n`;
  const fixture = "fixture/presents-to-an-agent-that-does-not-exist";
  const say = "Adaptive Guidebook guidelines relevant to the latest changes:\n\n" +
    `[tested]\n${content}`;
  folder.write({
    "home/.made-up/x": "",
    "repository/.git/HEAD": "",
    "repository/a.txt": "a",
    "team/tested/guideline.yaml": guideline,
    [`${fixture}/agent`]: "made-up\n",
    [`${fixture}/repository/a.txt`]: "a",
    [`${fixture}/guidebook/tested/guideline.yaml`]: guideline,
    [`${fixture}/1.input.json`]: JSON.stringify({
      ...{ event: "edited", session: "s", folder: "$REPOSITORY", file: "a.txt" },
    }),
    [`${fixture}/1.expected.json`]: JSON.stringify({
      ...{ exitCode: 0, stdout: { say, notices: [] }, stderr: [] },
    }),
  });
  const task = ["task", "-q", "--config", folder.at("copy/deno.json"), "adaptive-guidebook"];
  const run = (...args: string[]) => runDeno(folder, [...task, ...args], folder.at("repository"));

  await t.step("install", async () => {
    const guidebook = ["--guidebook", folder.at("team")];
    const { code, stdout, stderr } = await run("install", "made-up", "--print", ...guidebook);
    assert.equal(code, 0, stderr);
    const [group] = JSON.parse(stdout).hooks.edited;
    assert.match(group.hooks[0].command, / hook made-up --guidebook \S+\/team$/);
    assert.deepEqual([group.matcher, group.hooks[0].timeout], [undefined, 20]);
    folder.write({ "home/.made-up/made.json": stdout });
    const again = await run("install", "made-up", ...guidebook);
    assert.match(again.stderr, /^Nothing to change: .*\nMade Up needs no trust\.$/m);
  });
  await t.step("doctor", async () => {
    const { code, stdout, stderr } = await run("doctor", "--format", "json");
    assert.equal(code, 0, stdout + stderr);
    const messages = JSON.parse(stdout).map(({ message }: { message: string }) => message);
    assert(messages.some((it: string) => /^Made Up has our hook in ".*made\.json"$/.test(it)));
    assert.deepEqual(JSON.parse(stdout).filter((it: { status: string }) => it.status !== "ok"), []);
  });
  await t.step("check", async () => {
    const { code, stderr } = await run("check");
    assert.deepEqual([code, stderr.slice(0, 19)], [0, "1 guideline checked"]);
    folder.write({
      "long/long/guideline.yaml": guideline.replace(content, "x".repeat(400)),
    });
    const long = await run("check", folder.at("long"));
    assert.match(long.stdout, /too long: Made Up cuts at 300 of \d+ letters$/m);
  });
  await t.step("explain", async () => {
    const { code, stdout } = await run("explain", "a.txt");
    assert.equal(code, 0);
    assert.match(stdout, /^ {4}tested: /m);
  });
  await t.step("help", async () => {
    assert.match((await run("help", "install")).stdout, /made-up/);
  });
  await t.step("a golden fixture", async () => {
    const { code, stdout, stderr } = await run("test", folder.at("fixture"));
    assert.equal(code, 0, stdout + stderr);
  });
});

Deno.test("a member that an agent leaves out is a type error", async (t) => {
  const [setup] = await loadSetups();
  const members = [
    ...["offSwitch", "runsDuplicateOnce", "trustsByPosition", "editEvent", "lookEvents"],
  ];
  assert.deepEqual(members.filter((member) => !(member in setup!)), []);
  await t.step("the adapter and the setup", async () => {
    const all = [...members, "contextLimit", "ownFolder"];
    const lines = new RegExp(`^  (?:${all.join("|")}): .*,$\n`, "gm");
    using folder = copyProject((text) => text.replace(lines, ""));
    const { code, stderr } = await runDeno(
      folder,
      ["check", "lib/agent/setups.ts"],
      folder.at("copy"),
    );
    assert.equal(code, 1);
    for (const name of all) assert.ok(stderr.includes(name), stderr);
  });
  await t.step("the registry of setups", async () => {
    using folder = copyProject();
    const path = folder.at("copy/lib/agent/setups.ts");
    const setups = Deno.readTextFileSync(path);
    folder.write({
      "copy/lib/agent/setups.ts": setups.replace(/^ {2}"made-up": async.*\n/m, ""),
    });
    const { code, stderr } = await runDeno(folder, ["check", path], folder.at("copy"));
    assert.equal(code, 1);
    assert.match(stderr, /"made-up"/);
  });
});
