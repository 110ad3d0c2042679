/** What the README promises to somebody who starts with nothing but Node and git, with Codex. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { TEMPLATE } from "../../lib/guideline_file/template.ts";
import { GUIDEBOOK, PORT } from "./guidebook.ts";
import { InstalledCodex } from "./installed_codex.ts";
import { applyPatch, callTool, say } from "./model_answer.ts";
import { hookMessages, type ModelRequest } from "./model_request.ts";
import { Newcomer, ORIGIN } from "./newcomer.ts";
import { createWorkspace, exists, writeFiles } from "./workspace.ts";

const CONTENT =
  "Log through the logger of src/log.ts, not through the console: its lines reach operations.";

/** The model reads this of the guideline that `new log-by-logger` prints, once it is filled in. */
const LOGGER = [{
  type: "input_text",
  text: `Adaptive Guidebook guidelines relevant to the latest changes:

[log-by-logger]
${CONTENT}`,
}];

Deno.test("Codex, from an empty home to an uninstalled hook", async (t) => {
  await using newcomer = await Newcomer.create({ "src/a.ts": "" });
  await using codex = await InstalledCodex.open(newcomer);
  const { home, launcher } = newcomer;
  const hookFile = join(home, ".codex/hooks.json");
  const config = join(home, ".codex/config.toml");
  let untouched: Awaited<ReturnType<typeof codex.exec>>;

  await t.step("install, a guideline, and the hook", async () => {
    await newcomer.task("install");
    // The default guidebook is nobody's to write but the person's own.
    const { code, stdout } = await newcomer.call(["new", "log-by-logger"]);
    assert.equal(code, 0);
    const guidebook = join(home, ".adaptive-guidebook/guidebook");
    await writeFiles(guidebook, { "log-by-logger/guideline.yaml": fillIn(stdout) });
    await newcomer.installHook(hookFile, ["codex"]);
    assert((await Deno.readTextFile(hookFile)).includes(`"${launcher} hook codex"`));
  });

  await t.step("Codex skips the hook until it is trusted, and doctor says so", async () => {
    untouched = await codex.exec(session());
    assert.deepEqual(untouched.requests.map(hookMessages), [[], [], []]);
    assert.deepEqual(untouched.hookEnds, []);
    const { code, bad } = await newcomer.diagnose();
    assert.deepEqual([code, bad], [1, ["problem untrusted"]]);
  });

  await t.step("once it is, an edit brings the guideline, and only the first one", async () => {
    await codex.trust();
    const { requests, hookEnds } = await codex.exec(session());
    assert.deepEqual(requests.map(hookMessages), [[], [LOGGER], [LOGGER]]);
    assert.deepEqual(hookEnds, [
      ...["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUse", "Stop"]
        .map((event) => `${event} Completed`),
    ]);
    await newcomer.assertWell();
    assert.deepEqual(await newcomer.listPresented(), ["log-by-logger"]);
  });

  await t.step("an upgrade changes neither the hook nor the trust in it", async () => {
    const before = await Promise.all([hookFile, config].map((path) => Deno.readTextFile(path)));
    newcomer.upgradeCheckout("very ");
    await newcomer.task("install");
    const { code, stderr } = await newcomer.call(["install", "codex"]);
    assert.equal(code, 0);
    assert.match(stderr, /^Nothing to change: [^]*so your trust in it remains\.$/m);
    assert.deepEqual(
      await Promise.all([hookFile, config].map((path) => Deno.readTextFile(path))),
      before,
    );
    const { requests } = await codex.exec(session());
    const [{ text = "", ...part } = {}] = LOGGER;
    const upgraded = [{ ...part, text: text.replace("the latest", "the very latest") }];
    assert.deepEqual(requests.map(hookMessages), [[], [upgraded], [upgraded]]);
    await newcomer.assertWell();
    // Back, so that the next steps read the same words.
    newcomer.upgradeCheckout("");
    await newcomer.task("install");
  });

  await t.step(
    "a change through the shell brings it, too, unless it was installed without",
    async () => {
      const run = async (text: string) => {
        const cmd = `echo '// ${text}' >>src/a.ts`;
        const { requests } = await codex.exec([
          callTool(undefined, "exec_command", { cmd }),
          say("Done"),
        ]);
        return requests.map(hookMessages);
      };
      assert.deepEqual(await run("one"), [[], [LOGGER]]);
      await newcomer.installHook(hookFile, ["codex", "--no-shell"]);
      assert.deepEqual((await newcomer.diagnose()).bad, ["warning shell-edits", "problem changed"]);
      await codex.trust();
      assert.deepEqual((await newcomer.diagnose()).bad, ["warning shell-edits"]);
      assert.deepEqual(await run("two"), [[], []]);
      // Codex asks once more for the entries that are new or have changed, and runs the others.
      await newcomer.installHook(hookFile, ["codex"]);
      const { bad, findings } = await newcomer.diagnose();
      assert.deepEqual(new Set(bad), new Set(["problem changed"]), JSON.stringify(findings));
      await codex.trust();
      assert.deepEqual(await run("three"), [[], [LOGGER]]);
      await newcomer.assertWell();
    },
  );

  await t.step("a project brings its own hook and guidebook, also to a sub-directory", async () => {
    const guidebook = Object.entries(GUIDEBOOK).map(([path, text]) => [`guidebook/${path}`, text]);
    await using team = await createWorkspace({}, ORIGIN, {
      ...Object.fromEntries(guidebook),
      "src/deep/a.kt": "",
    });
    // Somebody of the team who has no hook of their own.
    const env = { CODEX_HOME: join(home, "of-team") };
    const root = { cwd: team.repository, env };
    const below = { cwd: join(team.repository, "src/deep"), env };
    await codex.configure(env.CODEX_HOME);
    const file = join(team.repository, ".codex/hooks.json");
    await newcomer.installHook(file, ["codex", "--project"], below);
    assert(!(await Deno.readTextFile(file)).includes(home));
    assert.deepEqual((await newcomer.diagnose(below)).bad, ["problem project-untrusted"]);
    const service = applyPatch("*** Add File: Service.kt", "+val orders = OrderRepositoryImpl()");
    const first = await codex.exec([service, say("Done")], root, ["--trust"]);
    assert.deepEqual(first.requests.map(hookMessages), [[], []]);
    assert.deepEqual((await newcomer.diagnose(below)).bad, ["problem untrusted"]);
    await codex.trust(root);
    for (const where of [root, below]) {
      const { requests } = await codex.exec([service, say("Done")], where);
      assert.deepEqual(requests.map(hookMessages), [[], [PORT]], where.cwd);
      await newcomer.assertWell(where);
    }
  });

  await t.step("after uninstall the hook fails, and the agent works as without it", async () => {
    await newcomer.task("uninstall");
    assert(!await exists(launcher));
    const { requests, hookEnds } = await codex.exec(session());
    assert.deepEqual(hookEnds, [
      ...["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUse", "Stop"]
        .map((event) => `${event} Failed`),
    ]);
    assert.deepEqual(requests.map(conversationOf), untouched.requests.map(conversationOf));
  });

  await t.step("nothing of it needs a Deno of one's own", () => newcomer.assertNeedsNoDeno());
});

/** Two edits of one file to which the guideline is relevant. */
function session() {
  const line = "+console.log(1)";
  return [
    applyPatch("*** Update File: src/a.ts", "@@", line),
    applyPatch("*** Update File: src/a.ts", "@@", line),
    say("Done"),
  ];
}

/** Everything in a request, without what differs between runs. */
function conversationOf({ conversation }: ModelRequest): unknown {
  const differs = (key: string) => key === "id" || key === "call_id";
  return JSON.parse(
    JSON.stringify(conversation, (key, value) => differs(key) ? undefined : value)
      .replaceAll(/Wall time: [\d.]+|\d{4}-\d\d-\d\d/g, "(time)"),
  );
}

/** A guideline that `new` printed, with a content of its own. */
function fillIn(guideline: string): string {
  assert(guideline.includes(TEMPLATE.content));
  return guideline.replace(TEMPLATE.content, CONTENT);
}
