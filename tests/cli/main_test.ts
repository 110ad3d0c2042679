import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { reportError } from "../../lib/cli/error.ts";
import { type Io, MissingInputError, UsageError } from "../../lib/cli/io.ts";
import { COMMANDS, run } from "../../main.ts";
import { assertVisible, HIDDEN } from "../support/hidden.ts";
import { runCommand } from "../support/in_process.ts";

const NAMES = Object.keys(COMMANDS);

Deno.test("run() shows the overview without arguments, for help and for --help", async () => {
  const overview = await runCommand([]);
  assert.equal(overview.exitCode, 0);
  assert.equal(overview.stderr, "");
  const listed = [...overview.stdout.matchAll(/^ {2}(\w+) +[A-Z]/gm)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), NAMES.toSorted());
  for (const args of [["help"], ["--help"], ["-h"]]) {
    assert.deepEqual(await runCommand(args), overview);
  }
});

Deno.test("run() shows the help of each command, however it is asked for", async () => {
  for (const command of NAMES) {
    const help = await runCommand(["help", command]);
    assert.equal(help.exitCode, 0);
    assert.ok(help.stdout.startsWith(`usage: adaptive-guidebook ${command}`), help.stdout);
    assert.deepEqual(await runCommand(["--help", command]), help);
    if (command === "help") continue;
    assert.deepEqual(await runCommand([command, "x", "--help"]), help);
    assert.deepEqual(await runCommand([command, "-h"]), help);
  }
});

Deno.test("help fits into 80 columns, and describes each option that the usage names", async () => {
  for (const args of [[], ...NAMES.map((name) => [name])]) {
    const { stdout } = await runCommand(["help", ...args]);
    const lines = stdout.split("\n");
    assert.deepEqual(lines.filter((line) => line.length > 80 || / $/.test(line)), []);
    const [usage = "", ...rest] = stdout.split("\n\n");
    for (const [option] of usage.matchAll(/--[a-z-]+/g)) {
      assert.match(rest.join("\n"), new RegExp(`^  ${option}\\b`, "m"), `${args}`);
    }
  }
});

Deno.test("run() prints the release of deno.json", async () => {
  for (const args of [["--version"], ["-V"]]) {
    assert.deepEqual(await runCommand(args), {
      exitCode: 0,
      stdout: `adaptive-guidebook ${config.version}\n`,
      stderr: "",
    });
  }
});

Deno.test("run() refuses an unknown command in two lines, and with 64", async () => {
  for (const name of ["serch", "constructor", "__proto__", "--unknown", "-x", "hook codex"]) {
    const { exitCode, stdout, stderr } = await runCommand([name]);
    assert.deepEqual([exitCode, stdout], [64, ""], name);
    assert.ok(stderr.startsWith(`error: Cannot run command "${name}": unknown\nhelp: `), stderr);
    assert.equal(stderr.split("\n").length, 2);
  }
  assert.equal((await runCommand(["help", "serch"])).exitCode, 64);
});

Deno.test("run() asks whether another command, option or agent was meant", async () => {
  const cases: [args: string[], help: string | undefined][] = [
    [["chekc"], 'Did you mean "check"?'],
    [["help", "instal"], 'Did you mean "install"?'],
    [["--halp"], 'Did you mean "--help"?'],
    [["version"], 'Did you mean "--version"?'],
    [["-v"], 'Did you mean "--version"?'],
    [["check", "--formt", "json"], 'Did you mean "--format"?'],
    [["explain", "--sesion=s"], 'Did you mean "--session"?'],
    [["hook", "codx"], 'Did you mean "codex"?'],
    [["hook", "codex", "codex"], undefined],
    [["fishing"], "adaptive-guidebook help lists the commands"],
    [["check", "--fishing"], undefined],
  ];
  for (const [args, help] of cases) {
    const { exitCode, stderr } = await runCommand(args, { stdin: "" });
    assert.equal(exitCode, 64);
    assert.deepEqual(
      stderr.split("\n").filter((line) => line.startsWith("help:")),
      help === undefined ? [] : [`help: ${help}`],
      args.join(" "),
    );
  }
});

Deno.test("run() names the launcher where a permission is passed as an option", async () => {
  for (
    const args of [["--allow-write", "install", "codex"], ["install", "codex", "--allow-write"]]
  ) {
    const { exitCode, stderr } = await runCommand(args);
    assert.equal(exitCode, 64);
    assert.match(stderr, /"--allow-write": permissions are given by the launcher\n/);
  }
});

Deno.test("hook says which agent it wants", async () => {
  const agents = "agents are codex, claude-code";
  const cases: [args: string[], message: string][] = [
    [[], `Cannot run hook: no agent is named, ${agents}`],
    [["cursor"], `Cannot run hook "cursor": ${agents}`],
    [
      ["codex", "claude-code"],
      `Cannot run hook "codex claude-code": one agent at a time, ${agents}`,
    ],
  ];
  for (const [args, message] of cases) {
    const { exitCode, stderr } = await runCommand(["hook", ...args], { stdin: "" });
    assert.deepEqual([exitCode, stderr.split("\n")[0]], [64, `error: ${message}`]);
  }
});

Deno.test("run() refuses wrong usage of each command with its usage, and 64, never 2", async () => {
  for (const command of NAMES.filter((name) => name !== "help")) {
    const { exitCode, stdout, stderr } = await runCommand([command, "--no-such"], { stdin: "" });
    assert.deepEqual([exitCode, stdout], [64, ""], command);
    assert.ok(stderr.includes('error: Cannot read option "--no-such": unknown'), stderr);
    assert.ok(stderr.includes(`usage: adaptive-guidebook ${command}`), stderr);
  }
});

Deno.test("run() escapes each line on stderr, a line break inside it too", async () => {
  const { stderr } = await runCommand([`${HIDDEN}\nok`]);
  assert.ok(stderr.startsWith('error: Cannot run command "\\u{1b}[31m\\u{9b}'), stderr);
  assert.ok(stderr.includes('\\nok": unknown\n'), stderr);
  assertVisible(stderr);
});

Deno.test("run() reports a bug with its stack, and 70", async () => {
  const said: string[] = [];
  const io: Io = {
    stdin: { isTerminal: () => false, read: () => Promise.resolve(null) },
    stdout: {
      isTerminal: () => false,
      write: () => Promise.reject(new RangeError("pipe \u001b[31m broken")),
    },
    stderr: { write: (bytes) => Promise.resolve(bytes.length) },
    say: (...lines) => said.push(...lines),
    env: () => undefined,
    callerFolder: () => "/",
    programFolder: "/",
    now: () => new Date(),
  };
  assert.equal(await run(["help"], io), 70);
  assert.match(said[0]!, /bug of Adaptive Guidebook/);
  assert.equal(said[1], "RangeError: pipe \\u{1b}[31m broken");
  assert.match(said[2]!, /^ +at /);
});

Deno.test("reportError() has an exit code for everything that can be thrown", () => {
  const thrown: readonly (readonly [unknown, number, RegExp])[] = [
    [new UsageError("Cannot read it"), 64, /^error: Cannot read it\nusage: .*search/],
    [new MissingInputError("Cannot find it"), 66, /^error: Cannot find it$/],
    [new Deno.errors.BrokenPipe("gone"), 0, /^$/],
    [new TypeError("x is not a function"), 70, /TypeError: x is not a function/],
    [{ stack: 1 }, 70, /object/],
    ["text", 70, /text/],
    [undefined, 70, /undefined/],
  ];
  for (const [error, code, text] of thrown) {
    const said: string[] = [];
    const io = { say: (...lines: string[]) => void said.push(...lines) } as Io;
    assert.equal(reportError(error, "search", io), code);
    assert.match(said.join("\n"), text);
  }
});
