/** Where the agents have their files, as it was seen of the real ones. */
import assert from "node:assert/strict";
import { inspectAgents } from "../../../lib/doctor/inspect/agents.ts";
import { hashHook } from "../../../lib/agent/codex/trust.ts";
import { TemporaryFolder } from "../../support/files.ts";

const COMMAND = "/bin/adaptive-guidebook hook codex";
const HANDLER = { type: "command", command: COMMAND, timeout: 10 };
const HOOKS = JSON.stringify({
  hooks: { PostToolUse: [{ matcher: "apply_patch", hooks: [HANDLER] }] },
});
const HASH = await hashHook({
  ...{ event: "PostToolUse", group: 0, handler: 0, matcher: "apply_patch", value: HANDLER },
});
const trusted = (path: string) =>
  `[hooks.state."${path}:post_tool_use:0:0"]\ntrusted_hash = "${HASH}"\n`;

async function look(env: Record<string, string>, folder: string, repository = folder) {
  return await inspectAgents({ folder, repository, env: (name) => env[name] }, undefined);
}

Deno.test("Codex has its trust by the real path of CODEX_HOME, and by the default one as it is", async () => {
  using folder = new TemporaryFolder({ "real/hooks.json": HOOKS, "home/x": "" });
  Deno.symlinkSync(folder.at("real"), folder.at("link"));
  Deno.symlinkSync(folder.at("real"), folder.at("home/.codex"));
  folder.write({ "real/config.toml": trusted(folder.at("real/hooks.json")) });
  const [byVariable] = await look({ CODEX_HOME: folder.at("link") }, "/");
  assert.equal(byVariable!.files[0]!.path, folder.at("real/hooks.json"));
  assert.equal(byVariable!.files[0]!.ours[0]!.trust, "trusted");
  const env = { HOME: folder.at("home") };
  assert.equal((await look(env, "/"))[0]!.files[0]!.ours[0]!.trust, "untrusted");
  folder.write({ "real/config.toml": trusted(folder.at("home/.codex/hooks.json")) });
  assert.equal((await look(env, "/"))[0]!.files[0]!.ours[0]!.trust, "trusted");
});

Deno.test("Codex takes hooks from config.toml too", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("codex/config.toml");
  folder.write({
    "codex/config.toml": `[[hooks.PostToolUse]]
matcher = "apply_patch"
[[hooks.PostToolUse.hooks]]
type = "command"
command = "${COMMAND}"
timeout = 10
${trusted(path)}`,
  });
  const [codex] = await look({ CODEX_HOME: folder.at("codex") }, "/");
  assert.deepEqual(codex!.files.map(({ path, ours }) => [path, ours.map(({ trust }) => trust)]), [
    [path, ["trusted"]],
  ]);
});

Deno.test("Codex takes hooks of a linked worktree from its repository", async () => {
  using folder = new TemporaryFolder({ "main/.codex/hooks.json": HOOKS });
  folder.write({ "tree/.git": `gitdir: ${folder.at("main/.git/worktrees/tree")}\n` });
  folder.write({
    "codex/config.toml": `[projects."${folder.at("main")}"]\ntrust_level = "trusted"\n`,
  });
  const env = { CODEX_HOME: folder.at("codex") };
  const [codex] = await look(env, folder.at("tree"));
  assert.deepEqual(codex!.files.map(({ path }) => path), [folder.at("main/.codex/hooks.json")]);
  assert.equal(codex!.projectTrusted, true);
});

Deno.test("The configuration of a project switches hooks off where it is trusted", async () => {
  using folder = new TemporaryFolder({
    "repository/.codex/config.toml": "[features]\nhooks = false\n",
  });
  const env = { CODEX_HOME: folder.at("codex") };
  const off = async () =>
    (await look(env, folder.at("repository")))[0]!.hooksOff.map(({ path }) => path);
  assert.deepEqual(await off(), []);
  const trust = `[projects."${folder.at("repository")}"]\ntrust_level = "trusted"\n`;
  folder.write({ "codex/config.toml": trust });
  assert.deepEqual(await off(), [folder.at("repository/.codex/config.toml")]);
});

Deno.test("Claude Code has three files, of which two are the folder's that it is started in", async () => {
  const hooks = HOOKS.replaceAll("codex", "claude-code");
  using folder = new TemporaryFolder({
    "claude/settings.json": hooks,
    "repository/.claude/settings.json": hooks,
    "repository/.claude/settings.local.json": hooks,
    "repository/sub/x": "",
  });
  const env = { CLAUDE_CONFIG_DIR: folder.at("claude") };
  const paths = async (path: string) =>
    (await look(env, folder.at(path), folder.at("repository")))[1]!.files
      .map(({ scope, path }) => `${scope} ${path.slice(folder.path.length)}`);
  assert.deepEqual(await paths("repository"), [
    "user /claude/settings.json",
    "project /repository/.claude/settings.json",
    "project /repository/.claude/settings.local.json",
  ]);
  assert.deepEqual(await paths("repository/sub"), ["user /claude/settings.json"]);
});

Deno.test("Claude Code's trust is read from its state", async () => {
  using folder = new TemporaryFolder({ "repository/x": "" });
  const env = { HOME: folder.path };
  const isTrusted = async () => (await look(env, folder.at("repository")))[1]!.projectTrusted;
  assert.equal(await isTrusted(), false);
  const projects = { [folder.at("repository")]: { hasTrustDialogAccepted: true } };
  folder.write({ ".claude.json": JSON.stringify({ projects }) });
  assert.equal(await isTrusted(), true);
  folder.write({ ".claude.json": "{" });
  assert.equal(await isTrusted(), false);
});

Deno.test("a FIFO in place of a file is not waited for", async () => {
  using folder = new TemporaryFolder({ "repository/.codex/x": "" });
  for (const path of ["repository/.codex/hooks.json", "repository/.git"]) {
    await new Deno.Command("mkfifo", { args: [folder.at(path)] }).output();
  }
  const env = { CODEX_HOME: folder.at("codex") };
  const [codex] = await look(env, folder.at("repository"));
  assert.equal(codex!.files[0]!.fault?.message, "it is not a file");
});

Deno.test("a config.toml that cannot be read is not taken for an empty one", async () => {
  using folder = new TemporaryFolder({ "codex/x": "" });
  await new Deno.Command("mkfifo", { args: [folder.at("codex/config.toml")] }).output();
  const [codex] = await look({ CODEX_HOME: folder.at("codex") }, folder.path);
  const path = folder.at("codex/config.toml");
  assert.deepEqual(codex!.configFaults, [{ path, fault: "it is not a file" }]);
});

Deno.test("a hook file that a repository has made huge is not looked through", async () => {
  const huge = `{ "x": "${"y".repeat(5_000_000)}", "hooks": {} }`;
  using folder = new TemporaryFolder({
    "repository/.git/HEAD": "",
    "repository/.claude/settings.json": huge,
    "repository/.codex/hooks.json": huge,
  });
  const agents = await look({ HOME: folder.at("home") }, folder.at("repository"));
  for (const { files } of agents) {
    assert.equal(files[0]!.fault?.message, "it is larger than 4194304 bytes");
  }
});
