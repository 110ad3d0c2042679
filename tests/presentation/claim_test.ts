/** The presentation store in a real file: what is recorded, what ends, what is kept how long. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "../../lib/presentation/schema.ts";
import {
  createMemoryPresentationStore,
  createPresentationStore,
} from "../../lib/presentation/store.ts";
import type {
  CallContext,
  Claim,
  PresentationsPort,
  SessionChange,
} from "../../lib/search/ports.ts";
import { NOW } from "../support/fake_ports.ts";
import { TemporaryFolder } from "../support/memory.ts";

const CALL: CallContext = { turnId: "t1", callId: "c1", contextPath: "/a" };
const DAY = 86_400_000;

/** A store in a file of its own. */
class Store implements AsyncDisposable {
  now = NOW;

  private constructor(readonly folder: TemporaryFolder, readonly path: string) {}

  static async create(): Promise<Store> {
    const folder = await TemporaryFolder.create();
    return new Store(folder, folder.at("data/presentations.db"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
  }

  port(call?: Partial<CallContext>): PresentationsPort {
    return createPresentationStore({
      path: this.path,
      now: () => this.now,
      call: { ...CALL, ...call },
    });
  }

  async record(change: SessionChange, call?: Partial<CallContext>, session = "s") {
    const claim = await this.port(call).claim(session);
    assert.deepEqual(claim.notices, []);
    assert.deepEqual(claim.record(change, this.now), []);
    claim.commit();
  }

  async read(session = "s"): Promise<Claim> {
    const claim = await this.port().claim(session);
    claim.rollback();
    assert.deepEqual(claim.notices, []);
    return claim;
  }

  rows(sql: string): Record<string, unknown>[] {
    using database = new DatabaseSync(this.path);
    return database.prepare(sql).all().map((row) => ({ ...row }));
  }

  history(): string[] {
    return this.rows("SELECT * FROM presentation_history ORDER BY id").map((row) =>
      [
        ...["session_id", "guideline_id", "origin", "turn_id", "call_id", "ended_by"],
      ].map((name) => row[name] ?? "-").join(" ")
    );
  }
}

const sorted = (ids: Iterable<string>) => [...ids].toSorted();

Deno.test("a claim records what was presented, and its history", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["b", "a"] });
  assert.deepEqual(sorted((await store.read()).presented), ["a", "b"]);
  assert.deepEqual(sorted((await store.read("other")).presented), []);
  assert.deepEqual(store.rows("SELECT * FROM presentation ORDER BY guideline_id"), [
    { session_id: "s", guideline_id: "a", presented_at: "2026-09-23T09:41:18Z" },
    { session_id: "s", guideline_id: "b", presented_at: "2026-09-23T09:41:18Z" },
  ]);
  assert.deepEqual(store.history(), ["s b shown t1 c1 -", "s a shown t1 c1 -"]);
});

Deno.test("the history has why each presentation ended, and when", async () => {
  await using store = await Store.create();
  for (const why of ["compacted", "rewound", "interrupted", "lost"] as const) {
    await store.record({ presented: ["a"] });
    store.now = new Date(store.now.getTime() + 1000);
    await store.record({ ended: { ids: ["a"], why } });
    assert.deepEqual(sorted((await store.read()).presented), []);
  }
  await store.record({ presented: ["a"] }, { turnId: undefined, callId: undefined });
  assert.deepEqual(store.history(), [
    "s a shown t1 c1 compacted",
    "s a shown t1 c1 rewound",
    "s a shown t1 c1 interrupted",
    "s a shown t1 c1 lost",
    "s a shown - - -",
  ]);
  assert.deepEqual(store.rows("SELECT presented_at, ended_at FROM presentation_history LIMIT 2"), [
    { presented_at: "2026-09-23T09:41:18Z", ended_at: "2026-09-23T09:41:19Z" },
    { presented_at: "2026-09-23T09:41:19Z", ended_at: "2026-09-23T09:41:20Z" },
  ]);
});

Deno.test("what ended once keeps its end when it ends again", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] });
  await store.record({ ended: { ids: ["a"], why: "compacted" } });
  await store.record({ ended: { ids: ["a", "b"], why: "rewound" } });
  assert.deepEqual(store.history(), ["s a shown t1 c1 compacted"]);
});

Deno.test("one change can end a presentation and record it again", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] });
  await store.record(
    { ended: { ids: ["a"], why: "lost" }, presented: ["a"] },
    { callId: "c2" },
  );
  assert.deepEqual(store.history(), ["s a shown t1 c1 lost", "s a shown t1 c2 -"]);
  assert.deepEqual(sorted((await store.read()).presented), ["a"]);
});

Deno.test("what was inherited is held, and marked in the history", async () => {
  await using store = await Store.create();
  await store.record({ inherited: ["a"] });
  assert.deepEqual(sorted((await store.read()).presented), ["a"]);
  assert.deepEqual(store.history(), ["s a inherited t1 c1 -"]);
  // It was not handed over.
  assert.equal((await store.read()).lastHandOver, undefined);
});

Deno.test("what ends for one session stays for another", async () => {
  await using store = await Store.create();
  for (const session of ["s", "s/child", "s2"]) {
    await store.record({ presented: ["a"], deferred: ["b"] }, {}, session);
  }
  await store.record({ ended: { ids: ["a"], why: "compacted" }, deferred: [] }, {}, "s");
  for (const [session, ids] of [["s", []], ["s/child", ["a"]], ["s2", ["a"]]] as const) {
    const claim = await store.read(session);
    assert.deepEqual(sorted(claim.presented), ids, session);
    assert.deepEqual(claim.deferred.length, ids.length, session);
  }
});

Deno.test("deferrals keep their order, and each record replaces them", async () => {
  await using store = await Store.create();
  await store.record({ deferred: ["c", "a", "b"] });
  assert.deepEqual((await store.read()).deferred, ["c", "a", "b"]);
  await store.record({ presented: ["c"] });
  assert.deepEqual((await store.read()).deferred, ["c", "a", "b"]);
  await store.record({ deferred: ["b"] });
  assert.deepEqual((await store.read()).deferred, ["b"]);
  await store.record({ deferred: [] });
  assert.deepEqual((await store.read()).deferred, []);
});

Deno.test("the last hand-over is known, with what had been deferred before it", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"], deferred: ["b", "c"] });
  assert.deepEqual((await store.read()).lastHandOver, {
    turnId: "t1",
    newest: true,
    presented: ["a"],
    deferred: [],
  });
  await store.record({ presented: ["b", "d"], deferred: ["c"] }, { callId: "c2", turnId: "t2" });
  assert.deepEqual((await store.read()).lastHandOver, {
    turnId: "t2",
    newest: true,
    presented: ["b", "d"],
    deferred: ["b"],
  });
});

Deno.test("the last hand-over is not the newest call's after a call that handed nothing over", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] });
  await store.record({ deferred: [] }, { callId: undefined });
  assert.equal((await store.read()).lastHandOver?.newest, true);
  await store.record({ presented: [], deferred: [] }, { callId: "c2" });
  const { lastHandOver } = await store.read();
  assert.deepEqual([lastHandOver?.newest, lastHandOver?.presented], [false, ["a"]]);
});

Deno.test("what was recorded in answer to the call that asks is known", async () => {
  await using store = await Store.create();
  const now = async (call: Partial<CallContext>, session = "s") => {
    const claim = await store.port(call).claim(session);
    claim.rollback();
    return sorted(claim.presentedNow);
  };
  await store.record({ presented: ["a", "b"] });
  await store.record({ presented: ["c"] }, { callId: "c2" });
  assert.deepEqual(await now({}), ["a", "b"]);
  assert.deepEqual(await now({ callId: "c2" }), ["c"]);
  for (const call of [{ callId: "c3" }, { callId: undefined }]) {
    assert.deepEqual(await now(call), []);
  }
  assert.deepEqual(await now({}, "s/child"), []);
  await store.record({ ended: { ids: ["a"], why: "compacted" } });
  assert.deepEqual(await now({}), ["b"]);
});

Deno.test("the location of the context comes from the last event that has it", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] }, { contextPath: undefined });
  assert.equal((await store.read()).contextPath, undefined);
  await store.record({}, { contextPath: "/b" });
  assert.equal((await store.read()).contextPath, "/b");
  await store.record({}, { contextPath: undefined });
  assert.equal((await store.read()).contextPath, "/b");
});

Deno.test("the memory of the context stays until it is replaced", async () => {
  await using store = await Store.create();
  await store.record({ contextMemory: "memory" });
  await store.record({ presented: ["a"] });
  assert.equal((await store.read()).contextMemory, "memory");
  await store.record({ contextMemory: undefined });
  assert.equal((await store.read()).contextMemory, undefined);
});

Deno.test("a notice that was heard is known", async () => {
  await using store = await Store.create();
  await store.record({ heard: ["x", "y"] });
  assert.deepEqual(sorted((await store.read()).heard), ["x", "y"]);
  assert.deepEqual(sorted((await store.read("other")).heard), []);
});

Deno.test("a claim that is rolled back, or never settled, has recorded nothing", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] });
  const claim = await store.port().claim("s");
  assert.deepEqual(claim.record({ presented: ["b"], deferred: ["c"] }, NOW), []);
  claim.rollback();
  assert.deepEqual(sorted((await store.read()).presented), ["a"]);
  assert.deepEqual((await store.read()).deferred, []);
});

Deno.test("a half-written record is rolled back, with a notice", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] });
  const claim = await store.port().claim("s");
  // "a" is there already.
  const notices = claim.record({ presented: ["b", "a"] }, NOW);
  assert.deepEqual(notices.map(({ code }) => code), ["store-unusable"]);
  claim.commit();
  claim.rollback();
  assert.deepEqual(sorted((await store.read()).presented), ["a"]);
});

Deno.test("a claim waits for the one before it", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] });
  const first = await store.port().claim("s");
  first.record({ presented: ["b"] }, NOW);
  // Nobody gives the lock back while this thread waits, so the wait is in vain.
  const second = await store.port().claim("s");
  assert.deepEqual(second.notices.map(({ code }) => code), ["store-unusable"]);
  assert.deepEqual(sorted(second.presented), []);
  first.commit();
  assert.deepEqual(sorted((await store.read()).presented), ["a", "b"]);
});

Deno.test("the store in memory keeps to the same contract", async () => {
  const open = await createMemoryPresentationStore();
  const claim = await open(CALL).claim("s");
  claim.record({ presented: ["a"], deferred: ["b"] }, NOW);
  claim.commit();
  const lost = await open(CALL).claim("s");
  lost.record({ presented: ["b"] }, NOW);
  lost.rollback();
  const third = await open().claim("s");
  assert.deepEqual([sorted(third.presented), third.deferred], [["a"], ["b"]]);
  assert.equal(third.record({ presented: ["a"] }, NOW).length, 1);
  third.commit();
  const fourth = await open().claim("s");
  assert.deepEqual(sorted(fourth.presented), ["a"]);
});

Deno.test("what is older than 30 days is deleted, once a day", async () => {
  await using store = await Store.create();
  const at = (days: number, hours = 0) => new Date(NOW.getTime() + days * DAY + hours * 3_600_000);
  await store.record({ presented: ["a"], deferred: ["b"], heard: ["x"] }, {}, "old");
  await store.record({ inherited: ["z"] }, {}, "old");
  store.now = at(2);
  await store.record({ presented: ["a"], deferred: ["b"], heard: ["x"] }, {}, "young");
  using database = new DatabaseSync(store.path);
  database.exec("INSERT INTO forgotten VALUES ('old', 'f'), ('young', 'f')");

  const sessions = () =>
    Object.fromEntries(
      ["presentation", "presentation_history", "deferral", "forgotten", "notice", "session"].map((
        table,
      ) => [
        table,
        store.rows(
          `SELECT DISTINCT session_id AS id FROM ${table} WHERE session_id <> 'now' ORDER BY 1`,
        )
          .map(({ id }) => id).join(),
      ]),
    );
  const all = Object.fromEntries(Object.keys(sessions()).map((table) => [table, "old,young"]));
  assert.deepEqual(sessions(), all);

  // A day short of it, and the day's look is done.
  store.now = at(29, 23);
  await store.record({}, {}, "now");
  assert.deepEqual(sessions(), all);
  store.now = at(30, 1);
  await store.record({}, {}, "now");
  assert.deepEqual(sessions(), all);
  // A day after the last look.
  store.now = at(31);
  await store.record({}, {}, "now");
  assert.deepEqual(
    sessions(),
    Object.fromEntries(Object.keys(all).map((table) => [table, "young"])),
  );
  store.now = at(33);
  await store.record({}, {}, "now");
  assert.deepEqual(sessions(), Object.fromEntries(Object.keys(all).map((table) => [table, ""])));
});

Deno.test("a session that goes on for long keeps what belongs to it", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"], deferred: ["b"] });
  store.now = new Date(NOW.getTime() + 20 * DAY);
  await store.record({ presented: ["c"] });
  store.now = new Date(NOW.getTime() + 40 * DAY);
  await store.record({}, { callId: "c3" });
  const claim = await store.read();
  assert.deepEqual(sorted(claim.presented), ["c"]);
  assert.deepEqual(claim.deferred, ["b"]);
  assert.deepEqual(claim.lastHandOver?.presented, ["c"]);
});

Deno.test("a database of version 1 is brought up to date, and keeps what it holds", async () => {
  await using store = await Store.create();
  store.folder.write("data/x", "");
  {
    using database = new DatabaseSync(store.path);
    database.exec(MIGRATIONS[0]!);
    database.exec("PRAGMA user_version = 1");
    database.exec("INSERT INTO presentation VALUES ('s', 'a', '2026-09-22T00:00:00Z')");
    database.exec("INSERT INTO notice VALUES ('s', 'x', '2026-09-22T00:00:00Z')");
  }
  const claim = await store.port().claim("s");
  assert.deepEqual([sorted(claim.presented), sorted(claim.heard)], [["a"], ["x"]]);
  claim.record({ presented: ["b"] }, NOW);
  claim.commit();
  assert.deepEqual(store.rows("PRAGMA user_version"), [{ user_version: MIGRATIONS.length }]);
  assert.deepEqual(sorted((await store.read()).presented), ["a", "b"]);
  await store.record({ ended: { ids: ["a", "b"], why: "compacted" } });
  // Who told it, and in which turn, nobody knows any more.
  assert.deepEqual(store.history(), ["s a shown - - compacted", "s b shown t1 c1 compacted"]);
  assert.deepEqual(sorted((await store.read()).presented), []);
});

Deno.test("a database that is not yet one, or has the tables of version 1 by hand, is made one", async () => {
  await using store = await Store.create();
  store.folder.write("data/presentations.db", "");
  await store.record({ presented: ["a"] });
  assert.deepEqual(sorted((await store.read()).presented), ["a"]);

  await using other = await Store.create();
  other.folder.write("data/x", "");
  {
    using database = new DatabaseSync(other.path);
    database.exec(
      `CREATE TABLE presentation (session_id TEXT NOT NULL, guideline_id TEXT NOT NULL,
       presented_at TEXT NOT NULL, PRIMARY KEY (session_id, guideline_id))`,
    );
    database.exec("INSERT INTO presentation VALUES ('s', 'a', '2026-09-22T00:00:00Z')");
  }
  assert.deepEqual(sorted((await other.read()).presented), ["a"]);
});

Deno.test("a database of a newer release is left as it is", async () => {
  await using store = await Store.create();
  await store.record({ presented: ["a"] });
  {
    using database = new DatabaseSync(store.path);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  }
  const before = await Deno.readFile(store.path);
  const claim = await store.port().claim("s");
  assert.deepEqual(claim.notices.map(({ code }) => code), ["store-newer"]);
  assert.deepEqual(sorted(claim.presented), []);
  assert.deepEqual(claim.record({ presented: ["a"] }, NOW), []);
  claim.commit();
  assert.deepEqual(await Deno.readFile(store.path), before);
  assert.deepEqual([...Deno.readDirSync(store.folder.at("data"))].map(({ name }) => name), [
    "presentations.db",
  ]);
});
