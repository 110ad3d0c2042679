/** What the README promises to somebody who starts with nothing but Node and git, with Claude Code. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { GUIDEBOOK } from "../guidebook.ts";
import { Newcomer, ORIGIN } from "../newcomer.ts";
import { createWorkspace, exists } from "../workspace.ts";
import { PORT } from "./guideline_texts.ts";
import { InstalledClaude } from "./installed_claude.ts";
import { call, edit, say, write } from "./model_answer.ts";
import { hookTexts } from "./model_request.ts";

Deno.test("Claude Code, from an empty home to an uninstalled hook", async (t) => {
  await using newcomer = await Newcomer.create({}, GUIDEBOOK);
  await using claude = await InstalledClaude.open(newcomer);
  const { home, launcher, guidebook } = newcomer;
  const settings = join(home, ".claude/settings.json");
  const install = ["claude-code", "--guidebook", guidebook] as const;

  await t.step("install, and the hook with the team's guidebook", async () => {
    await newcomer.task("install");
    await newcomer.installHook(settings, [...install]);
    const command = `"${launcher} hook claude-code --guidebook ${guidebook}"`;
    assert((await Deno.readTextFile(settings)).includes(command));
  });

  await t.step("an edit brings the guideline, and only the first one", async () => {
    const { requests, hookEnds } = await claude.run(session(1));
    assert.deepEqual(requests.map(hookTexts), [[], [PORT], [PORT]]);
    assert.deepEqual(hookEnds, hooksOfSession("success"));
    await newcomer.assertWell();
    assert.deepEqual(await newcomer.listPresented(), ["service-depends-on-port"]);
  });

  await t.step("an upgrade does not change the hook", async () => {
    const before = await Deno.readTextFile(settings);
    newcomer.upgradeCheckout("very ");
    await newcomer.task("install");
    const { code, stderr } = await newcomer.call(["install", ...install]);
    assert.equal(code, 0);
    assert.match(stderr, /^Nothing to change: /m);
    assert.equal(await Deno.readTextFile(settings), before);
    const { requests } = await claude.run(session(2));
    const upgraded = PORT.replace("the latest", "the very latest");
    assert.deepEqual(requests.map(hookTexts), [[], [upgraded], [upgraded]]);
    // Back, so that the next steps read the same words.
    newcomer.upgradeCheckout("");
    await newcomer.task("install");
  });

  await t.step(
    "a change through the shell brings it, too, unless it was installed without",
    async () => {
      const run = async (path: string) => {
        const command = `echo OrderRepositoryImpl >${path}`;
        const { requests } = await claude.run([call("Bash", { command }), say("Done")]);
        return requests.map(hookTexts);
      };
      assert.deepEqual(await run("src/Shell1.kt"), [[], [PORT]]);
      await newcomer.installHook(settings, [...install, "--no-shell"]);
      const { code, bad, findings } = await newcomer.diagnose();
      assert.deepEqual([code, bad], [0, ["warning shell-edits"]], JSON.stringify(findings));
      assert.deepEqual(await run("src/Shell2.kt"), [[], []]);
      await newcomer.installHook(settings, [...install]);
      await newcomer.assertWell();
    },
  );

  await t.step("doctor says so where hooks are switched off", async () => {
    const text = await Deno.readTextFile(settings);
    await Deno.writeTextFile(settings, text.replace("{", '{ "disableAllHooks": true,'));
    const { requests, hookEnds } = await claude.run(session(3));
    assert.deepEqual(requests.map(hookTexts), [[], [], []]);
    assert.deepEqual(hookEnds, []);
    const { code, bad } = await newcomer.diagnose();
    assert.deepEqual([code, bad], [1, ["problem hooks-off"]]);
    await Deno.writeTextFile(settings, text);
  });

  await t.step("a project brings its own hook and guidebook, where it is started", async () => {
    const files = Object.entries(GUIDEBOOK).map(([path, text]) => [`guidebook/${path}`, text]);
    await using team = await createWorkspace({}, ORIGIN, Object.fromEntries(files));
    // Somebody of the team who has no hook of their own.
    const where = { cwd: team.repository, env: { CLAUDE_CONFIG_DIR: join(home, "of-team") } };
    const file = join(team.repository, ".claude/settings.json");
    await newcomer.installHook(file, ["claude-code", "--project"], where);
    assert(!(await Deno.readTextFile(file)).includes(home));
    const { requests } = await claude.run(session(1), where);
    assert.deepEqual(requests.map(hookTexts), [[], [PORT], [PORT]]);
    const { code, bad } = await newcomer.diagnose(where);
    assert.deepEqual([code, bad], [0, ["warning guidebook-missing", "warning project-untrusted"]]);
    await acceptFolder(where);
    await newcomer.assertWell(where);
    const below = { ...where, cwd: join(team.repository, "src") };
    const elsewhere = await claude.run([write("src/b.kt", "RepositoryImpl"), say("Done")], below);
    assert.deepEqual(elsewhere.requests.map(hookTexts), [[], []]);
  });

  await t.step("after uninstall the hook fails, and the agent works as without it", async () => {
    await newcomer.task("uninstall");
    assert(!await exists(launcher));
    const { requests, hookEnds } = await claude.run(session(4));
    assert.deepEqual(hookEnds, hooksOfSession("error"));
    assert.deepEqual(requests.map(hookTexts), [[], [], []]);
    assert.match(
      await Deno.readTextFile(join(newcomer.repository, "src/Service4.kt")),
      /OrderRepositoryImpl\(1\)/,
    );
  });

  await t.step("nothing of it needs a Deno of one's own", () => newcomer.assertNeedsNoDeno());
});

/** Answers the question that `claude` asks on a terminal when it is started in a new folder. */
async function acceptFolder(
  { cwd, env }: { cwd: string; env: { CLAUDE_CONFIG_DIR: string } },
): Promise<void> {
  const path = join(env.CLAUDE_CONFIG_DIR, ".claude.json");
  const state = JSON.parse(await Deno.readTextFile(path));
  state.projects = { [cwd]: { ...state.projects?.[cwd], hasTrustDialogAccepted: true } };
  await Deno.writeTextFile(path, JSON.stringify(state));
}

/** The hooks that run in such a session, and how each ends. */
function hooksOfSession(end: string): string[] {
  return [
    ...[
      "SessionStart:startup",
      "UserPromptSubmit",
      "PostToolUse:Write",
      "PostToolUse:Edit",
      "Stop",
    ],
  ].map((hook) => `${hook} ${end}`);
}

/** Two edits of one file to which the guideline is relevant; each number means another file. */
function session(number: number) {
  const path = `src/Service${number}.kt`;
  return [
    write(path, "val orders = OrderRepositoryImpl()\n"),
    edit(path, "OrderRepositoryImpl()", "OrderRepositoryImpl(1)"),
    say("Done"),
  ];
}
