import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "../../lib/presentation/schema.ts";
import {
  createMemoryPresentationStore,
  createPresentationStore,
} from "../../lib/presentation/store.ts";
import type { Claim } from "../../lib/search/ports.ts";
import { TemporaryFolder } from "../support/files.ts";
import { testPresentations } from "./contract.ts";

const NOW = new Date("2026-09-23T09:41:18.987Z");

testPresentations("createPresentationStore()", () => {
  const folder = new TemporaryFolder();
  const store = openStore(folder.at("book.db"));
  return Promise.resolve({ store, close: () => folder[Symbol.dispose]() });
});

testPresentations("createMemoryPresentationStore()", async () => {
  const connect = await createMemoryPresentationStore();
  return { store: connect(), close: () => {} };
});

function openStore(path: string, now: () => Date = () => NOW) {
  return createPresentationStore({ path, now });
}

async function present(path: string, session: string, ids: string[], at = NOW): Promise<void> {
  const claim = await openStore(path).claim(session);
  assert.deepEqual(claim.notices, []);
  assert.deepEqual(claim.record({ presented: ids }, at), []);
  claim.commit();
}

/** What claiming a database that is not usable says. */
async function codesOf(path: string): Promise<string[]> {
  const claim = await openStore(path).claim("session");
  const failures = claim.record({ presented: ["a"] }, NOW);
  claim.commit();
  return [...claim.notices, ...failures].map(({ code }) => code);
}

function query(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  try {
    return database.prepare(sql).all().map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

function modeOf(path: string): string {
  return (Deno.statSync(path).mode! & 0o777).toString(8);
}

Deno.test("createPresentationStore() makes the customer's table, to the letter", async () => {
  using folder = new TemporaryFolder();
  await present(folder.at("book.db"), "session", ["a"]);
  const [table] = query(
    folder.at("book.db"),
    "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'presentation'",
  );
  assert.equal(
    String(table!["sql"]).replace(/\s+/g, " "),
    "CREATE TABLE presentation ( session_id TEXT NOT NULL, guideline_id TEXT NOT NULL, " +
      "presented_at TEXT NOT NULL, PRIMARY KEY (session_id, guideline_id) )",
  );
  const column = (cid: number, name: string, pk: number) => ({
    ...{ cid, name, type: "TEXT", notnull: 1, dflt_value: null, pk },
  });
  assert.deepEqual(query(folder.at("book.db"), "PRAGMA table_info(presentation)"), [
    column(0, "session_id", 1),
    column(1, "guideline_id", 2),
    column(2, "presented_at", 0),
  ]);
});

Deno.test("createPresentationStore() writes presented_at in UTC, with whole seconds", async () => {
  using folder = new TemporaryFolder();
  await present(folder.at("book.db"), "session", ["a"], new Date("2026-09-23T11:41:18.999+02:00"));
  assert.deepEqual(query(folder.at("book.db"), "SELECT * FROM presentation"), [
    { session_id: "session", guideline_id: "a", presented_at: "2026-09-23T09:41:18Z" },
  ]);
});

Deno.test("createPresentationStore() keeps a rollback journal, not a write-ahead log, for its user alone", async () => {
  using folder = new TemporaryFolder();
  await present(folder.at("book.db"), "session", ["a"]);
  const [mode] = query(folder.at("book.db"), "PRAGMA journal_mode");
  assert.deepEqual(mode, { journal_mode: "delete" });
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assert.deepEqual(names, ["book.db", "book.db-journal"]);
  for (const name of names) assert.equal(Deno.statSync(folder.at(name)).mode! & 0o777, 0o600);
});

Deno.test("createPresentationStore() takes over a database that has only the customer's table", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE presentation (
        session_id TEXT NOT NULL, guideline_id TEXT NOT NULL, presented_at TEXT NOT NULL,
        PRIMARY KEY (session_id, guideline_id)
    );
    INSERT INTO presentation VALUES ('session', 'a', '2026-09-01T00:00:00Z');`);
  database.close();
  await present(path, "session", ["b"]);
  assert.deepEqual(query(path, "SELECT * FROM presentation ORDER BY guideline_id"), [
    { session_id: "session", guideline_id: "a", presented_at: "2026-09-01T00:00:00Z" },
    { session_id: "session", guideline_id: "b", presented_at: "2026-09-23T09:41:18Z" },
  ]);
  assert.deepEqual(query(path, "PRAGMA user_version"), [{ user_version: MIGRATIONS.length }]);
});

Deno.test("createPresentationStore() brings each older release's database up to date", async () => {
  for (let version = 0; version < MIGRATIONS.length; version++) {
    using folder = new TemporaryFolder();
    const path = folder.at("book.db");
    const database = new DatabaseSync(path);
    for (const migration of MIGRATIONS.slice(0, version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    await present(path, "session", ["a"]);
    assert.deepEqual(query(path, "PRAGMA user_version"), [{ user_version: MIGRATIONS.length }]);
  }
});

Deno.test("createPresentationStore() makes folder and files for the user alone", async () => {
  using folder = new TemporaryFolder();
  const umask = Deno.umask(0o022);
  try {
    const path = folder.at("new/deep/book.db");
    const claim = await openStore(path).claim("session");
    claim.record({ presented: ["a"] }, NOW);
    for (const { name } of Deno.readDirSync(folder.at("new/deep"))) {
      assert.equal(modeOf(folder.at(`new/deep/${name}`)), "600", name);
    }
    claim.commit();
    assert.deepEqual(["new", "new/deep"].map((path) => modeOf(folder.at(path))), ["700", "700"]);
  } finally {
    Deno.umask(umask);
  }
});

Deno.test("exists() does not make a database, claim() does", async () => {
  using folder = new TemporaryFolder();
  const store = openStore(folder.at("book.db"));
  assert.equal(store.exists(), false);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
  (await store.claim("session")).rollback();
  assert.equal(store.exists(), true);
});

Deno.test("claim() keeps others waiting until it is settled", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, "session", ["a"]);
  const claim = await openStore(path).claim("session");
  const late = await openStore(path).claim("session");
  assert.deepEqual(late.notices.map(({ code }) => code), ["store-unusable"]);
  assert.match(late.notices[0]!.message, /locked/);
  assert.deepEqual([...late.presented], []); // in doubt twice rather than never
  assert.deepEqual(late.record({ presented: ["a"] }, NOW), []);
  late.commit();
  claim.rollback();
  assert.deepEqual([...(await openStore(path).claim("session")).presented], ["a"]);
});

Deno.test("claim() waits for a database that is locked half a second, not longer", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, "session", ["a"]);
  const database = new DatabaseSync(path);
  database.exec("BEGIN IMMEDIATE");
  const start = performance.now();
  assert.deepEqual(await codesOf(path), ["store-unusable"]);
  const took = performance.now() - start;
  assert.ok(took >= 450 && took < 5000, `${took} ms`);
  database.close();
});

Deno.test("claim() leaves a database alone that a newer release has changed", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, "session", ["a"]);
  query(path, `PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  assert.deepEqual(await codesOf(path), ["store-newer"]);
  assert.deepEqual(query(path, "SELECT guideline_id FROM presentation"), [{ guideline_id: "a" }]);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["book.db"]);
});

Deno.test("claim() has a notice about what is at the path of the database, and records nothing", async () => {
  using folder = new TemporaryFolder({ "file": "", "folder/x": "" });
  await new Deno.Command("mkfifo", { args: [folder.at("fifo")] }).output();
  for (const path of ["folder", "file/book.db", "fifo"]) {
    const store = openStore(folder.at(path));
    assert.equal(store.exists(), false, path);
    assert.deepEqual(await codesOf(folder.at(path)), ["store-unusable"], path);
  }
});

Deno.test("claim() sets a corrupt database aside, with a notice, and creates a new one", async () => {
  using folder = new TemporaryFolder({ "book.db": "this is no database".repeat(1000) });
  const path = folder.at("book.db");
  const claim = await openStore(path).claim("session");
  assert.deepEqual(claim.notices.map(({ code }) => code), ["store-set-aside"]);
  const aside = `${path}.corrupt-2026-09-23T09-41-18Z`;
  assert.ok(claim.notices[0]!.message.includes(aside));
  claim.record({ presented: ["a"] }, NOW);
  claim.commit();
  assert.match(Deno.readTextFileSync(aside), /^this is no database/);
  assert.deepEqual(await codesOf(path), ["store-unusable"]); // "a" is there already
});

Deno.test("claim() sets a database aside whose inside is corrupt", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  const ids = Array.from({ length: 2000 }, (_, i) => `guideline-${i}`);
  await present(path, "session", ids);
  const bytes = Deno.readFileSync(path);
  Deno.writeFileSync(path, bytes.fill(0x5a, 4096));
  assert.deepEqual(await codesOf(path), ["store-set-aside"]);
  assert.deepEqual(query(path, "SELECT guideline_id FROM presentation"), [{ guideline_id: "a" }]);
});

Deno.test("claim() sets a corrupt database aside once, when several find it", async () => {
  using folder = new TemporaryFolder({ "book.db": "this is no database".repeat(1000) });
  const path = folder.at("book.db");
  const claims = [];
  for (let i = 0; i < 3; i++) {
    const claim = await openStore(path).claim(`session-${i}`);
    claims.push(claim.notices.length);
    claim.record({ presented: ["a"] }, NOW);
    claim.commit();
  }
  assert.deepEqual(claims, [1, 0, 0]);
  const asides = [...Deno.readDirSync(folder.path)].filter(({ name }) => /corrupt/.test(name));
  assert.equal(asides.length, 1);
  assert.equal(query(path, "SELECT * FROM presentation").length, 3);
});

Deno.test("claim() says before the answer that somebody reads and would keep it from being recorded", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  await present(path, "session", ["a"]);
  const reader = new DatabaseSync(path);
  reader.exec("BEGIN; SELECT * FROM presentation");
  const start = performance.now();
  const claim = await openStore(path).claim("session");
  assert(performance.now() - start < 5000);
  assert.match(claim.notices[0]?.message ?? "", /Cannot use database .*locked/);
  claim.record({ presented: ["b"] }, NOW);
  claim.commit();
  reader.close();
  await present(path, "session", ["c"]);
  assert.deepEqual(query(path, "SELECT guideline_id FROM presentation ORDER BY 1"), [
    { guideline_id: "a" },
    { guideline_id: "c" },
  ]);
});

Deno.test("record() keeps what is deferred, also where the upkeep has just deleted it", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  const claim = async (at: Date, act: (claim: Claim) => void) => {
    const claim = await openStore(path, () => at).claim("session");
    act(claim);
    claim.commit();
  };
  await claim(NOW, (it) => it.record({ deferred: ["a", "b"] }, NOW));
  const later = new Date(NOW.getTime() + 60 * 24 * 60 * 60 * 1000);
  await claim(later, (it) => {
    assert.deepEqual(it.deferred, ["a", "b"]);
    it.record({ deferred: it.deferred }, later);
  });
  await claim(later, (it) => assert.deepEqual(it.deferred, ["a", "b"]));
});

Deno.test("record() forgets what is older than 30 days, once a day", async () => {
  using folder = new TemporaryFolder();
  const path = folder.at("book.db");
  const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
  await present(path, "old", ["a"], day(1));
  await present(path, "young", ["a"], day(20));
  await present(path, "now", ["a"], day(31));
  const sessions = () =>
    query(path, "SELECT session_id FROM presentation ORDER BY 1").map((row) => row["session_id"]);
  assert.deepEqual(sessions(), ["now", "old", "young"]);
  await present(path, "now", ["b"], day(33));
  assert.deepEqual(sessions(), ["now", "now", "young"]);
});
