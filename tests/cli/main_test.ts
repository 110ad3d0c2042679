import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { reportError } from "../../lib/cli/error.ts";
import { type Io, MissingInputError, UsageError } from "../../lib/cli/io.ts";
import { run } from "../../main.ts";
import { runCommand } from "../support/in_process.ts";

const COMMANDS = ["hook", "search", "check", "test", "explain", "presentations", "forget", "help"];

Deno.test("run() shows the overview without arguments, for help and for --help", async () => {
  const overview = await runCommand([]);
  assert.equal(overview.exitCode, 0);
  assert.equal(overview.stderr, "");
  for (const command of COMMANDS) {
    assert.match(overview.stdout, new RegExp(`^  ${command} +[A-Z]`, "m"));
  }
  for (const args of [["help"], ["--help"], ["-h"]]) {
    assert.deepEqual(await runCommand(args), overview);
  }
});

Deno.test("run() tells about each command, however it is asked", async () => {
  for (const command of COMMANDS) {
    const told = await runCommand(["help", command]);
    assert.equal(told.exitCode, 0);
    assert.ok(told.stdout.startsWith(`usage: adaptive-guidebook ${command}`), told.stdout);
    assert.deepEqual(await runCommand(["--help", command]), told);
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

Deno.test("run() refuses a command that is none with the usage of all, and 64", async () => {
  for (const name of ["serch", "constructor", "__proto__", "--unknown", "-x", "hook codex"]) {
    const { exitCode, stdout, stderr } = await runCommand([name]);
    assert.deepEqual([exitCode, stdout], [64, ""], name);
    assert.ok(stderr.startsWith(`error: Cannot run command "${name}": unknown`), stderr);
    assert.match(stderr, /usage: adaptive-guidebook hook/);
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
    [["fishing"], undefined],
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

Deno.test("run() says who gives permissions", async () => {
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
  for (const command of COMMANDS.filter((name) => name !== "help")) {
    const { exitCode, stdout, stderr } = await runCommand([command, "--no-such"], { stdin: "" });
    assert.deepEqual([exitCode, stdout], [64, ""], command);
    assert.ok(stderr.includes('error: Cannot read option "--no-such": unknown'), stderr);
    assert.ok(stderr.includes(`usage: adaptive-guidebook ${command}`), stderr);
  }
});

Deno.test("run() escapes what it repeats of its arguments", async () => {
  const { stderr } = await runCommand(["\u001b[31m\u202e"]);
  assert.ok(stderr.includes("\\u{1b}[31m\\u{202e}"));
  assert.ok(!stderr.includes("\u001b"));
});

Deno.test("run() reports a bug with its stack, and 70", async () => {
  const said: string[] = [];
  const io: Io = {
    stdin: { isTerminal: () => false, read: () => Promise.resolve(null) },
    stdout: {
      isTerminal: () => false,
      write: () => Promise.reject(new RangeError("pipe \u001b[31m broken")),
      writeSync: () => 0,
    },
    say: (text) => said.push(text),
    env: () => undefined,
    callerFolder: () => "/",
    programFolder: "/",
    now: () => new Date(),
  };
  assert.equal(await run(["help"], io), 70);
  assert.match(said[0]!, /bug of Adaptive Guidebook/);
  assert.match(said[1]!, /RangeError: pipe \\u\{1b\}\[31m broken\n +at /);
});

Deno.test("reportError() knows an exit code for everything that can be thrown", () => {
  const thrown: readonly (readonly [unknown, number, RegExp])[] = [
    [new UsageError("Cannot read it"), 64, /^error: Cannot read it\nusage: .*search/],
    [new MissingInputError("Cannot find\nit"), 66, /^error: Cannot find\\nit$/],
    [new TypeError("x is not a function"), 70, /TypeError: x is not a function/],
    [{ stack: 1 }, 70, /object/],
    ["text", 70, /text/],
    [undefined, 70, /undefined/],
  ];
  for (const [error, code, text] of thrown) {
    const said: string[] = [];
    const io = { say: (text: string) => void said.push(text) } as Io;
    assert.equal(reportError(error, "search", io), code);
    assert.match(said.join("\n"), text);
  }
});
