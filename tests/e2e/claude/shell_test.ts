/** Changes that Claude Code's shell and MCP tools make bring guidelines, as those of its edit tools do. */
import assert from "node:assert/strict";
import {
  addBranch,
  ADDED,
  ANY_FILE,
  COMMANDS,
  FILES,
  GUIDEBOOK,
  presentationOf,
  READS,
  until,
} from "../changes.ts";
import { filesServer } from "../files_server.ts";
import { ClaudeCode, type Run, type Setup, type Start } from "./claude_run.ts";
import { type Answer, call, ofRoot, ofSubAgent, say, startAgent } from "./model_answer.ts";
import { hookTexts, isFromSubAgent, textOf as bodyOf } from "./model_request.ts";

/** An answer of the model, and the ids of the guidelines that it reads right after it. */
type Step = readonly [answer: Answer, ...ids: string[]];

const SETUP: Setup = { guidebook: GUIDEBOOK, files: FILES, committed: true, events: "released" };
const done = say("Done");

/** What Claude Code 2.1.332 tells the model where it lets it edit through the shell. */
const STEER = "make small, mechanical file changes with sed, heredocs, or short scripts";

/** How Claude Code is started, and whether it then reports which lines a command has changed. */
const STARTS: Record<string, Start & { readonly reports: boolean }> = {
  "": { reports: false, env: { CLAUDE_CODE_THRIFTY_SONIC: "0" } },
  ", also where Claude Code tells the model to edit through the shell": {
    reports: true,
    // Without the variable it refuses this mode to root, who runs the tests in a container.
    env: { CLAUDE_CODE_THRIFTY_SONIC: "1", IS_SANDBOX: "1" },
    args: ["--permission-mode", "bypassPermissions"],
  },
};

for (const [where, { reports, ...start }] of Object.entries(STARTS)) {
  Deno.test(`Each way to change a file brings its guideline with the next request${where}`, async () => {
    await using claude = await ClaudeCode.open({ ...SETUP, guidebook: { ...GUIDEBOOK, ...ADDED } });
    await Deno.writeTextFile(`${claude.repository}/added/a.txt`, "one\nforbidden\n");
    const { requests, hooks } = await play(claude, [
      // Otherwise a line that was not committed before the command counts as added, too.
      [shell("echo two >>added/a.txt"), ...(reports ? [] : ["added"])],
      [shell("echo forbidden >>added/a.txt"), ...(reports ? ["added"] : [])],
      ...COMMANDS.map(([command, ...ids]): Step => [shell(command), ...ids]),
      [shell("echo two >failure/a.txt; exit 3"), "failure"],
      // Goes on when its call has ended, until another one lets it.
      [shell(`${until("[ -e go ]")}; echo two >background/a.txt`, { run_in_background: true })],
      [shell("true")],
      [shell(`touch go; ${until("grep -q two background/a.txt")}`), "background"],
    ], start);
    assert(hooks.includes("PostToolUseFailure:Bash"), hooks.join());
    const isSteered = requests[0]!.messages.some(({ content }) => bodyOf(content).includes(STEER));
    assert.equal(isSteered, reports);
  });
}

Deno.test("A change that no event follows brings its guideline with the next prompt", async () => {
  await using claude = await ClaudeCode.open(SETUP);
  const change = (id: string) => Deno.writeTextFile(`${claude.repository}/${id}/a.txt`, "two\n");
  // As a command in the background does it.
  const end = { ...done, meanwhile: () => change("last") };
  const { requests, sessionId } = await claude.run([shell("true"), end]);
  assert.deepEqual(requests.map(hookTexts), [[], []]);
  // A person's change between two turns is not the agent's.
  await change("sed");
  const resumed = await claude.run([shell("true"), done], { args: ["--resume", sessionId] });
  assert.deepEqual(resumed.requests.map(hookTexts), [[textOf("last")], [textOf("last")]]);
});

Deno.test("Each tool of an MCP file server brings the guideline of the file", async () => {
  await using claude = await ClaudeCode.open(SETUP);
  const [command, args] = await filesServer(claude.repository);
  const config = JSON.stringify({ mcpServers: { files: { command, args } } });
  const files = (name: string, input: object) => call(`mcp__files__${name}`, input);
  const path = (path: string) => `${claude.repository}/${path}`;
  await play(claude, [
    [files("write_file", { path: path("write/a.txt"), content: "two\n" }), "write"],
    [files("read_text_file", { path: path("heredoc/a.txt") })],
    [
      files("edit_file", { path: path("edit/a.txt"), edits: [{ oldText: "one", newText: "two" }] }),
      "edit",
    ],
    [
      files("move_file", { source: path("outside/a.txt"), destination: path("mcp-move/b.txt") }),
      "mcp-move",
    ],
  ], { args: ["--mcp-config", config] });
});

Deno.test("A sub-agent's shell brings the guideline to the sub-agent, and to its parent", async () => {
  await using claude = await ClaudeCode.open(SETUP);
  const { requests } = await claude.run([
    ...[shell("sed -i s/one/two/ sed/a.txt"), startAgent("Change"), shell("true"), done].map(
      ofRoot,
    ),
    ...[shell("echo two >heredoc/a.txt"), done].map(ofSubAgent),
  ]);
  const of = (isChild: boolean) =>
    requests.filter((request) => isFromSubAgent(request) === isChild).map(hookTexts);
  const [sed, heredoc] = [textOf("sed"), textOf("heredoc")];
  assert.deepEqual(of(true), [[], [heredoc]]);
  assert.deepEqual(of(false), [[], [sed], [sed], [sed, heredoc]]);
});

Deno.test("Forty commands that change nothing bring nothing", async () => {
  await using claude = await ClaudeCode.open({ ...SETUP, guidebook: ANY_FILE });
  await addBranch(claude.repository);
  assert.equal(READS.length, 40);
  await play(claude, [
    ...READS.map((command): Step => [shell(command)]),
    [shell("echo three >sed/a.txt"), "any-file"],
  ]);
});

/** Plays one session, and checks to the byte what each request holds of hooks. */
async function play(claude: ClaudeCode, steps: readonly Step[], start: Start = {}): Promise<Run> {
  const run = await claude.run([...steps.map(([answer]) => answer), done], start);
  const texts = run.requests.map(hookTexts);
  const news = texts.map((all, i) => all.slice(texts[i - 1]?.length ?? 0));
  assert.deepEqual(news, [
    [],
    ...steps.map(([, ...ids]) => ids.length === 0 ? [] : [textOf(...ids)]),
  ]);
  assert.deepEqual(run.notices, []);
  return run;
}

function textOf(...ids: string[]): string {
  return presentationOf(ids);
}

function shell(command: string, options: object = {}): Answer {
  return call("Bash", { command, ...options });
}
