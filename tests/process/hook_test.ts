import { isTaken } from "../../lib/cli/path_kind.ts";
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  commandEnvironment,
  commandLine,
  endOf,
  runCommand,
  spawnCommand,
  statusOf,
  writeAll,
} from "../support/command.ts";
import { inBatches, testCases } from "../support/batches.ts";
import { damageTexts } from "../support/damage.ts";
import { assertVisible } from "../support/hidden.ts";
import { readHookResult, Sandbox } from "../support/sandbox.ts";

/** Generous: the hook's own limit is 2 s, but this machine may be busy. */
const DEADLINE = 10_000;
/** Codex would take less; the point is to have more to write than a pipe holds. */
const UNLIMITED = ["--context-limit", "0"];
const LARGE = { content: `${"x".repeat(100)}\n`.repeat(2000) };

Deno.test("32 hooks of one session that make the database together present each guideline once", async () => {
  for (let round = 0; round < 2; round++) {
    await using sandbox = await Sandbox.create();
    const ids = ["one", "three", "two"];
    for (const id of ids) await sandbox.writeGuideline(id);
    const results = await Promise.all(Array.from({ length: 32 }, () => sandbox.hook()));
    const talk = results.flatMap(({ notices, stderr }) => [...notices, stderr]).filter(Boolean);
    assert.deepEqual(results.flatMap((result) => result.ids).toSorted(), ids, talk.join("\n"));
    assert.deepEqual(sandbox.recorded(), ids.map((id) => `s ${id}`));
  }
});

Deno.test("the data folder and its files are for the user alone under umask 022", async () => {
  await using sandbox = await Sandbox.create();
  await writeLargeGuidelines(sandbox);
  const hook = await startBlockedHook(sandbox, { umask: "022" });
  try {
    assert.equal(modeOf(sandbox.data), 0o700);
    assert.equal(modeOf(sandbox.database), 0o600);
    assert.equal(modeOf(`${sandbox.database}-journal`), 0o600);
  } finally {
    await kill(hook);
  }
  // A corrupt one is set aside under a lock, which is a file too.
  await Deno.writeTextFile(sandbox.database, "garbage");
  await sandbox.hook(["a.txt"], { umask: "022" });
  const modes = [...Deno.readDirSync(sandbox.data)].map(({ name, isDirectory }) => {
    assert.equal(modeOf(`${sandbox.data}/${name}`), isDirectory ? 0o700 : 0o600, name);
    return name;
  });
  assert(modes.length > 2, modes.join());
  const cached = [...Deno.readDirSync(`${sandbox.data}/cache`)].map(({ name }) => name);
  assert(cached.length > 0);
  for (const name of cached) assert.equal(modeOf(`${sandbox.data}/cache/${name}`), 0o600, name);
});

Deno.test("bad input ends with exit code 0, an empty stdout and one line on stderr", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const payload = JSON.parse(sandbox.payload());
  const without = (key: string) => JSON.stringify({ ...payload, [key]: undefined });
  const cases: Record<string, [stdin: string | Uint8Array<ArrayBuffer>, complaint: RegExp]> = {
    "not JSON": ["{nope", /not JSON/],
    "empty": ["", /empty/],
    "white space": [" \n", /empty/],
    "bytes that are not UTF-8": [new Uint8Array([0xff, 0xfe, 0x00, 0x80]), /not JSON/],
    "a JSON array": ["[]", /not a JSON object/],
    "JSON null": ["null", /not a JSON object/],
    "no hook_event_name": [without("hook_event_name"), /hook_event_name/],
    "no session_id": [without("session_id"), /session_id/],
    "no cwd": [without("cwd"), /cwd/],
    "a relative cwd": [JSON.stringify({ ...payload, cwd: "." }), /cwd/],
    "a tool_response that is an object": [
      JSON.stringify({ ...payload, tool_response: { output: "M a.txt" } }),
      /tool_response/,
    ],
    "a tool_response that is null": [
      JSON.stringify({ ...payload, tool_response: null }),
      /tool_response/,
    ],
    "a path to nowhere": [sandbox.payload(["../../../../../../../nowhere/a.txt"]), /no such file/],
    "a path below a file": [sandbox.payload(["a.txt/../../repository/a.txt/b"]), /cannot be read/],
  };
  await testCases(t, cases, async ([stdin, complaint]) => {
    const result = await sandbox.hook([], { stdin });
    assert.equal(result.stdout, "");
    assert.match(result.stderr, /^adaptive-guidebook: [^\n]+\n$/);
    assert.match(result.stderr, complaint);
  });
  await t.step("nothing was recorded", () => assert.equal(isTaken(sandbox.database), false));
});

Deno.test("wrong usage exits with 64 and a hint or the usage, also of the hook", async () => {
  await using sandbox = await Sandbox.create();
  const lines = [
    ["hook"],
    ["hook", ""],
    ["hook", "claude"],
    ["hook", "codex", "extra"],
    ["hook", "codex", "--bogus"],
    ["hook", "codex", "-x"],
    ["hook", "codex", "--dry-run"],
    ["hook", "codex", "--guidebook"],
    ["hook", "codex", "--guidebook="],
    ["hook", "codex", "--db"],
    ["hook", "codex", "--db", ""],
    ["hook", "codex", "--db", "a", "--db", "b"],
    ["hook", "toString"],
    ["HOOK", "codex"],
    ["--hook"],
    ["nope"],
    ["toString"],
    ["constructor"],
    ["search", "operand"],
    ["search", "--dry-run=yes"],
    ["check", "--nope"],
    ["help", "nope"],
    ["\u001b[31mred\u202e"],
  ];
  await inBatches(lines, 4, async (args) => {
    const { code, stdout, stderr } = await runCommand(args, { home: sandbox.home });
    const name = JSON.stringify(args);
    assert.deepEqual([code, stdout], [64, ""], name);
    assert.match(stderr, /^error: .+\n(?:help: .+\n$|usage: )/, name);
    assertVisible(stderr);
  });
});

Deno.test({
  name: "the hook on a terminal gives a hint and ends with exit code 64",
  ignore: !isTaken("/usr/bin/script") || Deno.build.os !== "linux",
  async fn() {
    await using sandbox = await Sandbox.create();
    const options = { home: sandbox.home };
    const line = commandLine(sandbox.hookCommand, options).map((word) => `'${word}'`).join(" ");
    // Without the -e of `script` the exit code would be its own.
    const { code, stdout } = await new Deno.Command("/usr/bin/script", {
      args: ["-qec", line, "/dev/null"],
      clearEnv: true,
      env: commandEnvironment(options),
      stdin: "null",
    }).output();
    assert.equal(code, 64);
    assert.match(new TextDecoder().decode(stdout), /terminal.*\r\nusage: /s);
  },
});

Deno.test("ADAPTIVE_GUIDEBOOK=off turns the hook off", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const { stdout, stderr } = await sandbox.hook(["a.txt"], { env: { ADAPTIVE_GUIDEBOOK: "off" } });
  assert.deepEqual([stdout, stderr, isTaken(sandbox.data)], ["", "", false]);
});

Deno.test("a stdin that goes silent ends the hook", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const hook = spawnCommand(sandbox.hookCommand, sandbox);
  const writer = hook.stdin.getWriter();
  await writer.write(new TextEncoder().encode(sandbox.payload().slice(0, -1)));
  const { code, stdout, stderr } = await endOf(hook, DEADLINE);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.match(stderr, /^adaptive-guidebook: .*stdin sent nothing for 2000 ms\n$/);
  await writer.close().catch(() => {});
});

Deno.test("a payload that is whole is answered though stdin does not end", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const hook = spawnCommand(sandbox.hookCommand, sandbox);
  const writer = hook.stdin.getWriter();
  await writer.write(new TextEncoder().encode(sandbox.payload()));
  const { code, stdout, stderr } = await endOf(hook, DEADLINE);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /\[one\]/);
  await writer.close().catch(() => {});
});

Deno.test("a cache whose texts are damaged costs time, and no guideline", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one", { content: "Read this one." });
  // What was written just now is not trusted for two seconds.
  await new Promise((resolve) => setTimeout(resolve, 3100));
  await sandbox.hook(["a.txt"]);
  for (const text of [undefined, "Read this one."]) {
    damageTexts(`${sandbox.data}/cache`, text);
    const session = `damaged ${text}`;
    for (const ids of [["one"], []]) {
      const result = await sandbox.hook(["a.txt"], { session });
      assert.deepEqual([result.ids, result.stderr], [ids, ""]);
      if (ids.length > 0) assert.match(result.stdout, /Read this one\./);
    }
  }
});

Deno.test("a reader that has gone leaves nothing recorded, and the next hook presents", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const hook = spawnCommand(sandbox.hookCommand, sandbox);
  await hook.stdout.cancel();
  await writeAll(hook.stdin, sandbox.payload());
  const stderr = await new Response(hook.stderr).text();
  assert.equal((await hook.status).code, 0);
  assert.match(stderr, /^adaptive-guidebook: [^\n]+\n$/);
  assert.deepEqual(sandbox.recorded(), []);
  assert.deepEqual((await sandbox.hook()).ids, ["one"]);
});

Deno.test("a reader that never reads ends the hook by its deadline, with nothing recorded", async () => {
  await using sandbox = await Sandbox.create();
  await writeLargeGuidelines(sandbox);
  const hook = await startBlockedHook(sandbox);
  assert.equal((await statusOf(hook, DEADLINE)).code, 0);
  await Promise.all([hook.stdout.cancel(), hook.stderr.cancel()]);
  assert.deepEqual(sandbox.recorded(), []);
  const { ids, notices } = await sandbox.hook(["a.txt"], { args: UNLIMITED });
  assert.deepEqual([ids, notices], [["large-1", "large-2", "large-3", "large-4"], []]);
});

Deno.test("a hook that is killed in its transaction leaves nothing recorded", async () => {
  await using sandbox = await Sandbox.create();
  await writeLargeGuidelines(sandbox);
  await kill(await startBlockedHook(sandbox));
  assert.equal(isTaken(`${sandbox.database}-journal`), true);
  const { ids, notices } = await sandbox.hook(["a.txt"], { args: UNLIMITED });
  assert.deepEqual([ids.length, notices], [4, []]);
});

Deno.test("a hook that is killed at any moment never breaks the database or records too much", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const startedAt = performance.now();
  await sandbox.hook(["a.txt"], { session: "first" });
  const duration = performance.now() - startedAt;

  const written = new Set(["first one"]);
  const moments = Array.from({ length: 30 }, (_, i) => ({ session: `s${i}`, after: i / 30 }));
  await inBatches(moments, 2, async ({ session, after }) => {
    const hook = spawnCommand(sandbox.hookCommand, sandbox);
    const timer = setTimeout(() => {
      try {
        hook.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    }, duration * (0.2 + after));
    const [output] = await Promise.all([
      endOf(hook),
      writeAll(hook.stdin, sandbox.payload(["a.txt"], session)),
    ]);
    clearTimeout(timer);
    if (isComplete(output.stdout)) written.add(`${session} one`);
  });

  for (const presentation of sandbox.recorded()) assert(written.has(presentation), presentation);
  {
    using database = new DatabaseSync(sandbox.database);
    const [row] = database.prepare("PRAGMA integrity_check").all();
    assert.equal(row?.["integrity_check"], "ok");
  }
  const { ids, notices } = await sandbox.hook(["a.txt"], { session: "last" });
  assert.deepEqual([ids, notices], [["one"], []]);
});

async function writeLargeGuidelines(sandbox: Sandbox): Promise<void> {
  for (let i = 1; i <= 4; i++) await sandbox.writeGuideline(`large-${i}`, LARGE);
}

/** A hook in its transaction: nobody reads more than the beginning of its response. */
async function startBlockedHook(sandbox: Sandbox, { umask = "077" } = {}) {
  const args = [...sandbox.hookCommand, ...UNLIMITED];
  const hook = spawnCommand(args, { home: sandbox.home, umask });
  await writeAll(hook.stdin, sandbox.payload());
  const reader = hook.stdout.getReader();
  await reader.read();
  reader.releaseLock();
  assert(isTaken(`${sandbox.database}-journal`), "the hook is in no transaction");
  return hook;
}

async function kill(hook: Deno.ChildProcess): Promise<void> {
  hook.kill("SIGKILL");
  await Promise.all([hook.status, hook.stdout.cancel(), hook.stderr.cancel()]);
}

function isComplete(stdout: string): boolean {
  try {
    return readHookResult({ code: 0, stdout, stderr: "" }).ids.length === 1;
  } catch {
    return false;
  }
}

function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}
