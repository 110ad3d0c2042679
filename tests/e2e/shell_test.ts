/** Changes that Codex's shell and MCP tools make bring guidelines, as those of `apply_patch` do. */
import assert from "node:assert/strict";
import {
  addBranch,
  ANY_FILE,
  COMMANDS,
  FILES,
  GUIDEBOOK,
  presentationOf,
  READS,
  until,
} from "./changes.ts";
import { Codex, type Setup } from "./codex_run.ts";
import { filesServer } from "./files_server.ts";
import { type Answer, applyPatch, callTool, runScript, say } from "./model_answer.ts";
import { hookMessages, isFromSubAgent, type ModelRequest } from "./model_request.ts";
import { child, root, spawn, wait } from "./sub_agent.ts";

/** An answer of the model, and the ids of the guidelines that it reads right after it. */
type Step = readonly [answer: Answer, ...ids: string[]];

const SETUP: Setup = {
  guidebook: GUIDEBOOK,
  files: FILES,
  committed: true,
  settings: { everywhere: true },
};
const done = say("Done");

Deno.test("Each way to change a file brings its guideline with the next request", async () => {
  await using codex = await Codex.open(SETUP);
  await play(codex, [
    ...COMMANDS.map(([command, ...ids]): Step => [shell(command), ...ids]),
    // Codex gives no sign of a failure.
    [shell("echo two >failure/a.txt; exit 3"), "failure"],
    // Nothing runs the hook after these two, so they are seen at the next call.
    [shell(`apply_patch <<'EOF'\n${patchOf("heredoc-patch/a.txt")}\nEOF`)],
    [shell("true"), "heredoc-patch"],
    [applyPatch(...linesOf("half/a.txt"), "*** Add File: half/a.txt/below", "+two")],
    [shell("true"), "half"],
    // Goes on when its call has ended, in a session of its own, until another call lets it.
    [shell(
      `setsid sh -c '${until("[ -e go ]")}; echo two >background/a.txt' >/dev/null 2>&1 &`,
    )],
    [shell("true")],
    [shell(`touch go; ${until("grep -q two background/a.txt")}`), "background"],
    // Codex itself leaves it running.
    [shell(`${until("[ -e go-on ]")}; echo two >polled/a.txt`, { yield_time_ms: 250 })],
    [shell("true")],
    [shell(`touch go-on; ${until("grep -q two polled/a.txt")}`), "polled"],
  ]);
});

Deno.test("A change that no event follows brings its guideline with the next prompt", async () => {
  await using codex = await Codex.open(SETUP);
  await play(codex, [[shell(`apply_patch <<'EOF'\n${patchOf("last/a.txt")}\nEOF`)]]);
  // A person's change between two turns is not the agent's.
  await Deno.writeTextFile(`${codex.repository}/sed/a.txt`, "two\n");
  const { requests } = await codex.exec([shell("true"), done], { command: ["resume", "--last"] });
  assert.deepEqual(requests.map(hookTexts), [[textOf("last")], [textOf("last")]]);
});

Deno.test("Each tool of an MCP file server brings the guideline of the file", async () => {
  await using codex = await Codex.open(SETUP);
  const [program, args] = await filesServer(codex.repository);
  await codex.configure(
    `mcp_servers.files.command = ${JSON.stringify(program)}`,
    `mcp_servers.files.args = ${JSON.stringify(args)}`,
  );
  const files = (name: string, input: object) => callTool("mcp__files", name, input);
  const path = (path: string) => `${codex.repository}/${path}`;
  await play(codex, [
    [files("write_file", { path: path("write/a.txt"), content: "two\n" }), "write"],
    [files("read_text_file", { path: path("heredoc/a.txt") })],
    [
      files("edit_file", {
        path: path("edit/a.txt"),
        edits: [{ oldText: "one", newText: "two" }],
      }),
      "edit",
    ],
    [
      files("move_file", { source: path("outside/a.txt"), destination: path("mcp-move/b.txt") }),
      "mcp-move",
    ],
  ]);
});

Deno.test("A sub-agent's shell brings the guideline to the sub-agent, and to its parent", async () => {
  await using codex = await Codex.open(SETUP);
  const inScript = (cmd: string) =>
    runScript(`await tools.exec_command(${JSON.stringify({ cmd })}); text("Done");`);
  const { requests } = await codex.exec([
    ...root(inScript("sed -i s/one/two/ sed/a.txt"), spawn("child", "none"), wait),
    ...root(inScript("true"), done),
    ...child(inScript("echo two >heredoc/a.txt"), done),
  ], { model: "gpt-6.2-sol" });
  const of = (isChild: boolean): string[][] =>
    requests.filter((request) => isFromSubAgent(request) === isChild).map(hookTexts);
  const [sed, heredoc] = [textOf("sed"), textOf("heredoc")];
  assert.deepEqual(of(true), [[], [heredoc]]);
  assert.deepEqual(of(false), [[], [sed], [sed], [sed], [sed, heredoc]]);
});

Deno.test("Forty commands that change nothing bring nothing", async () => {
  await using codex = await Codex.open({ ...SETUP, guidebook: ANY_FILE });
  await addBranch(codex.repository);
  assert.equal(READS.length, 40);
  await play(codex, [
    ...READS.map((command): Step => [shell(command)]),
    [shell("echo three >sed/a.txt"), "any-file"],
  ]);
});

/** Plays one session, and checks to the byte what each request holds of hooks. */
async function play(codex: Codex, steps: readonly Step[]): Promise<void> {
  const { requests } = await codex.exec([...steps.map(([answer]) => answer), done]);
  const texts = requests.map(hookTexts);
  const news = texts.map((all, i) => all.slice(texts[i - 1]?.length ?? 0));
  assert.deepEqual(news, [
    [],
    ...steps.map(([, ...ids]) => ids.length === 0 ? [] : [textOf(...ids)]),
  ]);
  assert.equal(await codex.hookStderr(), "");
}

function textOf(...ids: string[]): string {
  return presentationOf(ids);
}

function hookTexts(request: ModelRequest): string[] {
  return hookMessages(request).map((content) => content!.map(({ text }) => text).join("\n"));
}

function shell(cmd: string, options: object = {}): Answer {
  return callTool(undefined, "exec_command", { cmd, ...options });
}

function linesOf(path: string): string[] {
  return [`*** Update File: ${path}`, "@@", "-one", "+two"];
}

function patchOf(path: string): string {
  return ["*** Begin Patch", ...linesOf(path), "*** End Patch"].join("\n");
}
