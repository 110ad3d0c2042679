/** What people, clocks and disks do to the database of what was shown. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { createDeadline } from "../../lib/deadline.ts";
import { inspectStore } from "../../lib/presentation/inspect.ts";
import { listPresentations } from "../../lib/presentation/read.ts";
import { MIGRATIONS } from "../../lib/presentation/schema.ts";
import { createPresentationStore } from "../../lib/presentation/store.ts";
import type { Claim } from "../../lib/search/ports.ts";
import { TemporaryFolder } from "../support/files.ts";

const NOW = new Date("2026-09-23T09:41:18Z");
const OCCASION = { turnId: undefined, callId: undefined, contextPath: undefined };

async function claim(path: string, session = "s", inheritsFrom?: string): Promise<Claim> {
  return await createPresentationStore({
    path,
    now: () => NOW,
    call: { ...OCCASION, inheritsFrom },
  }).claim(session);
}

async function present(path: string, ids: string[], { session = "s", at = NOW } = {}) {
  const made = await claim(path, session);
  assert.deepEqual([...made.notices, ...made.record({ presented: ids }, at)], []);
  made.commit();
}

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function query(path: string, sql: string): unknown[] {
  const database = new DatabaseSync(path);
  try {
    return database.prepare(sql).all().map((row) => Object.values(row)[0]);
  } finally {
    database.close();
  }
}

const FOREIGN: Record<string, string> = {
  "an endless view in the place of a table":
    `DROP TABLE presentation; CREATE VIEW presentation AS WITH RECURSIVE e(n) AS
     (SELECT 1 UNION ALL SELECT n + 1 FROM e) SELECT 's' session_id, n guideline_id, 1 presented_at FROM e`,
  "a trigger that deletes what is recorded":
    `CREATE TRIGGER t AFTER INSERT ON presentation BEGIN DELETE FROM presentation; END`,
  "a virtual table": "CREATE VIRTUAL TABLE v USING fts5(text)",
};

Deno.test("a database with more than tables is not used, and says so", async (t) => {
  for (const [name, sql] of Object.entries(FOREIGN)) {
    await t.step(name, async () => {
      using folder = new TemporaryFolder();
      const path = folder.at("book.db");
      await present(path, ["a"]);
      execute(path, sql);
      const { notices, presented } = await claim(path);
      assert.match(notices[0]?.message ?? "", /Cannot use database ".*": it has the foreign /);
      assert.deepEqual([...presented], []);
      assert.equal(inspectStore(path).state, "unreadable");
      assert.throws(() => listPresentations(path, undefined), /it has the foreign /);
    });
  }
});

Deno.test("a version that somebody has set back is brought up to date", async () => {
  for (const version of [1, 0, -1, -7]) {
    using folder = new TemporaryFolder();
    const path = folder.at("book.db");
    await present(path, ["a"]);
    execute(path, `PRAGMA user_version = ${version}`);
    const made = await claim(path);
    assert.deepEqual([made.notices, [...made.presented]], [[], ["a"]], `${version}`);
    made.rollback();
    assert.deepEqual(query(path, "PRAGMA user_version"), [MIGRATIONS.length]);
    assert.equal(listPresentations(path, undefined).length, 1, "nothing is there twice");
  }
});

Deno.test("a clock that was once in 2099 neither stops the upkeep nor keeps its rows", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, ["a"], { session: "old", at: new Date("2026-01-01T00:00:00Z") });
  await present(path, ["a"], { session: "future", at: new Date("2099-01-01T00:00:00Z") });
  execute(path, "UPDATE upkeep SET pruned_at = '2099-01-01T00:00:00Z'");
  await present(path, ["a"], { session: "old", at: new Date("2026-01-01T00:00:00Z") });
  await present(path, ["a"], { session: "new" });
  assert.deepEqual(query(path, "SELECT session_id FROM presentation"), ["new"]);
  assert.deepEqual(query(path, "SELECT session_id FROM session"), ["new"]);
  assert.deepEqual(query(path, "SELECT pruned_at FROM upkeep"), ["2026-09-23T09:41:18Z"]);
});

Deno.test("of the databases that were set aside the three newest stay", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  for (let day = 10; day < 16; day++) {
    Deno.writeTextFileSync(path, "garbage ".repeat(1000));
    Deno.writeTextFileSync(`${path}-journal`, "");
    const now = () => new Date(`2026-09-${day}T00:00:00Z`);
    const made = await createPresentationStore({ path, now }).claim("s");
    assert.deepEqual(made.notices.map(({ code }) => code), ["store-set-aside"]);
    made.rollback();
    Deno.removeSync(path);
  }
  const kept = [...Deno.readDirSync(folder.path)].map(({ name }) => name)
    .filter((name) => name.includes(".corrupt-")).sort();
  assert.deepEqual(
    kept,
    [13, 14, 15].flatMap((day) => {
      const name = `book.db.corrupt-2026-09-${day}T00-00-00Z`;
      return [name, `${name}-journal`];
    }),
  );
});

Deno.test("a session's sub-agents are found, whatever characters its id has", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  for (const session of ["😀", "😀/kid", "😀😀/kid", "é/kid"]) {
    await present(path, ["a"], { session });
  }
  const sessions = (filter: string) =>
    listPresentations(path, filter).map(({ session }) => session);
  assert.deepEqual(sessions("😀/*"), ["😀", "😀/kid"]);
  assert.deepEqual(sessions("é/*"), ["é/kid"]);
});

Deno.test("a record that makes the file larger is written into room that is there already", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, ["a"]);
  const made = await claim(path);
  const ids = Array.from({ length: 500 }, (_, i) => `guideline-${i}-${"x".repeat(80)}`);
  assert.deepEqual(made.record({ presented: ids }, NOW), []);
  const size = Deno.statSync(path).size;
  made.commit();
  assert.equal(Deno.statSync(path).size, size, "the commit needs no more of the disk");
  assert.equal(query(path, "SELECT count(*) FROM presentation")[0], 501);
});

Deno.test("a record that was given back is not there, also after the file had to grow", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, ["a"]);
  const made = await claim(path);
  const ids = Array.from({ length: 500 }, (_, i) => `guideline-${i}-${"x".repeat(80)}`);
  assert.deepEqual(made.record({ presented: ids }, NOW), []);
  made.rollback();
  assert.deepEqual(query(path, "SELECT guideline_id FROM presentation"), ["a"]);
});

Deno.test("a claim waits for the queue no longer than its deadline allows", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, ["a"]);
  const holder = new DatabaseSync(path);
  holder.exec("BEGIN EXCLUSIVE");
  // A lock that seems to go from hook to hook: the file changes all the time.
  const touch = new Worker(
    `data:text/javascript,setInterval(() => Deno.utimeSync(${
      JSON.stringify(path)
    }, Math.random() * 1e9, Math.random() * 1e9), 5)`,
    { type: "module" },
  );
  try {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const start = performance.now();
    const deadline = createDeadline(800);
    const store = createPresentationStore({ path, now: () => NOW, deadline });
    const { notices } = await store.claim("s");
    assert.match(notices[0]?.message ?? "", /locked/);
    assert(performance.now() - start < 3000, `${performance.now() - start} ms`);
  } finally {
    touch.terminate();
    holder.close();
  }
});

Deno.test("a fork's first claim may inherit what the other session holds, a later one not", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, ["a", "b"], { session: "root" });
  const first = await claim(path, "root/fork", "root");
  assert.deepEqual(first.inheritable, ["a", "b"]);
  first.record({ inherited: ["a", "b"], presented: ["c"] }, NOW);
  first.commit();
  await present(path, ["d"], { session: "root" });
  const later = await claim(path, "root/fork", "root");
  assert.deepEqual([later.inheritable, [...later.presented].sort()], [undefined, ["a", "b", "c"]]);
  later.rollback();
});
