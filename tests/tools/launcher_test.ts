/** The launcher as an agent calls it: one installation for all of these tests, its checkout gone. */
import assert from "node:assert/strict";
import { readFixture } from "../../lib/cli/test/fixture.ts";
import { testCases } from "../support/batches.ts";
import { PROJECT } from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";
import {
  installAndDeleteCheckout,
  namesBelow,
  presentedId,
  type ProcessOptions,
  type Workspace,
} from "./installed.ts";

const FIXTURES = `${PROJECT}/fixtures/hook`;
const FIXTURE = "presents-once-per-session";

let workspace: Workspace;
let launcher: string;

Deno.test.beforeAll(async () => {
  ({ workspace, launcher } = await installAndDeleteCheckout());
});

Deno.test.afterAll(() => workspace[Symbol.dispose]());

/** Runs the hook for an edit of the sandbox's a.txt. */
async function hook(sandbox: Sandbox, options: ProcessOptions = {}, wrap: string[] = []) {
  const deadline = ["--deadline", "30000"];
  return await workspace.launch([...wrap, launcher, ...sandbox.hookCommand, ...deadline], {
    stdin: sandbox.payload(),
    cwd: sandbox.repository,
    ...options,
    env: { HOME: sandbox.home, ...options.env },
  });
}

Deno.test("the launcher gives the golden answer, once", async () => {
  await using sandbox = await Sandbox.create();
  const { folder, events, origin = "" } = readFixture(FIXTURES, FIXTURE);
  await sandbox.git("repository", "remote", "set-url", "origin", origin);
  const source = await Deno.readTextFile(`${folder}/repository/src/OrderService.kt`);
  await sandbox.write("repository/src/OrderService.kt", source);
  assert.equal(events.length, 2);
  for (const { input, expected } of events) {
    const { code, stdout, stderr } = await workspace.launch(
      [launcher, "hook", "codex", "--guidebook", `${folder}/guidebook`],
      {
        stdin: input.replaceAll("$REPOSITORY", sandbox.repository),
        cwd: "/",
        env: { HOME: sandbox.home },
      },
    );
    assert.deepEqual(
      { exitCode: code, stdout: stdout === "" ? null : JSON.parse(stdout), stderr },
      { ...expected, stderr: "" },
    );
  }
});

Deno.test("the launcher works in every shell of this machine", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const shells = [
    "sh",
    "dash",
    "bash",
    "bash --posix",
    "busybox sh",
    "ksh93",
    "mksh",
    "yash",
    "zsh",
  ];
  const cases: Record<string, { wrap: string[]; env: Record<string, string> }> = {};
  for (const shell of shells) cases[shell] = { wrap: shell.split(" "), env: {} };
  for (const SHELLOPTS of ["nounset", "errexit", "nounset:errexit:noglob"]) {
    cases[SHELLOPTS] = { wrap: ["bash"], env: { SHELLOPTS } };
  }
  for (const [name, { wrap }] of Object.entries(cases)) {
    if (!isInstalled(wrap[0]!)) delete cases[name];
  }
  assert(Object.keys(cases).length > 0);
  await testCases(t, cases, async ({ wrap, env }, name) => {
    const stdin = sandbox.payload(["a.txt"], name);
    const answer = await hook(sandbox, { env, stdin }, wrap);
    assert.deepEqual([presentedId(answer), answer.code, answer.stderr], ["one", 0, ""]);
    // zsh looks for a home by itself.
    const HOME = name === "zsh" ? "" : undefined;
    const homeless = await hook(sandbox, { env: { ...env, HOME }, stdin }, wrap);
    assert.deepEqual([homeless.code, homeless.stdout], [0, ""]);
    assert.match(homeless.stderr, /^adaptive-guidebook: Cannot start: HOME is not set\n$/);
  });
});

Deno.test("without a home that can be used the launcher says so, and lets the agent go on", async (t) => {
  const homes: Record<string, [home: string | undefined, said: string]> = {
    "unset": [undefined, "HOME is not set"],
    "empty": ["", "HOME is not set"],
    "relative": ["home", "HOME is not an absolute path"],
    "with a comma": ["/a,b", "HOME has a comma, at which Deno splits permissions"],
    "relative, with a comma": ["a,b", "HOME has a comma, at which Deno splits permissions"],
  };
  await testCases(t, homes, async ([HOME, said]) => {
    for (const args of [["hook", "codex"], ["search"], ["--version"], []]) {
      const { code, stdout, stderr } = await workspace.launch([launcher, ...args], {
        env: { HOME },
      });
      const line = `adaptive-guidebook: Cannot start: ${said}\n`;
      assert.deepEqual([code, stdout, stderr], [0, "", line]);
    }
    // What did not run must not count as passed.
    for (const verdict of ["check", "doctor", "test"]) {
      const { code, stdout } = await workspace.launch([launcher, verdict], { env: { HOME } });
      assert.deepEqual([code, stdout], [66, ""]);
    }
  });
});

Deno.test("a home that cannot be written costs the memory only", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  await testCases(
    t,
    { "a device": "/dev/null", "not a file system to write": "/proc" },
    async (HOME) => {
      const answer = await hook(sandbox, { env: { HOME } });
      assert.deepEqual([presentedId(answer), answer.code, answer.stderr], ["one", 0, ""]);
      assert.match(JSON.parse(answer.stdout).systemMessage, /Cannot (use|remember)/);
    },
  );
  await t.step("one that is not there is made", async () => {
    const answer = await hook(sandbox, { env: { HOME: sandbox.at("new/home") } });
    assert.deepEqual([presentedId(answer), answer.stderr], ["one", ""]);
    assert.deepEqual(
      sandbox.recorded(sandbox.at("new/home/.adaptive-guidebook/adaptive-guidebook.db")),
      [
        "s one",
      ],
    );
  });
});

Deno.test("a home with odd characters in its name works", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const HOME = sandbox.at(`it's "$PATH" \`a\`\\b\nc=é*`);
  await Deno.mkdir(HOME);
  const answer = await hook(sandbox, { env: { HOME } });
  assert.deepEqual([presentedId(answer), answer.stderr], ["one", ""]);
  assert.equal((await hook(sandbox, { env: { HOME } })).stdout, "");
});

Deno.test("no file of the agent's folder or of the home keeps the hook from answering", async (t) => {
  const broken = { "deno.json": "{", "deno.lock": "{", "package.json": "{", ".npmrc": "\xff=[" };
  const cases: Record<string, (sandbox: Sandbox) => Promise<void>> = {
    "in the agent's folder": async (s) => {
      for (const [name, text] of Object.entries(broken)) await s.write(`repository/${name}`, text);
      await s.write("repository/node_modules/.deno/x", "");
    },
    "in the home": async (s) => {
      for (const [name, text] of Object.entries(broken)) await s.write(`home/${name}`, text);
    },
    "~/.npmrc with a variable": async (s) => {
      await s.write("home/.npmrc", "registry=${CORPORATE_REGISTRY}\n");
    },
    "~/.npmrc that is a folder": (s) => Deno.mkdir(`${s.home}/.npmrc`),
    "~/.npmrc that hangs": (s) => s.run("mkfifo", [`${s.home}/.npmrc`]),
  };
  await testCases(t, cases, async (arrange) => {
    await using sandbox = await Sandbox.create();
    await sandbox.writeGuideline("one");
    await arrange(sandbox);
    const answer = await hook(sandbox);
    assert.deepEqual([presentedId(answer), answer.code, answer.stderr], ["one", 0, ""]);
  });
});

/** Each of these makes a Deno that inherits it end with an error, print, or write files. */
const HARMFUL: Record<string, string> = {
  DENO_AUDIT_PERMISSIONS: "audit.jsonl",
  DENO_AUTH_TOKENS: "x",
  DENO_CONNECTED: "1",
  DENO_COVERAGE_DIR: "coverage",
  DENO_DIR: "relative",
  DENO_LOG: "debug",
  DENO_PERMISSION_BROKER_PATH: "broker",
  DENO_UNSTABLE_CONTROL_SOCK: "x",
  DENO_UNSTABLE_OTEL_DETERMINISTIC: "x",
  DENO_V8_FLAGS: "--no-such-flag",
  NODE_CHANNEL_FD: "3",
  NODE_OPTIONS: "--require /nonexistent",
  SSLKEYLOGFILE: "keys",
  XDG_CACHE_HOME: "relative",
};
Deno.test("no variable that an agent hands on harms the hook", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  await testCases(t, HARMFUL, async (value, name) => {
    const stdin = sandbox.payload(["a.txt"], name);
    const cwd = sandbox.at(name);
    await Deno.mkdir(cwd);
    const answer = await hook(sandbox, { env: { [name]: value }, stdin, cwd });
    assert.deepEqual([presentedId(answer), answer.code, answer.stderr], ["one", 0, ""]);
    assert.deepEqual(namesBelow(cwd), []);
  });
});

Deno.test("the launcher ends with 0 where its streams are closed or PATH is empty", async (t) => {
  await using sandbox = await Sandbox.create();
  const cases: Record<string, [redirections: string, env: Record<string, string | undefined>]> = {
    "stdin closed": ["<&-", {}],
    "stdout closed": [">&-", {}],
    "stderr closed": ["2>&-", {}],
    "stderr closed, without a home": ["2>&-", { HOME: undefined }],
    "stdout full": [">/dev/full", {}],
    "no PATH": ["", { PATH: undefined }],
    "an empty PATH": ["", { PATH: "" }],
  };
  await sandbox.writeGuideline("one");
  await testCases(t, cases, async ([redirections, env]) => {
    const wrap = ["/bin/sh", "-c", `"$@" ${redirections}`, "sh"];
    assert.equal((await hook(sandbox, { env }, wrap)).code, 0);
  });
});

Deno.test("the launcher says that stdout is closed, and nothing is recorded", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const { code, stderr } = await hook(sandbox, {}, ["/bin/sh", "-c", '"$@" >&-', "sh"]);
  assert.deepEqual([code, stderr], [0, "adaptive-guidebook: Cannot answer: stdout is closed\n"]);
  const { stdout } = await hook(sandbox);
  assert.match(stdout, /\[one\]/);
});

Deno.test("the launcher lets no limit on the size of files kill the hook", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  for (const blocks of [0, 8]) {
    const wrap = ["/bin/sh", "-c", `ulimit -f ${blocks}; exec "$@"`, "sh"];
    const { code, stdout } = await hook(sandbox, {}, wrap);
    assert.equal(code, 0);
    assert.match(stdout, /\[one\]/);
  }
});

function isInstalled(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(program.startsWith("/") ? program : `${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}

Deno.test("the launcher answers from a folder that is gone", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("here");
  const gone = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
  const result = await hook(sandbox, {}, ["/bin/sh", "-c", gone, "sh"]);
  assert.deepEqual([result.code, presentedId(result)], [0, "here"]);
  // Who asks for all that is below it must not get the whole disk.
  const shells = ["/bin/sh", "bash", "busybox sh"].filter((shell) =>
    isInstalled(shell.split(" ")[0]!)
  );
  assert(shells.length > 0);
  for (const shell of shells) {
    const wrap = ["/bin/sh", "-c", gone, "sh", ...shell.split(" ")];
    for (const args of [["check", "."], ["explain", "a.txt"], ["doctor"], ["install", "codex"]]) {
      const { code, stdout, stderr } = await workspace.launch([...wrap, launcher, ...args], {
        cwd: sandbox.repository,
        env: { HOME: sandbox.home },
      });
      assert.deepEqual([code, stdout], [66, ""], shell);
      assert.match(stderr, /^adaptive-guidebook: Cannot start: the current folder is gone$/m);
    }
  }
});
