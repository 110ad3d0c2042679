/** People's commands take the guidebook that is installed. */
import assert from "node:assert/strict";
import { claudeCodeSetup } from "../../lib/agent/claude_code/setup.ts";
import { codexSetup } from "../../lib/agent/codex/setup.ts";
import { renderHookCommand } from "../../lib/agent/hook_file/command.ts";
import { mergeHooks } from "../../lib/agent/hook_file/merge.ts";
import { PROJECT } from "../support/command.ts";
import { TemporaryFolder } from "../support/files.ts";
import { runCommand } from "../support/in_process.ts";

const CALL = `deno task -q --config ${PROJECT}/deno.json adaptive-guidebook`;
const guideline = (id: string) => `id: ${id}\nwhen: [file_changed]\ncontent: About ${id}.\n`;

/** A home and a repository, with guidebooks of the team, of the project and of nobody. */
function createWorld() {
  const folder = new TemporaryFolder({
    "home/x": "",
    "repository/.git/HEAD": "ref: refs/heads/main",
    "repository/a.txt": "a",
    "repository/guidebook/own/guideline.yaml": guideline("own"),
    "team/team/guideline.yaml": guideline("team"),
    "foreign/foreign/guideline.yaml": guideline("foreign"),
  });
  const run = (args: string[], { env = {}, stdin }: {
    env?: Record<string, string>;
    stdin?: string;
  } = {}) =>
    runCommand(args, {
      folder: folder.at("repository"),
      programFolder: PROJECT,
      env: { HOME: folder.at("home"), PATH: Deno.env.get("PATH") ?? "", ...env },
      ...(stdin !== undefined && { stdin }),
    });
  const install = (
    path: string,
    { agent = "codex", guidebooks = [], project = false, call = CALL }: {
      agent?: "codex" | "claude-code";
      guidebooks?: string[];
      project?: boolean;
      call?: string;
    },
  ) => {
    const command = renderHookCommand({ call, agent, guidebooks, project });
    const setup = agent === "codex" ? codexSetup : claudeCodeSetup;
    const merged = mergeHooks(undefined, setup, command);
    assert.ok("text" in merged);
    folder.write({ [path]: merged.text });
  };
  const explained = async () => {
    const { stdout } = await run(["explain", "--format", "json", "a.txt"]);
    return JSON.parse(stdout).files[0].guidelines.map(({ id }: { id: string }) => id).toSorted();
  };
  return { folder, run, install, explained, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

Deno.test("people's commands take the guidebook that the person's hook file names", async () => {
  using world = createWorld();
  const { folder, run, install } = world;
  install("home/.codex/hooks.json", { guidebooks: [folder.at("team")] });

  const check = await run(["check"]);
  assert.deepEqual([check.exitCode, check.stderr.slice(0, 19)], [0, "1 guideline checked"]);
  const test = await run(["test"]);
  assert.match(test.stdout, /team has no examples/);
  assert.match(
    test.stderr,
    /neither examples nor fixtures in ".*\/team" \(named in ".*hooks\.json"\)/,
  );
  assert.match((await run(["explain", "a.txt"])).stdout, /^ {4}team: /m);
  const request = JSON.stringify({ sessionId: "s", filepaths: [folder.at("repository/a.txt")] });
  const search = await run(["search", "--dry-run"], { stdin: request });
  assert.deepEqual(JSON.parse(search.stdout).map(({ id }: { id: string }) => id), ["team"]);
  assert.equal((await run(["new", "more"])).exitCode, 0);
  assert.ok(Deno.statSync(folder.at("team/more/guideline.yaml")).isFile);
});

Deno.test("they take the project's guidebook beside the person's", async () => {
  using world = createWorld();
  const { folder, install, explained } = world;
  install("repository/.codex/hooks.json", { project: true });
  assert.deepEqual(await explained(), ["own"]);
  install("home/.claude/settings.json", {
    agent: "claude-code",
    guidebooks: [folder.at("team"), folder.at("foreign")],
  });
  folder.write({
    "home/.adaptive-guidebook/guidebook/d/guideline.yaml": guideline("default"),
  });
  assert.deepEqual(await explained(), ["foreign", "own", "team"]);
  // A command without guidebooks means the default.
  install("home/.codex/hooks.json", {});
  assert.deepEqual(await explained(), ["default", "foreign", "own", "team"]);
});

Deno.test("they take what options and ADAPTIVE_GUIDEBOOK_ROOT name in place of it", async () => {
  using world = createWorld();
  const { folder, run, install } = world;
  install("home/.codex/hooks.json", { guidebooks: [folder.at("team")] });
  const ids = async (args: string[], env = {}) =>
    JSON.parse((await run(["explain", "--format", "json", "a.txt", ...args], { env })).stdout)
      .files[0].guidelines.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(["--guidebook", "../foreign"]), ["foreign"]);
  assert.deepEqual(await ids([], { ADAPTIVE_GUIDEBOOK_ROOT: folder.at("foreign") }), ["foreign"]);
});

Deno.test("a hook file has no say by a command that install would not write", async (t) => {
  const cases = {
    "a project names another folder": (
      { folder, install }: ReturnType<typeof createWorld>,
    ) => install("repository/.codex/hooks.json", { guidebooks: [folder.at("foreign")] }),
    "another program": ({ folder, install }: ReturnType<typeof createWorld>) =>
      install("home/.codex/hooks.json", {
        call: "/opt/adaptive-guidebook",
        guidebooks: [folder.at("foreign")],
      }),
    "a variable in front": ({ folder, install }: ReturnType<typeof createWorld>) =>
      install("home/.codex/hooks.json", {
        call: `A=1 ${CALL}`,
        guidebooks: [folder.at("foreign")],
      }),
  };
  for (const [name, arrange] of Object.entries(cases)) {
    await t.step(name, async () => {
      using world = createWorld();
      arrange(world);
      assert.deepEqual(await world.explained(), []);
    });
  }
});

Deno.test("the hook itself does not look into hook files", async () => {
  using world = createWorld();
  const { folder, run, install } = world;
  install("home/.codex/hooks.json", { guidebooks: [folder.at("team")] });
  const payload = JSON.stringify({
    ...{ hook_event_name: "PostToolUse", tool_name: "apply_patch", session_id: "s" },
    cwd: folder.at("repository"),
    tool_response: "Success. Updated the following files:\nM a.txt\n",
  });
  assert.equal((await run(["hook", "codex"], { stdin: payload })).stdout, "");
  const named = await run(["hook", "codex", "--guidebook", folder.at("team")], { stdin: payload });
  assert.match(named.stdout, /About team/);
});

Deno.test("commands say where they looked when the person has not named it", async (t) => {
  using world = createWorld();
  const { folder, run, install } = world;
  const byDefault = folder.at("home/.adaptive-guidebook/guidebook");
  const request = JSON.stringify({ sessionId: "s", filepaths: [folder.at("repository/a.txt")] });

  await t.step("the default, which is not there", async () => {
    const check = await run(["check"]);
    assert.equal(check.exitCode, 66);
    assert.ok(
      check.stderr.includes(`Cannot check "${byDefault}" (the default): there is no such folder; `),
    );
    const { stdout } = await run(["explain", "a.txt"]);
    assert.ok(stdout.includes(`  no guidelines: there is no folder "${byDefault}" (the default)`));
    const search = await run(["search", "--dry-run"], { stdin: request });
    assert.ok(search.stderr.includes(`there is no folder "${byDefault}" (the default)`));
  });
  await t.step("a variable's, which is empty", async () => {
    folder.write({ "empty/README.md": "" });
    const root = folder.at("empty");
    const env = { ADAPTIVE_GUIDEBOOK_ROOT: root };
    const label = `"${root}" (ADAPTIVE_GUIDEBOOK_ROOT)`;
    const { stderr } = await run(["check"], { env });
    assert.ok(stderr.includes(`Looked in ${label}`), stderr);
    const { stdout } = await run(["explain", "a.txt"], { env });
    const help = `write one with adaptive-guidebook new ID --guidebook ${root}\n`;
    assert.ok(stdout.includes(`  no guidelines in ${label}: ${help}`), stdout);
  });
  await t.step("an installed one, which is gone", async () => {
    install("home/.codex/hooks.json", { guidebooks: [folder.at("gone")] });
    const { exitCode, stderr } = await run(["check"]);
    assert.equal(exitCode, 66);
    assert.match(stderr, /gone" \(named in ".*\/home\/\.codex\/hooks\.json"\): there is no such/);
  });
});

Deno.test("explain names the folder of --guidebook that gives nothing, and why", async () => {
  using world = createWorld();
  const { folder, run } = world;
  const explain = async (path: string) =>
    (await run(["explain", "a.txt", "--guidebook", path])).stdout;
  assert.ok((await explain("nope")).includes(
    `  no guidelines: there is no folder "${folder.at("repository/nope")}"\n`,
  ));
  assert.match(await explain("a.txt"), / {2}no guidelines: ".*a\.txt" is a file, not a folder\n/);

  folder.write({ "repository/bad/a/guideline.yaml": "", "repository/bad/b/guideline.yaml": "" });
  const bad = folder.at("repository/bad");
  const stdout = await explain("bad");
  assert.ok(stdout.includes(
    `  no guideline of the 2 in "${bad}" can be loaded: adaptive-guidebook check ${bad}\n`,
  ));
  assert.match(stdout, /^note: .*Cannot load guideline .* \(and 1 more\)$/m);
  assert.ok(stdout.includes(
    `note: To see what is wrong: adaptive-guidebook check ${bad}\n`,
  ));
  const json = JSON.parse(
    (await run(["explain", "a.txt", "--guidebook", "nope", "--format", "json"])).stdout,
  );
  assert.match(json.notices.at(-1), /^no guidelines: there is no folder/);
  const some = await explain("guidebook");
  assert.ok(!some.includes("no guideline"), some);
});

Deno.test("explain lays a missing git to git, not to the remote", async () => {
  using world = createWorld();
  const { stdout } = await world.run(["explain", "a.txt"], {
    env: { PATH: world.folder.at("home"), ADAPTIVE_GUIDEBOOK_ROOT: world.folder.at("team") },
  });
  assert.match(stdout, /^ {2}repository {2}no identity: git cannot be started$/m);
});
