/** Holds the samples of the README, and of what it sends its readers to, to what the program does. */
import assert from "node:assert/strict";
import { readHookCommand } from "../../lib/agent/hook_file/command.ts";
import { loadSetup } from "../../lib/agent/agents.ts";
import { mergeHooks } from "../../lib/agent/hook_file/merge.ts";
import { TESTED_DENO } from "../../lib/doctor/program_check.ts";
import { readFixture } from "../../lib/cli/test/fixture.ts";
import { replayFixture } from "../../lib/cli/test/replay.ts";
import { expandReleasedFlags, RELEASED_FLAGS } from "../../tools/released_flags.ts";
import { playSession } from "../../tools/session_transcript.ts";
import { commandEnvironment, PROJECT, releasedFlags, runCommand } from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";
import { codeBlocks, codeOf, readDocument } from "./documents.ts";

const README = readDocument("README.md");
const [GUIDELINE = "", BROKEN_GUIDELINE = ""] = codeBlocks(README, "yaml");
const [SOURCE = ""] = codeBlocks(README, "kotlin");
const [ANSWER = "", SESSION = "", CHECK_OUTPUT = ""] = codeBlocks(README, "text");
const INSTALL = readDocument("docs/install.md");
const REFERENCE = readDocument("docs/writing-guidelines.md");
const SEARCH = REFERENCE.slice(REFERENCE.indexOf("\n## search"));
const FIXTURES = `${PROJECT}/fixtures/hook`;
const FIXTURE = "presents-once-per-session";

Deno.test("README shows the guideline and the edit of the golden fixture", () => {
  const file = (path: string) => Deno.readTextFileSync(`${FIXTURES}/${FIXTURE}/${path}`);
  assert.equal(GUIDELINE, file("guidebook/service-depends-on-port/guideline.yaml"));
  assert.equal(SOURCE, file("repository/src/OrderService.kt"));
});

Deno.test("README shows what the agent then reads, once", async () => {
  const [first, second] = await replayFixture(readFixture(FIXTURES, FIXTURE));
  const { hookSpecificOutput } = first?.stdout as { hookSpecificOutput: Record<string, string> };
  assert.equal(ANSWER, `${hookSpecificOutput["additionalContext"]}\n`);
  assert.equal(second?.stdout, null);
});

Deno.test("Both READMEs say what stands for deno before the first task, and of the tested release", () => {
  for (const path of ["README.md", "README.ko.md"]) {
    const text = readDocument(path);
    const [introduced, first] = [text.indexOf("`npx --yes deno@"), text.search(/\bdeno task/)];
    assert(introduced !== -1 && introduced < first, `${path}: ${introduced}, ${first}`);
    const releases = [...text.matchAll(/deno@([\d.]+\d)|\(https:\/\/deno\.com\) ([\d.]+\d)/g)];
    assert(releases.length >= 5);
    for (const [, called, named] of releases) assert.equal(called ?? named, TESTED_DENO);
  }
});

Deno.test("README shows what check prints", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.write("guidebook/logging/guideline.yaml", BROKEN_GUIDELINE);
  const { home, path: cwd } = sandbox;
  const { code, stdout, stderr } = await runCommand(["check", "guidebook"], { home, cwd });
  assert.equal(code, 1);
  assert.equal(`${stdout}${stderr}`, CHECK_OUTPUT);
});

Deno.test("README shows the session that the installed program has", async () => {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "adaptive-guidebook-session-" }));
  try {
    const [session = ""] = codeBlocks(await playSession(folder), "text");
    assert.equal(timeless(SESSION), timeless(session));
    assert(session.includes("reads nothing") && session.includes(": compacted"));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("The reference shows what search prints, and that it records nothing", async () => {
  await using sandbox = await createSandbox();
  const [request = ""] = /\{"sessionId.*\}/.exec(codeOf(SEARCH)) ?? [];
  const { home, guidebook } = sandbox;
  const { stdout } = await runCommand(["search", "--dry-run", "--guidebook", guidebook], {
    home,
    stdin: request.replaceAll("/path/to", sandbox.repository),
  });
  assert.deepEqual([stdout], codeBlocks(SEARCH, "text"));
  assert.deepEqual([...Deno.readDirSync(home)], []);
});

for (
  const [path, agent] of [["docs/install.md", "codex"], [
    "docs/claude-code.md",
    "claude-code",
  ]] as const
) {
  Deno.test(`${path} gives the hook file that install writes for ${agent}`, async () => {
    const [json = ""] = codeBlocks(readDocument(path), "json");
    const { hooks } = JSON.parse(json);
    const command = hooks.PostToolUse[0].hooks[0].command;
    const written = mergeHooks(undefined, await loadSetup(agent), command);
    assert("text" in written);
    assert.deepEqual({ hooks }, JSON.parse(written.text));
    const call = "/home/you/.local/bin/adaptive-guidebook";
    const read = readHookCommand(command, call);
    assert.deepEqual([read?.agent, read?.guidebooks], [agent, ["/path/to/guidebook"]]);
  });
}

Deno.test("docs/install.md gives a call from source that answers as a shell runs it", async () => {
  await using sandbox = await createSandbox();
  const [line = ""] = codeBlocks(INSTALL, "sh").filter((block) => block.includes("--config"));
  const command = line.trim()
    .replace(/^deno /, `'${Deno.execPath()}' `)
    .replace("/path/to/adaptive-guidebook/", `'${PROJECT}/'`)
    .replace(/--version$/, `hook codex --guidebook '${sandbox.guidebook}'`);
  const { stdout } = await runShell(command, sandbox, sandbox.payload(["src/OrderService.kt"]));
  assert.equal(`${JSON.parse(stdout).hookSpecificOutput.additionalContext}\n`, ANSWER);
  const { stderr } = await runShell(`${command} </dev/null`, sandbox, "");
  assert(codeOf(README).includes(stderr.trim().replace(/^adaptive-guidebook: /, "")), stderr);
});

Deno.test("README lists the released flags, and no others", () => {
  const section = README.slice(README.indexOf("## Permissions"), README.indexOf("## Known"));
  const released = RELEASED_FLAGS.split(" ").filter((flag) => flag !== "-q");
  const listed = [...section.matchAll(/^\| `([^`]+)` /gm)].map(([, flag = ""]) => flag);
  const shorten = (flag: string) => flag.replace(/^(--(?:allow-env|v8-flags)=).*/, "$1…");
  assert.deepEqual(listed.toSorted(), released.map(shorten).toSorted());
  const names = released.find((flag) => flag.startsWith("--allow-env="))?.split("=")[1]?.split(",");
  const paragraph = /^The variables:.*?\n\n/ms.exec(section)?.[0] ?? "";
  const described = [...paragraph.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  assert.deepEqual(described.toSorted(), names?.toSorted());
});

Deno.test("expandReleasedFlags() gives what a shell makes of the task", () => {
  const home = "/home/a b/$&";
  assert.deepEqual(expandReleasedFlags(home), releasedFlags(home));
  assert.throws(() => expandReleasedFlags("/home/a,b"), /comma/);
});

/** Times, which no two runs share, made the same. */
function timeless(session: string): string {
  return session.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME");
}

/** With the guideline of the README, and its source in a repository. */
async function createSandbox(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  await sandbox.write("guidebook/port/guideline.yaml", GUIDELINE);
  await sandbox.write("repository/src/OrderService.kt", SOURCE);
  return sandbox;
}

async function runShell(command: string, { home, repository }: Sandbox, stdin: string) {
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", command],
    clearEnv: true,
    env: commandEnvironment({ home }),
    cwd: repository,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { stdout, stderr } = await child.output();
  return { stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}
