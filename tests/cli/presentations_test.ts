/** `presentations` and `forget`: a person looks at what sessions hold, and asks for one repeat. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { run } from "../../main.ts";
import { MIGRATIONS } from "../../lib/presentation/schema.ts";
import { createPresentationStore } from "../../lib/presentation/store.ts";
import type { CallContext, Claim, SessionChange } from "../../lib/search/ports.ts";
import { NOW } from "../support/fake_ports.ts";
import { createIo, TemporaryFolder } from "../support/memory.ts";

const CALL: CallContext = { turnId: "t1", callId: "call_1", contextPath: "/a" };

async function call(folder: TemporaryFolder, ...args: string[]) {
  const { io, read } = createIo({ env: { HOME: folder.path }, now: LATER });
  const exitCode = await run(args, io);
  return { exitCode, ...read() };
}

const LATER = new Date(NOW.getTime() + 60_000);

function databaseOf(folder: TemporaryFolder): string {
  return folder.at(".adaptive-guidebook/adaptive-guidebook.db");
}

async function claim(
  folder: TemporaryFolder,
  session: string,
  call = CALL,
): Promise<Claim> {
  const path = databaseOf(folder);
  return await createPresentationStore({ path, now: () => NOW, call }).claim(session);
}

async function record(
  folder: TemporaryFolder,
  session: string,
  change: SessionChange,
  call?: CallContext,
): Promise<void> {
  const made = await claim(folder, session, call);
  assert.deepEqual([...made.notices, ...made.record(change, NOW)], []);
  made.commit();
}

/** Two sessions, one with a sub-agent; another id begins like the first. */
async function fill(folder: TemporaryFolder): Promise<void> {
  await record(folder, "s1", { presented: ["a", "b"] });
  await record(folder, "s1", { ended: { ids: ["a"], why: "compacted" } });
  await record(folder, "s1/kid", { inherited: ["a"] }, {
    turnId: undefined,
    callId: undefined,
    contextPath: undefined,
  });
  await record(folder, "s10", { presented: ["a"] }, { ...CALL, callId: "call_2" });
}

Deno.test("presentations lists what was shown, when, and why it ended", async () => {
  await using folder = await TemporaryFolder.create();
  await fill(folder);
  const { exitCode, stdout, stderr } = await call(folder, "presentations");
  assert.equal(
    stdout,
    `s1
  2026-09-23T09:41:18Z  a, in answer to call_1, ended 2026-09-23T09:41:18Z: compacted
  2026-09-23T09:41:18Z  b, in answer to call_1

s1/kid
  2026-09-23T09:41:18Z  a, inherited

s10
  2026-09-23T09:41:18Z  a, in answer to call_2
`,
  );
  assert.deepEqual([exitCode, stderr], [0, []]);
});

Deno.test("presentations lists one session, or one with its sub-agents", async () => {
  await using folder = await TemporaryFolder.create();
  await fill(folder);
  const sessions = async (id: string) => {
    const { stdout } = await call(folder, "presentations", "--session", id, "--format", "json");
    return JSON.parse(stdout).map(({ session, guideline }: Record<string, string>) =>
      `${session} ${guideline}`
    );
  };
  assert.deepEqual(await sessions("s1"), ["s1 a", "s1 b"]);
  assert.deepEqual(await sessions("s1/kid"), ["s1/kid a"]);
  assert.deepEqual(await sessions("s1/*"), ["s1 a", "s1 b", "s1/kid a"]);
  assert.deepEqual(await sessions("s10"), ["s10 a"]);
  for (const nobody of ["s", "s%", "s1/", "*", "/*", "S1", "s1/ki", "s1' OR '1"]) {
    assert.deepEqual(await sessions(nobody), [], nobody);
  }
});

Deno.test("presentations prints JSON with the same keys for all", async () => {
  await using folder = await TemporaryFolder.create();
  await fill(folder);
  const { stdout, stderr, exitCode } = await call(folder, "presentations", "--format", "json");
  assert.deepEqual(JSON.parse(stdout).slice(0, 3), [
    {
      session: "s1",
      guideline: "a",
      presentedAt: "2026-09-23T09:41:18Z",
      origin: "shown",
      turn: "t1",
      call: "call_1",
      endedAt: "2026-09-23T09:41:18Z",
      endedBy: "compacted",
    },
    {
      session: "s1",
      guideline: "b",
      presentedAt: "2026-09-23T09:41:18Z",
      origin: "shown",
      turn: "t1",
      call: "call_1",
      endedAt: null,
      endedBy: null,
    },
    {
      session: "s1/kid",
      guideline: "a",
      presentedAt: "2026-09-23T09:41:18Z",
      origin: "inherited",
      turn: null,
      call: null,
      endedAt: null,
      endedBy: null,
    },
  ]);
  assert.deepEqual([exitCode, stderr], [0, []]);
});

Deno.test("presentations escapes what a session's id could do to a terminal", async () => {
  await using folder = await TemporaryFolder.create();
  await record(folder, "s\u001b[31m\u202e", { presented: ["a"] }, {
    ...CALL,
    callId: "c\u0007",
  });
  const { stdout } = await call(folder, "presentations");
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(stdout, /[\u001b\u0007\u202e]/);
  assert.match(stdout, /in answer to c/);
});

Deno.test("presentations says that there is nothing, and makes no database", async () => {
  await using folder = await TemporaryFolder.create();
  assert.deepEqual(await call(folder, "presentations"), {
    exitCode: 0,
    stdout: "",
    stderr: ["Nothing was shown yet"],
  });
  assert.deepEqual(await call(folder, "presentations", "--session", "s"), {
    exitCode: 0,
    stdout: "",
    stderr: ['Nothing was shown to "s"'],
  });
  assert.equal((await call(folder, "presentations", "--format", "json")).stdout, "[]\n");
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("presentations does not change the database, also with a journal of a killed hook", async () => {
  await using folder = await TemporaryFolder.create();
  await fill(folder);
  const before = await Deno.readFile(databaseOf(folder));
  await call(folder, "presentations");
  assert.deepEqual(await Deno.readFile(databaseOf(folder)), before);
});

Deno.test("presentations lists what a killed hook has left", async () => {
  await using folder = await TemporaryFolder.create();
  await fill(folder);
  leaveHotJournal(databaseOf(folder));
  const { exitCode, stdout, stderr } = await call(folder, "presentations", "--session", "s10");
  assert.deepEqual([exitCode, stderr], [0, []], stderr.join("\n"));
  assert.match(stdout, /^s10\n {2}2026-09-23T09:41:18Z {2}a, /);
});

Deno.test("forget makes all of a session's guidelines fresh, or one of them", async () => {
  await using folder = await TemporaryFolder.create();
  await record(folder, "s1", { presented: ["a", "b", "c"] });
  await record(folder, "s2", { presented: ["a"] });
  assert.deepEqual(await call(folder, "forget", "--session", "s1", "--guideline", "b"), {
    exitCode: 0,
    stdout: "",
    stderr: ["1 presentation forgotten"],
  });
  assert.deepEqual(await holdings(folder, "s1"), { presented: ["a", "c"], forgotten: ["b"] });
  assert.deepEqual((await call(folder, "forget", "--session", "s1")).stderr, [
    "2 presentations forgotten",
  ]);
  assert.deepEqual(await holdings(folder, "s1"), { presented: [], forgotten: ["a", "b", "c"] });
  assert.deepEqual(await holdings(folder, "s2"), { presented: ["a"], forgotten: [] });
  const { stdout } = await call(folder, "presentations", "--session", "s1");
  assert.equal(stdout.match(/ended 2026-09-23T09:42:18Z: forgotten/g)?.length, 3);
});

Deno.test("forget of a session and its sub-agents leaves the others", async () => {
  await using folder = await TemporaryFolder.create();
  for (const session of ["s1", "s1/x", "s1/y", "s10", "s"]) {
    await record(folder, session, { presented: ["a", "b"] });
  }
  const { stderr } = await call(folder, "forget", "--session", "s1/*", "--guideline", "a");
  assert.deepEqual(stderr, ["3 presentations forgotten"]);
  for (const session of ["s1", "s1/x", "s1/y"]) {
    assert.deepEqual((await holdings(folder, session)).presented, ["b"], session);
  }
  for (const session of ["s10", "s"]) {
    assert.deepEqual((await holdings(folder, session)).presented, ["a", "b"], session);
  }
});

Deno.test("forget forces one repeat, also of what stands in the context without a record", async () => {
  await using folder = await TemporaryFolder.create();
  await record(folder, "s1", { presented: ["other"] });
  const { stderr } = await call(folder, "forget", "--session", "s1", "--guideline", "a");
  assert.deepEqual(stderr, [
    '0 presentations forgotten: guideline "a" was not shown to session "s1"; ' +
    "adaptive-guidebook presentations lists what was",
  ]);
  assert.deepEqual((await holdings(folder, "s1")).forgotten, ["a"]);
  // Shown, it is as any other.
  await record(folder, "s1", { presented: ["a"] });
  assert.deepEqual((await holdings(folder, "s1")).forgotten, []);
});

Deno.test("forget twice is as good as once", async () => {
  await using folder = await TemporaryFolder.create();
  await record(folder, "s1", { presented: ["a"] });
  await call(folder, "forget", "--session", "s1");
  assert.deepEqual((await call(folder, "forget", "--session", "s1")).stderr, [
    "0 presentations forgotten: it is not held any more",
  ]);
  assert.deepEqual(await holdings(folder, "s1"), { presented: [], forgotten: ["a"] });
});

Deno.test("forget says that it does not know the session", async () => {
  await using folder = await TemporaryFolder.create();
  await record(folder, "s1", { presented: ["a"] });
  const { exitCode, stderr } = await call(folder, "forget", "--session", "s\u202e");
  assert.deepEqual([exitCode, stderr], [0, [
    '0 presentations forgotten: nothing was shown to session "s\\u{202e}"; ' +
    "adaptive-guidebook presentations lists what was",
  ]]);
});

Deno.test("forget makes no database", async () => {
  await using folder = await TemporaryFolder.create();
  assert.deepEqual((await call(folder, "forget", "--session", "s")).stderr, [
    "0 presentations forgotten: nothing was shown to anybody yet",
  ]);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("presentations and forget say why they cannot read a database", async () => {
  const commands = [["presentations"], ["forget", "--session", "s"]];
  const newer = `PRAGMA user_version = ${MIGRATIONS.length + 1}`;
  const databases: Record<string, [make: (path: string) => void, said: RegExp]> = {
    "garbage": [(path) => Deno.writeTextFileSync(path, "garbage ".repeat(1000)), /not a database/],
    "a folder": [(path) => Deno.mkdirSync(path), /it is not a file/],
    "of a newer release": [(path) => execute(path, newer), /newer release.*update this one/],
    "of an older release": [
      (path) => execute(path, `${MIGRATIONS[0]}; PRAGMA user_version = 1`),
      /older release.*next hook/,
    ],
  };
  for (const [name, [make, said]] of Object.entries(databases)) {
    for (const command of commands) {
      await using folder = await TemporaryFolder.create();
      folder.write(".adaptive-guidebook/x", "");
      make(databaseOf(folder));
      const { exitCode, stdout, stderr } = await call(folder, ...command);
      assert.deepEqual([exitCode, stdout, stderr.length], [66, "", 1], name);
      assert.match(stderr[0]!, /^error: Cannot use database ".*adaptive-guidebook\.db": /, name);
      assert.match(stderr[0]!, said, name);
    }
  }
});

Deno.test("presentations and forget say how they are used", async () => {
  await using folder = await TemporaryFolder.create();
  const wrong: Record<string, [args: string[], said: RegExp]> = {
    "another format": [["presentations", "--format", "xml"], /formats are text, json/],
    "an operand": [["presentations", "s1"], /Cannot take operand "s1"/],
    "forget without a session": [["forget"], /--session is missing/],
    "forget with an operand": [["forget", "s1", "--session", "s1"], /Cannot take operand/],
    "an empty session": [["forget", "--session", ""], /value is missing/],
  };
  for (const [name, [args, said]] of Object.entries(wrong)) {
    const { exitCode, stdout, stderr } = await call(folder, ...args);
    assert.deepEqual([exitCode, stdout], [64, ""], name);
    assert.match(stderr[0]!, said, name);
    assert.match(stderr[1]!, /^usage: adaptive-guidebook (presentations|forget)/, name);
  }
  const { io, read } = createIo();
  assert.equal(await run(["presentations"], io), 66);
  assert.match(read().stderr[0]!, /HOME is not set/);
});

Deno.test("presentations and forget take the database that they are told", async () => {
  await using folder = await TemporaryFolder.create();
  await record(folder, "s1", { presented: ["a"] });
  await Deno.rename(folder.at(".adaptive-guidebook"), folder.at("elsewhere"));
  const db = folder.at("elsewhere/adaptive-guidebook.db");
  assert.match((await call(folder, "presentations", "--db", db)).stdout, /^s1\n/);
  const { io, read } = createIo({ env: { ADAPTIVE_GUIDEBOOK_DB: db } });
  assert.equal(await run(["forget", "--session", "s1"], io), 0);
  assert.deepEqual(read().stderr, ["1 presentation forgotten"]);
});

async function holdings(folder: TemporaryFolder, session: string) {
  const made = await claim(folder, session);
  made.rollback();
  return {
    presented: [...made.presented].toSorted(),
    forgotten: [...made.forgotten].toSorted(),
  };
}

function execute(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}

/** What is on the disk after a hook was killed in the middle of its commit. */
function leaveHotJournal(path: string): void {
  using database = new DatabaseSync(path);
  // A cache of one page, so that what is changed goes to the disk before the commit.
  database.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE");
  const insert = database.prepare("INSERT INTO notice VALUES ('killed', ?, '')");
  for (let i = 0; i < 2000; i++) insert.run(`${i} ${"x".repeat(200)}`);
  Deno.copyFileSync(path, `${path}.half`);
  Deno.copyFileSync(`${path}-journal`, `${path}.half-journal`);
  database.exec("ROLLBACK");
  database.close();
  Deno.renameSync(`${path}.half`, path);
  Deno.renameSync(`${path}.half-journal`, `${path}-journal`);
}
