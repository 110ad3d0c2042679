import assert from "node:assert/strict";
import { setAside } from "../../lib/presentation/set_aside.ts";
import { NOW } from "../support/fake_ports.ts";
import { TemporaryFolder } from "../support/memory.ts";

const ASIDE = "x.db.corrupt-2026-09-23T09-41-18Z";

function files(folder: TemporaryFolder): string[] {
  return [...Deno.readDirSync(folder.path)].map(({ name }) => name).toSorted();
}

Deno.test("setAside() renames a corrupt database and its journal, with the time", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("x.db", "garbage");
  folder.write("x.db-journal", "journal");
  assert.equal(setAside(path, NOW, () => true), folder.at(ASIDE));
  assert.deepEqual(files(folder), [ASIDE, `${ASIDE}-journal`, "x.db.lock"]);
  assert.equal(Deno.readTextFileSync(folder.at(ASIDE)), "garbage");
  assert.equal(Deno.readTextFileSync(folder.at(`${ASIDE}-journal`)), "journal");
});

Deno.test("setAside() leaves a database that another hook has replaced in the meantime", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("x.db", "a good one");
  folder.write("x.db-journal", "in use");
  assert.equal(setAside(path, NOW, () => false), undefined);
  assert.deepEqual(files(folder), ["x.db", "x.db-journal", "x.db.lock"]);
});

Deno.test("setAside() checks only under the lock whether it is still corrupt", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("x.db", "garbage");
  using other = Deno.openSync(folder.write("x.db.lock", ""), { write: true });
  other.lockSync(true);
  let looked = 0;
  const look = () => {
    looked++;
    return true;
  };
  const begin = performance.now();
  assert.equal(setAside(path, NOW, look), undefined);
  assert(performance.now() - begin < 5000, "It waits too long");
  assert.deepEqual([looked, files(folder)], [0, ["x.db", "x.db.lock"]]);
  other.unlockSync();
  assert.equal(setAside(path, NOW, look), folder.at(ASIDE));
  assert.equal(looked, 1);
});

Deno.test("setAside() gives its lock back", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("x.db", "garbage");
  setAside(path, NOW, () => false);
  using other = Deno.openSync(folder.at("x.db.lock"), { write: true });
  assert.equal(other.tryLockSync(true), true);
});

Deno.test("setAside() leaves everything where its lock cannot be taken", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("x.db", "garbage");
  assert((await new Deno.Command("mkfifo", { args: [folder.at("x.db.lock")] }).output()).success);
  assert.equal(setAside(path, NOW, () => true), undefined);
  Deno.removeSync(folder.at("x.db.lock"));
  Deno.mkdirSync(folder.at("x.db.lock"));
  assert.equal(setAside(path, NOW, () => true), undefined);
  assert.equal(setAside(folder.at("nowhere/x.db"), NOW, () => true), undefined);
  assert.deepEqual(files(folder), ["x.db", "x.db.lock"]);
});

Deno.test("setAside() keeps what was set aside before, also in the same second", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("x.db", "first");
  setAside(path, NOW, () => true);
  folder.write("x.db", "second");
  setAside(path, NOW, () => true);
  const kept = files(folder).map((name) => Deno.readTextFileSync(folder.at(name)));
  assert(kept.includes("first") && kept.includes("second"), files(folder).join());
});
