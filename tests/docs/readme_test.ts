/** Checks the samples in the README, and in the documents it links to, against the program. */
import assert from "node:assert/strict";
import { readHookCommand } from "../../lib/agent/hook_file/command.ts";
import { loadSetup } from "../../lib/agent/setups.ts";
import { mergeHooks } from "../../lib/agent/hook_file/merge.ts";
import { TESTED_DENO } from "../../lib/doctor/program_check.ts";
import { readFixture } from "../../lib/cli/test/fixture.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { replayFixture } from "../../lib/cli/test/replay.ts";
import { RELEASED_FLAGS } from "../../tools/released_flags.ts";
import { playSession } from "../../tools/session_transcript.ts";
import { commandEnvironment, PROJECT, runCommand } from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";
import { codeBlocks, codeOf, readDocument } from "./documents.ts";

const README = readDocument("README.md");
const [GUIDELINE = ""] = codeBlocks(README, "yaml");
const [SOURCE = ""] = codeBlocks(README, "kotlin");
const [ANSWER = "", CHECK_OUTPUT = ""] = codeBlocks(README, "text");
const [SESSION = ""] = codeBlocks(readDocument("docs/behavior.md"), "text");
const PERMISSIONS = readDocument("docs/permissions.md");
const TROUBLESHOOTING = readDocument("docs/troubleshooting.md");
const INSTALL = readDocument("docs/install.md");
const REFERENCE = readDocument("docs/writing-guidelines.md");
const SEARCH = REFERENCE.slice(REFERENCE.indexOf("\n## search"));
const FIXTURES = `${PROJECT}/fixtures/hook`;
const FIXTURE = "presents-once-per-session";

Deno.test("README is at most 150 lines long, its example twelve", () => {
  assert(README.trimEnd().split("\n").length <= 150);
  const example = [GUIDELINE, SOURCE, ANSWER].join("").trimEnd().split("\n");
  assert(example.length <= 12, `${example.length} lines`);
});

Deno.test("README shows the guideline and the edit of the golden fixture", () => {
  const file = (path: string) => Deno.readTextFileSync(`${FIXTURES}/${FIXTURE}/${path}`);
  const { guideline: shown, problems } = parseGuideline(GUIDELINE);
  const { guideline: tested } = parseGuideline(
    file("guidebook/service-depends-on-port/guideline.yaml"),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    { ...shown, content: shown?.content.trimEnd() },
    { ...tested, content: tested?.content.trimEnd() },
  );
  assert.equal(SOURCE, file("repository/src/OrderService.kt"));
});

Deno.test("README shows what the agent then reads, once", async () => {
  const [first, second] = await replayFixture(readFixture(FIXTURES, FIXTURE));
  const { hookSpecificOutput } = first?.stdout as { hookSpecificOutput: Record<string, string> };
  assert.equal(ANSWER, `${hookSpecificOutput["additionalContext"]}\n`);
  assert.equal(second?.stdout, null);
});

Deno.test("Both READMEs say how to run deno before the first task, in the tested release", () => {
  for (const path of ["README.md", "README.ko.md"]) {
    const text = readDocument(path);
    const [introduced, first] = [
      text.indexOf("`npx --yes deno@"),
      text.search(/\bdeno(?:@[\d.]+)? task/),
    ];
    assert(introduced !== -1 && introduced < first, `${path}: ${introduced}, ${first}`);
    const releases = [...text.matchAll(/deno@([\d.]+\d)|\(https:\/\/deno\.com\) ([\d.]+\d)/g)];
    assert(releases.length >= 4);
    for (const [, called, named] of releases) assert.equal(called ?? named, TESTED_DENO);
  }
});

Deno.test("README shows what check prints", async () => {
  await using sandbox = await Sandbox.create();
  const misspelled = GUIDELINE.replace("kotlin", "kotln");
  assert.notEqual(misspelled, GUIDELINE);
  await sandbox.write("guidebook/service-depends-on-port/guideline.yaml", misspelled);
  const { home, path: cwd } = sandbox;
  const { code, stdout, stderr } = await runCommand(["check", "guidebook"], { home, cwd });
  assert.equal(code, 1);
  assert.equal(`${stdout}${stderr}`, CHECK_OUTPUT);
});

Deno.test("docs/behavior.md shows a session of the installed program", async () => {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "adaptive-guidebook-session-" }));
  try {
    const [session = ""] = codeBlocks(await playSession(folder), "text");
    assert.equal(timeless(SESSION), timeless(session));
    assert(session.includes("reads nothing") && session.includes(": compacted"));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("docs/writing-guidelines.md shows what search prints, and that it records nothing", async () => {
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
  Deno.test(`${path} shows the hook file that install writes for ${agent}`, async () => {
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

Deno.test("docs/install.md shows a call from source that works in a shell", async () => {
  await using sandbox = await createSandbox();
  const [line = ""] = codeBlocks(INSTALL, "sh").filter((block) => block.includes("--config"));
  const command = line.trim()
    .replace(/^deno /, `'${Deno.execPath()}' `)
    .replace("/path/to/adaptive-guidebook/", `'${PROJECT}/'`)
    .replace(/--version$/, `hook codex --guidebook '${sandbox.guidebook}'`);
  const { stdout } = await runShell(command, sandbox, sandbox.payload(["src/OrderService.kt"]));
  assert.equal(`${JSON.parse(stdout).hookSpecificOutput.additionalContext}\n`, ANSWER);
  const { stderr } = await runShell(`${command} </dev/null`, sandbox, "");
  assert(
    codeOf(TROUBLESHOOTING).includes(stderr.trim().replace(/^adaptive-guidebook: /, "")),
    stderr,
  );
});

Deno.test("docs/permissions.md lists the released flags, and no others", () => {
  const released = RELEASED_FLAGS.split(" ").filter((flag) => flag !== "-q");
  const listed = [...PERMISSIONS.matchAll(/^\| `([^`]+)` /gm)].map(([, flag = ""]) => flag);
  const shorten = (flag: string) => flag.replace(/^(--(?:allow-env|v8-flags)=).*/, "$1…");
  assert.deepEqual(listed.toSorted(), released.map(shorten).toSorted());
  const names = released.find((flag) => flag.startsWith("--allow-env="))?.split("=")[1]?.split(",");
  const paragraph = /^The variables:.*?\n\n/ms.exec(PERMISSIONS)?.[0] ?? "";
  const described = [...paragraph.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  assert.deepEqual(described.toSorted(), names?.toSorted());
});

/** Replaces timestamps, which differ from run to run. */
function timeless(session: string): string {
  return session.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME");
}

/** Creates a sandbox with the README's guideline and source. */
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
