import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "../../lib/presentation/schema.ts";
import { DEADLINE, type Failure, testFailures } from "../support/failures.ts";
import { runCommand } from "../support/command.ts";
import { Sandbox } from "../support/sandbox.ts";

const DATABASE = "home/.adaptive-guidebook/adaptive-guidebook.db";
const PAGE = 4096;
const GARBAGE = "garbage ".repeat(1000);

testFailures("a database that cannot be used is said, and the guidelines are presented", {
  "a folder in its place": {
    arrange: (s) => Deno.mkdir(s.database, { recursive: true }),
    notice: /Cannot use database/,
  },
  "a FIFO in its place": {
    arrange: async (s) => {
      await Deno.mkdir(s.data);
      await s.run("mkfifo", [s.database]);
    },
    notice: /Cannot use database/,
  },
  "a FIFO in the place of its journal": {
    arrange: async (s) => {
      await s.hook(["a.txt"], { session: "earlier" });
      await Deno.remove(`${s.database}-journal`).catch(() => {});
      await s.run("mkfifo", [`${s.database}-journal`]);
    },
    notice: /Cannot use database ".*": its journal is not a file/,
  },
  "a file in the place of its folder": {
    arrange: async (s) => void await s.write("home/.adaptive-guidebook", ""),
    notice: /Cannot use database/,
  },
  "outside the data folder": {
    arrange: (s) => ({ args: ["--db", s.at("elsewhere.db")] }),
    notice: /Cannot use database/,
  },
  "from a newer release": {
    arrange: async (s) => {
      await s.hook(["a.txt"], { session: "earlier" });
      using database = new DatabaseSync(s.database);
      database.exec("PRAGMA user_version = 99");
    },
    notice: /newer release/,
    inspect: (s) => {
      assert.deepEqual(s.recorded(), ["earlier good"]);
      assert.deepEqual(dataFiles(s), ["adaptive-guidebook.db"]);
    },
  },
});

Deno.test("no command waits for a FIFO in the place of the database's journal", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  await sandbox.write("repository/a.txt", "");
  await sandbox.hook(["a.txt"], { session: "s" });
  await Deno.remove(`${sandbox.database}-journal`).catch(() => {});
  await sandbox.run("mkfifo", [`${sandbox.database}-journal`]);
  const commands: Record<string, string[]> = {
    presentations: [],
    forget: ["--session", "s"],
    explain: ["--guidebook", sandbox.guidebook, "--session", "s", `${sandbox.repository}/a.txt`],
    doctor: [],
  };
  for (const [name, args] of Object.entries(commands)) {
    await t.step(name, async () => {
      const { stdout, stderr } = await runCommand([name, ...args], {
        home: sandbox.home,
        cwd: sandbox.repository,
        timeout: DEADLINE,
      });
      assert.match(stdout + stderr, /its journal is not a file/);
    });
  }
});

Deno.test("a database that is locked for ever is said within the deadline", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  await sandbox.hook(["a.txt"], { session: "earlier" });
  using database = new DatabaseSync(sandbox.database);
  database.exec("BEGIN IMMEDIATE");
  const { ids, notices } = await sandbox.hook(["a.txt"], { timeout: DEADLINE });
  assert.deepEqual(ids, ["good"]);
  assert.match(notices.join("\n"), /^Adaptive Guidebook: Cannot use database .*locked/);
  database.exec("ROLLBACK");
  assert.deepEqual(sandbox.recorded(), ["earlier good"]);
});

const SET_ASIDE: Failure = {
  notice: /it is corrupt\. It is kept as ".*\.corrupt-/,
  inspect: async (sandbox) => {
    assert.deepEqual(sandbox.recorded(), ["s good"]);
    const kept = dataFiles(sandbox).filter((name) => name.includes(".corrupt-"));
    assert.equal(kept.length, 1);
    assert.equal((await sandbox.hook()).stdout, "");
  },
};

testFailures("a corrupt database is set aside, and a new one is made", {
  "garbage": {
    arrange: async (s) => void await s.write(DATABASE, GARBAGE),
    ...SET_ASIDE,
  },
  "less than a header": {
    arrange: async (s) => void await s.write(DATABASE, "garbage"),
    ...SET_ASIDE,
  },
  "cut off": {
    arrange: (s) => Deno.truncateSync(fillDatabase(s).path, 3 * PAGE),
    ...SET_ASIDE,
  },
  "the schema's page is overwritten": {
    arrange: (s) => overwrite(fillDatabase(s).path, 100, PAGE - 100),
    ...SET_ASIDE,
  },
  "a page that is read is overwritten": {
    arrange: (s) => {
      const { path, pageOf } = fillDatabase(s);
      overwrite(path, (pageOf("sqlite_autoindex_presentation_1") - 1) * PAGE, PAGE);
    },
    ...SET_ASIDE,
  },
  "a page that is only written to is overwritten": {
    arrange: (s) => {
      const { path, pageOf } = fillDatabase(s);
      overwrite(path, (pageOf("presentation") - 1) * PAGE, PAGE);
    },
    ...SET_ASIDE,
    // By then it is too late to record in the new one; so it is shown once more.
    inspect: async (sandbox, result) => {
      if (sandbox.recorded().length === 0) await sandbox.hook();
      await SET_ASIDE.inspect?.(sandbox, result);
    },
  },
});

Deno.test("8 hooks that find a corrupt database together set it aside once", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  await sandbox.write(DATABASE, GARBAGE);
  const results = await Promise.all(Array.from({ length: 8 }, () => sandbox.hook()));
  const notices = results.flatMap((result) => result.notices);
  // One of them may have found it locked, and presented too.
  assert(results.some(({ ids }) => ids.includes("good")), notices.join("\n"));
  assert.deepEqual(sandbox.recorded(), ["s good"]);
  assert.equal(notices.filter((notice) => notice.includes("corrupt")).length, 1);
  const kept = dataFiles(sandbox).filter((name) => name.includes(".corrupt-"));
  assert.equal(kept.length, 1);
  assert.equal(await Deno.readTextFile(`${sandbox.data}/${kept[0]}`), GARBAGE);
});

Deno.test("a corrupt database that another hook is setting aside is left to it", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  await sandbox.write(DATABASE, GARBAGE);
  using lock = await Deno.open(`${sandbox.database}.lock`, { write: true, create: true });
  await lock.lock(true);
  const { ids, notices } = await sandbox.hook();
  assert.deepEqual(ids, ["good"]);
  assert.match(notices.join("\n"), /^Adaptive Guidebook: Cannot use database/);
  assert.equal(await Deno.readTextFile(sandbox.database), GARBAGE);
});

Deno.test("a data folder that is read-only is said, and the guidelines are presented", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  await Deno.mkdir(sandbox.data);
  // Permission bits do not bind root, this attribute does; not every file system has it.
  const isImmutable = await setImmutable(sandbox.data, true);
  try {
    await t.step({
      name: "by attribute",
      ignore: !isImmutable,
      fn: async () => {
        const { ids, notices } = await sandbox.hook();
        assert.deepEqual(ids, ["good"]);
        assert.match(notices.join("\n"), /^Adaptive Guidebook: Cannot use database/);
      },
    });
  } finally {
    await setImmutable(sandbox.data, false);
  }
});

/** A database of this release that has many pages. */
function fillDatabase(sandbox: Sandbox) {
  Deno.mkdirSync(sandbox.data, { recursive: true });
  using database = new DatabaseSync(sandbox.database);
  for (const migration of MIGRATIONS) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}; BEGIN`);
  const insert = database.prepare("INSERT INTO presentation VALUES (?, ?, ?)");
  for (let i = 0; i < 3000; i++) insert.run(`earlier-${i % 50}`, `g-${i}`, "2026-09-23T09:41:18Z");
  database.exec("COMMIT");
  const pages = database.prepare("SELECT name, rootpage FROM sqlite_schema").all();
  const pageOf = (name: string) => Number(pages.find((row) => row["name"] === name)!["rootpage"]);
  return { path: sandbox.database, pageOf };
}

function overwrite(path: string, offset: number, length: number): void {
  using file = Deno.openSync(path, { write: true });
  file.seekSync(offset, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(length).fill(0xa5));
}

function dataFiles(sandbox: Sandbox): string[] {
  return [...Deno.readDirSync(sandbox.data)].filter(({ isFile }) => isFile)
    .map(({ name }) => name);
}

async function setImmutable(path: string, on: boolean): Promise<boolean> {
  try {
    const args = [on ? "+i" : "-i", path];
    const { success } = await new Deno.Command("chattr", { args, stderr: "null" }).output();
    return success;
  } catch {
    return false;
  }
}
