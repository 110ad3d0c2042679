import assert from "node:assert/strict";
import { codexSetup } from "../../lib/agent/codex/setup.ts";
import { readHookFile } from "../../lib/agent/hook_file/read.ts";
import { run } from "../../lib/cli/install.ts";
import type { Io } from "../../lib/cli/io.ts";
import {
  commandEnvironment,
  commandLine,
  PROJECT,
  runCommand as runProcess,
} from "../support/command.ts";
import { TemporaryFolder } from "../support/files.ts";
import { assertVisible, HIDDEN } from "../support/hidden.ts";
import { type CommandWorld, runCommand } from "../support/in_process.ts";

const FOREIGN = `{
    "hooks": {
        "Notify": [ { "hooks": [ { "type": "command", "command": "notify" } ] } ]
    }
}
`;

/** A machine with both agents, an installed program, and a repository. */
function createMachine(files: Record<string, string> = {}): TemporaryFolder {
  return new TemporaryFolder({
    "home/.codex/config.toml": "",
    "home/.claude/projects/x": "",
    "home/.local/bin/adaptive-guidebook": "",
    "home/.adaptive-guidebook/guidebook/x": "",
    "shop/.git/HEAD": "",
    "shop/guidebook/x": "",
    "shop/src/x": "",
    ...files,
  });
}

function worldOf(machine: TemporaryFolder, world: CommandWorld = {}): CommandWorld {
  return {
    folder: machine.at("shop/src"),
    programFolder: machine.at("home/.local/lib/adaptive-guidebook/one"),
    ...world,
    env: { HOME: machine.at("home"), ...world.env },
  };
}

/** How many entries Codex gets. */
const CODEX_ENTRIES = codexSetup.entries("x").length;

function commandsIn(path: string): (string | undefined)[] {
  const file = readHookFile(Deno.readTextFileSync(path));
  assert("entries" in file);
  return file.entries.map(({ command }) => command);
}

function eventsIn(path: string): string[] {
  return Object.keys(JSON.parse(Deno.readTextFileSync(path)).hooks);
}

Deno.test("install writes the hook file of Codex, and tells how to trust it", async () => {
  using machine = createMachine();
  const { exitCode, stdout, stderr } = await runCommand(["install", "codex"], worldOf(machine));
  const path = machine.at("home/.codex/hooks.json");
  assert.deepEqual([exitCode, stdout], [0, ""]);
  const command = `${machine.at("home/.local/bin/adaptive-guidebook")} hook codex`;
  assert.deepEqual(commandsIn(path), Array(CODEX_ENTRIES).fill(command));
  assert(stderr.includes(`\n+             "command": "${command}",\n`), stderr);
  assert(stderr.includes(`\nWrote "${path}"\n`), stderr);
  assert.match(stderr, /start codex.*"Hooks need review"/);
  assert.doesNotMatch(stderr, /warning|hint/);
});

Deno.test("install keeps what is there, and does nothing the second time", async () => {
  using machine = createMachine({ "home/.codex/hooks.json": FOREIGN });
  const path = machine.at("home/.codex/hooks.json");
  Deno.chmodSync(path, 0o640);
  await runCommand(["install", "codex", "--guidebook", "../guidebook"], worldOf(machine));
  const text = Deno.readTextFileSync(path);
  assert(text.startsWith(FOREIGN.slice(0, FOREIGN.lastIndexOf("\n    }"))), text);
  assert(commandsIn(path)[1]!.endsWith(` hook codex --guidebook ${machine.at("shop/guidebook")}`));
  assert.equal(Deno.statSync(path).mode! & 0o777, 0o640);
  // A second run that wrote would be seen.
  Deno.utimeSync(path, 1, 1);
  const second = await runCommand(
    ["install", "codex", "--guidebook", machine.at("shop/guidebook")],
    worldOf(machine),
  );
  assert.deepEqual([second.exitCode, second.stdout], [0, ""]);
  assert.match(second.stderr, /^Nothing to change: .*\n.*your trust in it remains/);
  assert.equal(Deno.readTextFileSync(path), text);
  assert.equal(Deno.statSync(path).mtime!.getTime(), 1000);
});

Deno.test("install replaces an older command of ours, and tells what it loses with it", async () => {
  using machine = createMachine();
  const world = worldOf(machine, { programFolder: PROJECT });
  const first = await runCommand(["install", "codex", "--guidebook", "../guidebook"], world);
  assert.match(first.stderr, /^hint: Run from source/m);
  const path = machine.at("home/.codex/hooks.json");
  assert(commandsIn(path).every((command) => command!.startsWith("deno task -q --config ")));
  const { stderr } = await runCommand(["install", "codex"], worldOf(machine));
  assert(commandsIn(path).every((command) => command!.startsWith(machine.at("home/.local"))));
  assert.equal(commandsIn(path).length, CODEX_ENTRIES);
  assert.match(
    stderr,
    /^warning: The new command does not have "--guidebook \S+shop\/guidebook" of/m,
  );
  assert.match(stderr, /Hooks need review/);
});

Deno.test("install reports what an upgrade of older entries changes, and that Codex asks again", async () => {
  using machine = createMachine();
  const path = machine.at("home/.codex/hooks.json");
  const small = await runCommand(["install", "codex", "--no-shell"], worldOf(machine));
  assert.doesNotMatch(small.stderr, /entries for Codex change|once more/);
  assert.deepEqual(eventsIn(path), ["PostToolUse", "SessionStart", "PostCompact", "Interrupt"]);
  assert.doesNotMatch(Deno.readTextFileSync(path), /Bash|mcp__/);
  const again = await runCommand(["install", "codex", "--no-shell"], worldOf(machine));
  assert.match(again.stderr, /^Nothing to change: .*\n.*your trust in it remains/);

  const full = await runCommand(["install", "codex"], worldOf(machine));
  assert.match(
    full.stderr,
    /^The entries for Codex change \(events added: UserPromptSubmit, Stop, SubagentStop; changed: PostToolUse, SessionStart\)$/m,
  );
  assert.match(
    full.stderr,
    /^The entries have changed, so Codex asks for your trust once more\.$/m,
  );
  assert.match(full.stderr, /^The hook is now called after shell commands and MCP calls, too: /m);
  const text = Deno.readTextFileSync(path);
  assert.equal(commandsIn(path).length, CODEX_ENTRIES);

  const back = await runCommand(["install", "codex", "--no-shell"], worldOf(machine));
  assert.doesNotMatch(back.stderr, /is now called/);
  assert.match(back.stderr, /; removed: UserPromptSubmit, Stop, SubagentStop\)$/m);
  assert.deepEqual(eventsIn(path), ["PostToolUse", "SessionStart", "PostCompact", "Interrupt"]);
  assert.equal((await runCommand(["install", "codex"], worldOf(machine))).exitCode, 0);
  assert.deepEqual(JSON.parse(Deno.readTextFileSync(path)), JSON.parse(text));
  const removed = await runCommand(["install", "codex", "--remove"], worldOf(machine));
  assert.deepEqual([removed.exitCode, Deno.readTextFileSync(path)], [0, "{}\n"]);
});

Deno.test("install --project writes one command for the whole team, from any folder of it", async () => {
  using machine = createMachine();
  const { exitCode, stderr } = await runCommand(
    ["install", "codex", "--project"],
    worldOf(machine),
  );
  assert.equal(exitCode, 0);
  assert.deepEqual(
    [...new Set(commandsIn(machine.at("shop/.codex/hooks.json")))],
    [
      '"$HOME/.local/bin/adaptive-guidebook" hook codex ' +
      '--guidebook "$(git rev-parse --show-toplevel)/guidebook"',
    ],
  );
  assert.doesNotMatch(stderr, /warning/);
  assert.match(stderr, /codex exec --trust/);
});

Deno.test("install --project tells who could not run the command", async () => {
  using machine = createMachine();
  Deno.removeSync(machine.at("home/.local"), { recursive: true });
  Deno.removeSync(machine.at("shop/guidebook"), { recursive: true });
  const world = worldOf(machine, { programFolder: PROJECT });
  const { stderr } = await runCommand(["install", "codex", "--project"], world);
  assert.match(stderr, /^warning: "\S+\/\.local\/bin\/adaptive-guidebook" does not exist/m);
  assert.match(stderr, /^warning: There is no guidebook at "\S+\/shop\/guidebook" yet$/m);
});

Deno.test("install --project needs a repository", async () => {
  using machine = createMachine();
  const world = worldOf(machine, { folder: machine.at("home") });
  const { exitCode, stderr } = await runCommand(["install", "codex", "--project"], world);
  assert.equal(exitCode, 66);
  assert.match(
    stderr,
    /Cannot find the project: "\S+\/home" is not in a git repository; .*git init$/,
  );
});

Deno.test("install writes Claude Code's settings, where it looks for them", async () => {
  using machine = createMachine({ "home/.claude/settings.json": '{"model": "opus"}\n' });
  const user = await runCommand(["install", "claude-code"], worldOf(machine));
  const text = Deno.readTextFileSync(machine.at("home/.claude/settings.json"));
  assert(text.startsWith('{"model": "opus", "hooks": {"PostToolUse": ['), text);
  assert.match(user.stderr, /Nothing has to be trusted/);
  const project = await runCommand(["install", "claude-code", "--project"], worldOf(machine));
  const [command] = commandsIn(machine.at("shop/src/.claude/settings.json"));
  assert.match(command!, /^"\$HOME\/\.local\/bin\/adaptive-guidebook" hook claude-code /);
  assert.match(project.stderr, /only where it is started in exactly \S+\/shop\/src\./);
});

Deno.test("install follows CODEX_HOME and CLAUDE_CONFIG_DIR", async () => {
  using machine = createMachine({ "x/x": "" });
  const env = { CODEX_HOME: machine.at("x"), CLAUDE_CONFIG_DIR: machine.at("x") };
  for (
    const [agent, file] of [["codex", "hooks.json"], ["claude-code", "settings.json"]] as const
  ) {
    await runCommand(["install", agent], worldOf(machine, { env }));
    assert(commandsIn(machine.at(`x/${file}`)).length >= 3);
    const variable = agent === "codex" ? "CODEX_HOME" : "CLAUDE_CONFIG_DIR";
    const relative = worldOf(machine, { env: { [variable]: "x" } });
    const { exitCode, stderr } = await runCommand(["install", agent], relative);
    assert.equal(exitCode, 66);
    assert(stderr.includes(`${variable} is not an absolute path`), stderr);
  }
});

Deno.test("install makes the agent's folder for its owner alone, and says that it was missing", async () => {
  using machine = createMachine();
  Deno.removeSync(machine.at("home/.codex"), { recursive: true });
  const { stderr } = await runCommand(["install", "codex"], worldOf(machine));
  assert.match(stderr, /^warning: Codex seems not to be installed/m);
  assert.equal(Deno.statSync(machine.at("home/.codex")).mode! & 0o777, 0o700);
  assert.equal(commandsIn(machine.at("home/.codex/hooks.json")).length, CODEX_ENTRIES);
});

Deno.test("install writes through a link into the real file, and leaves the link", async () => {
  using machine = createMachine({ "dotfiles/codex.json": FOREIGN });
  const link = machine.at("home/.codex/hooks.json");
  Deno.symlinkSync("../../dotfiles/codex.json", link);
  const { stderr } = await runCommand(["install", "codex"], worldOf(machine));
  assert(stderr.includes(`Wrote "${machine.at("dotfiles/codex.json")}"`), stderr);
  assert(Deno.lstatSync(link).isSymlink);
  assert.equal(commandsIn(machine.at("dotfiles/codex.json")).length, CODEX_ENTRIES + 1);
});

Deno.test("install refuses a file that it cannot merge into, and changes nothing", async (t) => {
  const cases: [name: string, text: string, said: RegExp][] = [
    ["broken JSON", '{\n  "hooks": {},\n}\n', /hooks\.json:3:1\n +\|\n 3 \| \}\n/],
    ["a comment", '{ "hooks": {} } // mine\n', /JSON has no comments/],
    ["a key twice", '{ "hooks": {}, "hooks": {} }\n', /error\[duplicate-key\]/],
    ["hooks that are no object", '{ "hooks": [] }\n', /error\[invalid-hooks\].*"hooks"/],
    ["an event that is no list", '{ "hooks": { "Stop": {} } }\n', /hooks\."Stop" is not a list/],
    [
      "a handler that is null",
      '{ "hooks": { "PostToolUse": [\n{ "hooks": [null] }\n] } }\n',
      /^error\[rejected-hooks\]: .*hooks\.PostToolUse\[0\]\.hooks\[0\][\s\S]*hooks\.json:2:13/,
    ],
    [
      "a group that is a string",
      '{ "hooks": { "Stop": ["x"] } }\n',
      /^error\[rejected-hooks\]: .*hooks\.Stop\[0\][\s\S]*hooks\.json:1:23/,
    ],
  ];
  for (const [name, text, said] of cases) {
    await t.step(name, async () => {
      using machine = createMachine({ "home/.codex/hooks.json": text });
      for (const args of [[], ["--print"]]) {
        const { exitCode, stdout, stderr } = await runCommand(
          ["install", "codex", ...args],
          worldOf(machine),
        );
        assert.deepEqual([exitCode, stdout], [1, ""]);
        assert.match(stderr, said);
        assert.match(stderr, /= help: .*\nNothing was changed$/);
      }
      assert.equal(Deno.readTextFileSync(machine.at("home/.codex/hooks.json")), text);
    });
  }
  const others: [name: string, make: (path: string) => void, said: RegExp][] = [
    ["a folder", (path) => Deno.mkdirSync(path), /it is not a regular file/],
    [
      "a link to nothing",
      (path) => Deno.symlinkSync("nowhere", path),
      /a link to a file that/,
    ],
    [
      "a huge file",
      (path) => Deno.writeTextFileSync(path, `{}${" ".repeat(5_000_000)}`),
      /it is larger than 4194304 bytes/,
    ],
    ["other bytes", (path) => Deno.writeFileSync(path, new Uint8Array([0x7b, 0xff])), /not UTF-8/],
  ];
  for (const [name, make, said] of others) {
    await t.step(name, async () => {
      using machine = createMachine();
      make(machine.at("home/.codex/hooks.json"));
      const { exitCode, stdout, stderr } = await runCommand(["install", "codex"], worldOf(machine));
      assert.deepEqual([exitCode, stdout], [1, ""]);
      assert.match(stderr, said);
      assert.match(stderr, /Nothing was changed$/);
    });
  }
});

Deno.test("install --print gives the file on stdout, and writes nothing", async () => {
  using machine = createMachine({ "home/.codex/hooks.json": FOREIGN });
  const printed = await runCommand(["install", "codex", "--print"], worldOf(machine));
  assert.equal(printed.exitCode, 0);
  assert.equal(Deno.readTextFileSync(machine.at("home/.codex/hooks.json")), FOREIGN);
  await runCommand(["install", "codex"], worldOf(machine));
  assert.equal(Deno.readTextFileSync(machine.at("home/.codex/hooks.json")), printed.stdout);
});

Deno.test("install --print escapes what a terminal obeys, so that a parser reads the same", async () => {
  const hidden = "\u202e\u009b\u2028";
  const before = `{\r\n\t"description": "${hidden}"\r\n}\r\n`;
  using machine = createMachine({ "home/.codex/hooks.json": before });
  const { stdout } = await runCommand(["install", "codex", "--print"], worldOf(machine));
  assert.match(stdout, /^\{\r\n\t"description": "\\u202e\\u009b\\u2028"/);
  assert.equal(JSON.parse(stdout).description, hidden);
});

Deno.test("install tells that Claude Code's hooks are switched off, and of what speaks of us", async () => {
  using machine = createMachine({
    "home/.claude/settings.json": JSON.stringify({
      disableAllHooks: true,
      hooks: { Stop: [{ hooks: [{ type: "command", command: "adaptive-guidebook hook x; y" }] }] },
    }),
  });
  const { stderr } = await runCommand(["install", "claude-code"], worldOf(machine));
  assert.match(stderr, /^warning: "disableAllHooks" is true/m);
  assert.match(stderr, /^warning: The entry at hooks\.Stop\[0\]\.hooks\[0\] mentions adaptive/m);
});

Deno.test("install shows no hidden character of a file as it is", async () => {
  const text = JSON.stringify({ description: "\u202e", hooks: { [`S${HIDDEN}`]: [] } }, null, 1)
    .replaceAll(" ", "\t");
  using machine = createMachine({ "home/.codex/hooks.json": text });
  const { stderr } = await runCommand(["install", "codex"], worldOf(machine));
  assert.match(stderr, /u\{202e\}/);
  assertVisible(stderr);
});

Deno.test("install refuses a copy of the program that nothing has installed", async () => {
  using machine = createMachine();
  const world = worldOf(machine, { programFolder: machine.at("dist") });
  const { exitCode, stderr } = await runCommand(["install", "codex"], world);
  assert.equal(exitCode, 66);
  assert.match(stderr, /is not installed\nhelp: Run `deno task install`/);
});

Deno.test("install prints only, where the program is compiled and can ask for nothing", async () => {
  using machine = createMachine({ "home/.codex/hooks.json": FOREIGN });
  let [printed, said] = ["", ""];
  const io = {
    stdin: { isTerminal: () => true },
    env: (name: string) => name === "HOME" ? machine.at("home") : undefined,
    callerFolder: () => machine.path,
    say: (text: string) => said += `${text}\n`,
    stdout: {
      write: (bytes: Uint8Array) => {
        printed += new TextDecoder().decode(bytes);
        return Promise.resolve(bytes.length);
      },
    },
  } as unknown as Io;
  const exitCode = await run(
    ["codex"],
    io,
    () => ({ kind: "compiled", path: "/opt/ag", call: "/opt/ag" }),
  );
  assert.equal(exitCode, 1);
  assert.match(
    said,
    /^Cannot write "\S+": a compiled program cannot ask for access\. Nothing was/m,
  );
  assert.match(said, /\nhelp: Save the text on stdout as that file yourself\n$/);
  const file = readHookFile(printed);
  assert("entries" in file);
  assert.equal(file.entries[1]?.command, "/opt/ag hook codex");
  assert.equal(Deno.readTextFileSync(machine.at("home/.codex/hooks.json")), FOREIGN);
});

Deno.test("install refuses wrong usage, and says what is wrong", async (t) => {
  using machine = createMachine({ "shop/rule.yaml": "" });
  const cases: [args: string[], said: RegExp, exitCode?: number][] = [
    [[], /^error: Cannot install: no agent is named; agents are codex, claude-code$/m],
    [[""], /^error: Cannot install for "": agents are/m],
    [["cursor"], /^error: Cannot install for "cursor": agents are codex, claude-code$/m],
    [["constructor"], /agents are/],
    [["codex", "claude-code"], /^error: .*"codex claude-code": call it once for each agent$/m],
    [["codex", "--user", "--project"], /combine --user and --project$/m],
    [["codex", "--project", "--guidebook", "x"], /combine --guidebook and --project:/],
    [["codex", "--remove", "--guidebook", "x"], /combine --guidebook and --remove:/],
    [["codex", "--remove", "--no-shell"], /combine --no-shell and --remove: all entries are/],
    [["codex", "--no-shell=1"], /"--no-shell": it takes no value/],
    [["codex", "--guidebook", "../rule.yaml"], /\/shop\/rule\.yaml" .* it is a file; name the/, 66],
  ];
  for (const [args, said, expected = 64] of cases) {
    await t.step(args.join(" "), async () => {
      const { exitCode, stderr } = await runCommand(["install", ...args], worldOf(machine));
      assert.equal(exitCode, expected);
      assert.match(stderr, said);
    });
  }
  assert.throws(() => Deno.statSync(machine.at("home/.codex/hooks.json")), Deno.errors.NotFound);
});

Deno.test("install prints nothing over a file that a shell's > may just have emptied", async () => {
  using machine = createMachine({ "home/.codex/hooks.json": "" });
  for (const options of [[], ["--remove"]]) {
    const args = ["install", "codex", "--print", ...options];
    const { exitCode, stdout, stderr } = await runCommand(args, worldOf(machine));
    assert.deepEqual([exitCode, stdout], [1, ""]);
    assert.match(stderr, /^Cannot print "\S+": it is empty\nhelp: .*"> FILE" of that same file/);
  }
  // Nor where it is printed because nobody can give access.
  const options = { home: machine.at("home"), cwd: machine.path };
  const { code, stdout, stderr } = await runProcess(["install", "codex"], options);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /access was not granted\. Nothing was changed\nhelp: If this command ends/);
  // To write into it is what was wished for.
  assert.equal((await runCommand(["install", "codex"], worldOf(machine))).exitCode, 0);
  assert.equal(commandsIn(machine.at("home/.codex/hooks.json")).length, CODEX_ENTRIES);
});

Deno.test("install --remove gives back the file as it was, and does nothing the second time", async () => {
  const files = { "home/.codex/hooks.json": FOREIGN, "home/.claude/settings.json": '{"a": 1}' };
  using machine = createMachine(files);
  for (const [i, agent] of ["codex", "claude-code"].entries()) {
    const [path = "", text] = Object.entries(files)[i]!;
    await runCommand(["install", agent, "--guidebook", "../guidebook"], worldOf(machine));
    assert.notEqual(Deno.readTextFileSync(machine.at(path)), text);
    const printed = await runCommand(["install", agent, "--remove", "--print"], worldOf(machine));
    assert.deepEqual([printed.exitCode, printed.stdout], [0, text]);
    const removed = await runCommand(["install", agent, "--remove"], worldOf(machine));
    assert.deepEqual([removed.exitCode, removed.stdout], [0, ""]);
    assert.equal(Deno.readTextFileSync(machine.at(path)), text);
    assert.match(removed.stderr, /^- .*hook (codex|claude-code) --guidebook /m);
    assert.equal(/^No other hook has moved, so your trust/m.test(removed.stderr), i === 0);
    assert.doesNotMatch(removed.stderr, /warning|review/);
    Deno.utimeSync(machine.at(path), 1, 1);
    const second = await runCommand(["install", agent, "--remove"], worldOf(machine));
    assert.deepEqual([second.exitCode, second.stdout], [0, ""]);
    assert.equal(
      second.stderr,
      `Nothing to remove: "${machine.at(path)}" does not have the hook`,
    );
    assert.equal(Deno.statSync(machine.at(path)).mtime!.getTime(), 1000);
  }
});

Deno.test("install --remove takes out of the project's file, too, and makes none", async () => {
  using machine = createMachine();
  const path = machine.at("shop/.codex/hooks.json");
  const remove = ["install", "codex", "--project", "--remove"];
  for (const options of [[], ["--print"]]) {
    const none = await runCommand([...remove, ...options], worldOf(machine));
    assert.deepEqual([none.exitCode, none.stdout], [0, ""]);
    assert.match(none.stderr, /^Nothing to remove: /);
  }
  assert.throws(() => Deno.statSync(path), Deno.errors.NotFound);
  await runCommand(["install", "codex", "--project"], worldOf(machine));
  assert.equal(commandsIn(path).length, CODEX_ENTRIES);
  // A copy that nothing has installed has no command to write, but may well take one out.
  const world = worldOf(machine, { programFolder: machine.at("dist") });
  assert.equal((await runCommand(remove, world)).exitCode, 0);
  assert.equal(Deno.readTextFileSync(path), "{}\n");
});

Deno.test("install --remove tells of what it has to leave", async () => {
  const handler = (command: string) => ({ type: "command", command });
  const hooks = { Stop: [{ hooks: [handler("/x/adaptive-guidebook hook codex"), handler("a")] }] };
  const text = JSON.stringify({ hooks });
  using machine = createMachine({ "home/.codex/hooks.json": text });
  const { exitCode, stderr } = await runCommand(["install", "codex", "--remove"], worldOf(machine));
  assert.equal(exitCode, 1);
  assert.match(
    stderr,
    /^warning: An entry of ours is left at hooks\.Stop\[0\]\.hooks\[0\]\. Removing/,
  );
  assert.match(stderr, /\nNothing else to remove: /);
  assert.equal(Deno.readTextFileSync(machine.at("home/.codex/hooks.json")), text);
});

Deno.test("install prints the file where nobody can give access, with the released permissions", async () => {
  using machine = createMachine({ "home/.codex/hooks.json": FOREIGN });
  const { code, stdout, stderr } = await runProcess(["install", "codex"], {
    home: machine.at("home"),
    cwd: machine.path,
  });
  assert.equal(code, 1, stderr);
  assert.match(stderr, /^Cannot write "\S+": access was not granted\. Nothing was changed$/m);
  assert.match(stderr, /^help: Save the text on stdout as that file yourself\n.* with y$/m);
  // What is not in the file is not to be trusted yet.
  assert.doesNotMatch(stderr, /review/);
  const file = readHookFile(stdout);
  assert("entries" in file && file.entries.length === CODEX_ENTRIES + 1);
  assert.equal(Deno.readTextFileSync(machine.at("home/.codex/hooks.json")), FOREIGN);
});

Deno.test("install writes after a person has said yes to that one file", async () => {
  using machine = createMachine({ "dotfiles/codex.json": FOREIGN });
  const options = { home: machine.at("home") };
  Deno.symlinkSync(machine.at("dotfiles/codex.json"), machine.at("home/.codex/hooks.json"));
  const line = commandLine(["install", "codex"], options)
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  // Only on a terminal does Deno ask, and `script` is one.
  const child = new Deno.Command("script", {
    args: ["--quiet", "--return", "--command", line, "/dev/null"],
    cwd: machine.path,
    clearEnv: true,
    env: commandEnvironment({ ...options, env: { NO_COLOR: "1", SHELL: "/bin/sh" } }),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const end = new AbortController();
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const typing = keepTyping(child.stdin, "y\n", end.signal);
  const screen = await new Response(child.stdout).text();
  const { code } = await child.status;
  clearTimeout(timer);
  end.abort();
  await typing;
  assert.equal(code, 0, screen);
  assert(
    screen.includes(`requests write access to "${machine.at("dotfiles/codex.json")}"`),
    screen,
  );
  assert.match(screen, /^Deno asks now for access to that file alone: y writes the file, n/m);
  assert.equal(commandsIn(machine.at("dotfiles/codex.json")).length, CODEX_ENTRIES + 1, screen);
});

/** What is typed before Deno asks is thrown away, so the answer is given until somebody takes it. */
async function keepTyping(
  stdin: WritableStream<Uint8Array<ArrayBuffer>>,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const writer = stdin.getWriter();
  while (!signal.aborted) {
    await writer.write(new TextEncoder().encode(text)).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await writer.close().catch(() => {});
}
