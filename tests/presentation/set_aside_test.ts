import assert from "node:assert/strict";
import { setAside } from "../../lib/presentation/set_aside.ts";
import { TemporaryFolder } from "../support/files.ts";

const NOW = new Date("2026-09-23T09:41:18.987Z");

function namesIn(folder: TemporaryFolder): string[] {
  return [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
}

Deno.test("setAside() renames the database and its journal, and keeps what is in them", () => {
  using folder = new TemporaryFolder({ "a.db": "database", "a.db-journal": "journal", "b.db": "" });
  const aside = setAside(folder.at("a.db"), NOW, () => true);
  assert.equal(aside, folder.at("a.db.corrupt-2026-09-23T09-41-18Z"));
  assert.equal(Deno.readTextFileSync(aside!), "database");
  assert.equal(Deno.readTextFileSync(`${aside}-journal`), "journal");
  assert.ok(!namesIn(folder).includes("a.db") && !namesIn(folder).includes("a.db-journal"));
});

Deno.test("setAside() leaves a database that another hook has mended", () => {
  using folder = new TemporaryFolder({ "a.db": "database" });
  assert.equal(setAside(folder.at("a.db"), NOW, () => false), undefined);
  assert.deepEqual(namesIn(folder), ["a.db", "a.db.lock"]);
});

Deno.test("setAside() asks whether it is still corrupt under the lock, and gives the lock back", () => {
  using folder = new TemporaryFolder({ "a.db": "database" });
  const tryLock = () => {
    using file = Deno.openSync(folder.at("a.db.lock"), { write: true });
    return file.tryLockSync(true);
  };
  setAside(folder.at("a.db"), NOW, () => {
    assert.equal(tryLock(), false);
    return true;
  });
  assert.equal(tryLock(), true);
});

Deno.test("setAside() waits a moment for another hook that is at it, then leaves it", () => {
  using folder = new TemporaryFolder({ "a.db": "database", "a.db.lock": "" });
  using lock = Deno.openSync(folder.at("a.db.lock"), { write: true });
  lock.lockSync(true);
  const start = performance.now();
  assert.equal(setAside(folder.at("a.db"), NOW, () => assert.fail("asked")), undefined);
  const took = performance.now() - start;
  assert.ok(took >= 290 && took < 5000, `${took} ms`);
  assert.ok(namesIn(folder).includes("a.db"));
});

Deno.test("setAside() leaves everything where it cannot work", async () => {
  using folder = new TemporaryFolder({ "a.db": "database", "b.db": "database", "b.db.lock/x": "" });
  await new Deno.Command("mkfifo", { args: [folder.at("a.db.lock")] }).output();
  for (const path of ["a.db", "b.db", "gone/c.db"]) {
    assert.equal(setAside(folder.at(path), NOW, () => true), undefined, path);
  }
  const raise = () => {
    throw new Error("cannot tell");
  };
  using other = new TemporaryFolder({ "c.db": "database" });
  assert.equal(setAside(other.at("c.db"), NOW, raise), undefined);
  assert.ok(namesIn(other).includes("c.db"));
});
