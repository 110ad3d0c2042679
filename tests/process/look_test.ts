/** Changes that no edit tool makes, with the real command as a process and with real git. */
import assert from "node:assert/strict";
import { parentPath } from "../../lib/path.ts";
import { runCommand } from "../support/command.ts";
import { readHookResult, renderEditPayload, Sandbox } from "../support/sandbox.ts";

const LATER = ["--deadline", "30000"];

/** A repository with a commit, and an agent in it. */
class Stage implements AsyncDisposable {
  private constructor(readonly sandbox: Sandbox) {}

  static async create(): Promise<Stage> {
    const sandbox = await Sandbox.create();
    await sandbox.write("repository/b.txt", "one\n");
    await sandbox.write("repository/c.txt", "one\n");
    const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    await sandbox.git("repository", "add", "--all");
    await sandbox.git("repository", ...author, "commit", "--quiet", "--message=1");
    for (const name of ["a", "b", "c"]) {
      await sandbox.writeGuideline(name, { scope: `scope: { paths: [${name}.txt] }\n` });
    }
    return new Stage(sandbox);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox[Symbol.asyncDispose]();
  }

  async change(name: string, text = "two\n"): Promise<void> {
    await this.sandbox.write(`repository/${name}.txt`, text);
  }

  /** What a person may read at an event. */
  notice = /^$/;

  /** What the model reads at an event; it must be in the form of that event. */
  async send(event: string, fields: Record<string, unknown> = {}): Promise<string> {
    const payload = { hook_event_name: event, cwd: this.sandbox.repository, ...fields };
    const { tool_name: _, tool_input: __, tool_response: ___, ...common } = JSON.parse(
      renderEditPayload({ session_id: "s" }),
    );
    const { stdout, stderr, code } = await runCommand(
      [...this.sandbox.hookCommand, ...LATER],
      {
        home: this.sandbox.home,
        cwd: this.sandbox.repository,
        stdin: JSON.stringify({ ...common, ...payload }),
      },
    );
    assert.deepEqual([code, stderr], [0, ""]);
    if (stdout === "") return "";
    const { hookSpecificOutput, systemMessage, ...others } = JSON.parse(stdout);
    assert.deepEqual(others, {});
    assert.match(systemMessage ?? "", this.notice);
    if (!hookSpecificOutput) return "";
    assert.equal(hookSpecificOutput.hookEventName, event);
    return hookSpecificOutput.additionalContext;
  }

  async command(fields: Record<string, unknown> = {}): Promise<string> {
    const call = { tool_name: "Bash", tool_input: { command: "x" }, tool_response: "" };
    return await this.send("PostToolUse", { ...call, ...fields });
  }
}

function textOf(...ids: string[]): string {
  const blocks = ids.map((id) => `[${id}]\nAbout ${id}.`);
  return ["Adaptive Guidebook guidelines relevant to the latest changes:", ...blocks].join("\n\n");
}

Deno.test("a session's commands bring the guidelines of what they change, turn by turn", async () => {
  await using stage = await Stage.create();
  assert.equal(await stage.send("SessionStart", { source: "startup" }), "");
  assert.equal(await stage.send("UserPromptSubmit", { prompt: "Go" }), "");
  assert.equal(await stage.command(), "");
  await stage.change("a");
  assert.equal(await stage.command(), textOf("a"));
  assert.equal(await stage.command(), "");
  // The end of a turn cannot carry context.
  await stage.change("b");
  assert.equal(await stage.send("Stop"), "");
  // A person's.
  await stage.change("c");
  assert.equal(await stage.send("UserPromptSubmit", { prompt: "Go on" }), textOf("b"));
  assert.equal(await stage.command(), "");
  await stage.change("c", "three\n");
  assert.equal(await stage.command({ tool_name: "mcp__files__write" }), textOf("c"));
  assert.deepEqual(stage.sandbox.recorded(), ["s a", "s b", "s c"]);
  assert.deepEqual(await namesIn(`${stage.sandbox.repository}/.git`, /lock/), []);
});

Deno.test("an edit by an edit tool is no change that a command has made, in any session", async () => {
  await using stage = await Stage.create();
  for (const session_id of ["s", "other"]) {
    await stage.send("SessionStart", { source: "startup", session_id });
    await stage.command({ session_id });
  }
  await stage.change("a");
  assert.equal((await stage.sandbox.hook()).context, textOf("a"));
  // One that no memory of presentations keeps from being presented.
  await stage.sandbox.writeGuideline("later");
  for (const session_id of ["s", "other"]) {
    assert.equal(await stage.command({ session_id }), "", session_id);
  }
  await stage.change("a", "three\n");
  assert.equal(await stage.command(), textOf("later"));
  assert.equal(await stage.command({ session_id: "other" }), textOf("a", "later"));
});

Deno.test("a look runs no program that the repository names, and waits for no lock", async () => {
  await using stage = await Stage.create();
  const { sandbox } = stage;
  const trap = await sandbox.write("trap", `#!/bin/sh\ntouch '${sandbox.at("sprung")}'\ncat\n`);
  await Deno.chmod(trap, 0o755);
  await stage.send("SessionStart", { source: "startup" });
  const config = `${sandbox.repository}/.git/config`;
  const traps = `[core]\nfsmonitor = ${trap}\n[filter "a=b"]\nclean = ${trap}\nrequired = true\n`;
  await Deno.writeTextFile(config, traps, { append: true });
  await sandbox.write("repository/.git/info/attributes", "* filter=a=b\n");
  await sandbox.write("repository/.git/index.lock", "");
  await stage.change("a");
  assert.equal(await stage.command(), textOf("a"));
  assert.equal(await exists(sandbox.at("sprung")), false);
  // The trap works: git itself springs it.
  await sandbox.git("repository", "status");
  assert.equal(await exists(sandbox.at("sprung")), true);
});

Deno.test("where nothing can be remembered the hook fails open, and edits still bring guidelines", async () => {
  for (const occupied of ["home/.adaptive-guidebook", "home/.adaptive-guidebook/looks"]) {
    await using stage = await Stage.create();
    const { sandbox } = stage;
    await sandbox.write(occupied, "");
    await stage.send("SessionStart", { source: "startup" });
    await stage.change("a");
    const result = readHookResult(
      await runCommand([...sandbox.hookCommand, ...LATER], {
        home: sandbox.home,
        cwd: sandbox.repository,
        stdin: renderEditPayload({
          cwd: sandbox.repository,
          tool_name: "Bash",
          tool_input: { command: "x" },
          tool_response: "",
        }),
      }),
    );
    assert.deepEqual([result.ids, result.stderr], [[], ""], occupied);
    assert.deepEqual((await sandbox.hook()).ids, ["a"], occupied);
  }
});

Deno.test("nothing is written to where a link leads that is in the place of a look's files", async () => {
  for (const [link, target] of [["looks", "."], ["looks/edits.log", "edits.log"]] as const) {
    await using stage = await Stage.create();
    const { sandbox } = stage;
    await Deno.mkdir(sandbox.at("elsewhere"));
    await Deno.mkdir(parentPath(`${sandbox.data}/${link}`), { recursive: true });
    await Deno.symlink(sandbox.at(`elsewhere/${target}`), `${sandbox.data}/${link}`);
    await stage.send("SessionStart", { source: "startup" });
    await stage.change("a");
    if (link === "looks") {
      stage.notice = /^Adaptive Guidebook: Cannot write into "\S+\/looks": [^\n]+$/;
    }
    await stage.command();
    await sandbox.hook(["b.txt"]);
    assert.deepEqual(await namesIn(sandbox.at("elsewhere"), /./), [], link);
  }
});

Deno.test("--timings says how long a look takes", async () => {
  await using stage = await Stage.create();
  const { sandbox } = stage;
  const { stderr } = await runCommand([...sandbox.hookCommand, ...LATER, "--timings"], {
    home: sandbox.home,
    cwd: sandbox.repository,
    stdin: renderEditPayload({ cwd: sandbox.repository, tool_name: "Bash", tool_response: "" }),
  });
  assert.match(stderr, /^look +\d+\.\d \+ +\d+\.\d ms$/m);
});

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.map(({ name }) => name).filter((name) => pattern.test(name));
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
