/** Whatever is wrong with the store, or hangs: the hook answers, presents, and says so. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "../../lib/presentation/schema.ts";
import { type HookAnswer, type HookRun, Machine } from "./memory_process.ts";

/** In milliseconds; generous, since the hook's own limit is 2 s, but a machine may be busy. */
const LIMIT = 20_000;
const PAGE = 4096;
const GARBAGE = "garbage ".repeat(1000);
const CANNOT_USE =
  /^Adaptive Guidebook: Cannot use database ".*": (?<reason>.*)\. Guidelines are shown at every edit/;

interface Fault {
  /** Breaks something; what it returns is undone after the hook. */
  arrange(machine: Machine): Promise<Disposable | AsyncDisposable | void> | Disposable | void;
  run?: HookRun;
  notice: RegExp;
  inspect?(machine: Machine, answer: HookAnswer): Promise<void> | void;
}

/** A step for each fault: the hook presents, tells the person, and ends. */
function testFaults(name: string, faults: Record<string, Fault | undefined>): void {
  Deno.test(name, async (t) => {
    for (const [step, fault] of Object.entries(faults)) {
      await t.step({
        name: step,
        // Nothing to break it with on this machine.
        ignore: fault === undefined,
        fn: async () => {
          const { arrange, run, notice, inspect } = fault!;
          await using machine = await Machine.create("good");
          let answer: HookAnswer;
          {
            await using _undo = await arrange(machine) ?? null;
            answer = await machine.hook(run);
          }
          assert.deepEqual(answer.ids, ["good"], answer.stderr);
          assert.equal(answer.notices.length, 1, answer.notices.join("\n"));
          assert.match(answer.notices[0]!, notice);
          assert.equal(answer.stderr, "");
          assert(answer.duration < LIMIT, `${answer.duration} ms`);
          await inspect?.(machine, answer);
        },
      });
    }
  });
}

const isRoot = Deno.uid() === 0;
const canMount = isRoot && await tryOut((path) => mountSmall(path, 64));
const canFreeze = isRoot && await tryOut(freeze);

testFaults("a database that cannot be used is said, and the guidelines are presented", {
  "a folder in its place": {
    arrange: (machine) => Deno.mkdirSync(machine.database, { recursive: true }),
    notice: CANNOT_USE,
  },
  "a FIFO in its place": {
    arrange: async (machine) => {
      Deno.mkdirSync(machine.data);
      await makeFifo(machine.database);
    },
    notice: CANNOT_USE,
  },
  "a file in the place of its folder": {
    arrange: (machine) => Deno.writeTextFileSync(machine.data, ""),
    notice: CANNOT_USE,
  },
  "a link to nowhere in the place of its folder": {
    arrange: (machine) => Deno.symlinkSync("/nowhere/at/all", machine.data),
    notice: CANNOT_USE,
  },
  "from a newer release": {
    arrange: (machine) => {
      fillDatabase(machine);
      execute(machine, `PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    },
    notice: /^Adaptive Guidebook: Cannot use database ".*": a newer release has changed it/,
    inspect: (machine) => {
      assert.deepEqual(machine.files(), ["adaptive-guidebook.db"]);
      assert.deepEqual(machine.query("PRAGMA integrity_check").length, 1);
      assert(!machine.recorded().includes("s good"));
    },
  },
  "locked by another process": {
    arrange: (machine) => lock(machine, "IMMEDIATE"),
    notice: CANNOT_USE,
    inspect: (machine) => assert(!machine.recorded().includes("s good")),
  },
  "locked by another process, also for reading": {
    arrange: (machine) => lock(machine, "EXCLUSIVE"),
    notice: CANNOT_USE,
    inspect: (machine) => assert(!machine.recorded().includes("s good")),
  },
  "read-only, file and folder": canFreeze
    ? {
      arrange: async (machine) => {
        fillDatabase(machine);
        return all(await freeze(machine.database), await freeze(machine.data));
      },
      notice: CANNOT_USE,
    }
    : undefined,
  "in a folder that is read-only": canFreeze
    ? {
      arrange: (machine) => {
        Deno.mkdirSync(machine.data);
        return freeze(machine.data);
      },
      notice: CANNOT_USE,
    }
    : undefined,
  "in a home that is read-only": canFreeze
    ? { arrange: (machine) => freeze(machine.home), notice: CANNOT_USE }
    : undefined,
  "on a disk that is full from the start": canMount
    ? {
      arrange: async (machine) => {
        Deno.mkdirSync(machine.data);
        const mount = await mountSmall(machine.data, 64);
        fillDisk(machine.data);
        return mount;
      },
      notice: CANNOT_USE,
    }
    : undefined,
  "on a disk that has no room for a database": canMount
    ? {
      arrange: (machine) => {
        Deno.mkdirSync(machine.data);
        return mountSmall(machine.data, 16);
      },
      notice: CANNOT_USE,
    }
    : undefined,
  "on a disk that has filled up": canMount
    ? {
      arrange: async (machine) => {
        Deno.mkdirSync(machine.data);
        const mount = await mountSmall(machine.data, 1024);
        await machine.hook({ session: "earlier" });
        // While it is there, it has room enough.
        Deno.removeSync(`${machine.database}-journal`);
        fillDisk(machine.data);
        return mount;
      },
      notice: CANNOT_USE,
    }
    : undefined,
  "where nothing more may be written": {
    arrange: () => {},
    run: { wrapper: ["/bin/sh", "-c", 'trap "" XFSZ; ulimit -f 0; exec "$@"', "sh"] },
    notice: CANNOT_USE,
  },
});

const SET_ASIDE: Omit<Fault, "arrange"> = {
  notice:
    /^Adaptive Guidebook: Cannot read database ".*\.db": it is corrupt\. It is kept as ".*\.corrupt-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ"/,
  inspect: async (machine) => {
    const kept = machine.files().filter((name) => name.includes(".corrupt-"));
    assert.equal(kept.length, 1, machine.files().join());
    // Where it was found only after the answer was made, one more is the price.
    const again = await machine.hook();
    assert.deepEqual(again.notices, []);
    assert.equal((await machine.hook()).stdout, "");
    assert.deepEqual(machine.recorded(), ["s good"]);
    assert.deepEqual(machine.files().filter((name) => name.includes(".corrupt-")), kept);
  },
};

testFaults("a corrupt database is set aside, and a new one is made", {
  "garbage": {
    arrange: (machine) => {
      Deno.mkdirSync(machine.data);
      Deno.writeTextFileSync(machine.database, GARBAGE);
    },
    ...SET_ASIDE,
    inspect: async (machine, answer) => {
      const [kept] = machine.files().filter((name) => name.includes(".corrupt-"));
      assert.equal(Deno.readTextFileSync(`${machine.data}/${kept}`), GARBAGE);
      await SET_ASIDE.inspect!(machine, answer);
    },
  },
  "shorter than a header": {
    arrange: (machine) => {
      Deno.mkdirSync(machine.data);
      Deno.writeTextFileSync(machine.database, "SQLite");
    },
    ...SET_ASIDE,
  },
  "cut off": {
    arrange: (machine) => {
      fillDatabase(machine);
      Deno.truncateSync(machine.database, 3 * PAGE);
    },
    ...SET_ASIDE,
  },
  "the page of the schema": {
    arrange: (machine) => {
      fillDatabase(machine);
      overwrite(machine, 100, PAGE - 100);
    },
    ...SET_ASIDE,
  },
  "a page that is read": {
    arrange: (machine) => damage(machine, "sqlite_autoindex_presentation_1"),
    ...SET_ASIDE,
  },
  "a page that is read at the end": {
    arrange: (machine) => damage(machine, "session"),
    ...SET_ASIDE,
  },
  "a page that is only written to": {
    arrange: (machine) => damage(machine, "presentation"),
    ...SET_ASIDE,
  },
  "a page of the history, which is only written to": {
    arrange: (machine) => damage(machine, "presentation_history"),
    ...SET_ASIDE,
  },
  "a page of the history's index, which is only written to": {
    arrange: (machine) => damage(machine, "presentation_history_by_session"),
    ...SET_ASIDE,
  },
});

Deno.test("a corrupt database that a compaction finds is set aside, and said", async () => {
  await using machine = await Machine.create("good");
  Deno.mkdirSync(machine.data);
  Deno.writeTextFileSync(machine.database, GARBAGE);
  const { ids, notices } = await machine.hook({ fields: { hook_event_name: "PostCompact" } });
  assert.deepEqual(ids, []);
  assert.match(notices.join("\n"), SET_ASIDE.notice);
  assert.deepEqual((await machine.hook()).notices, []);
});

Deno.test("hooks that find a corrupt database together set it aside once, and lose nothing of the new one", async () => {
  await using machine = await Machine.create("good");
  Deno.mkdirSync(machine.data);
  Deno.writeTextFileSync(machine.database, GARBAGE);
  const answers = await Promise.all(Array.from({ length: 8 }, () => machine.hook()));
  const notices = answers.flatMap((answer) => answer.notices);
  assert(answers.some(({ ids }) => ids.includes("good")));
  assert.equal(
    notices.filter((notice) => notice.includes("corrupt")).length,
    1,
    notices.join("\n"),
  );
  assert.deepEqual(machine.recorded(), ["s good"]);
  const kept = machine.files().filter((name) => name.includes(".corrupt-"));
  assert.equal(kept.length, 1);
  assert.equal(Deno.readTextFileSync(`${machine.data}/${kept[0]}`), GARBAGE);
});

Deno.test("20 patterns that backtrack for ever cost their own guidelines only", async () => {
  await using machine = await Machine.create("good");
  addHostilePatterns(machine);
  machine.writeGuideline("linear", { pattern: "a+!" });
  machine.writeGuideline("lookahead", { pattern: "(?=a{3})a+!" });
  const { ids, notices, stderr, duration } = await machine.hook();
  assert.deepEqual(ids, ["good", "linear", "lookahead"]);
  assert.match(
    notices.join("\n"),
    /^Adaptive Guidebook: Cannot evaluate the patterns of guideline "h-01" \(and 19 more\) in time/,
  );
  assert.equal(stderr, "");
  assert(duration < LIMIT, `${duration} ms`);
});

Deno.test("a git that hangs costs the identity, not the answer", async () => {
  await using machine = await Machine.create("good");
  await addHangingRepository(machine);
  const { ids, duration } = await machine.hook();
  assert.deepEqual(ids, ["good"]);
  assert(duration < LIMIT, `${duration} ms`);
});

Deno.test("a transcript that cannot be read costs nothing but the look", async () => {
  await using machine = await Machine.create("good");
  const fifo = machine.folder.at("rollout.jsonl");
  await makeFifo(fifo);
  for (
    const [session, path] of Object.entries({ fifo, folder: machine.home, missing: "/nowhere" })
  ) {
    const fields = { transcript_path: path };
    const first = await machine.hook({ session, fields });
    assert.deepEqual([first.ids, first.notices, first.stderr], [["good"], [], ""], session);
    assert(first.duration < LIMIT, `${first.duration} ms`);
    assert.equal((await machine.hook({ session, fields })).stdout, "", session);
  }
});

Deno.test("a changed file and a guideline that cannot be read cost no more than themselves", async () => {
  await using machine = await Machine.create("good");
  await makeFifo(machine.folder.at("work/fifo"));
  Deno.mkdirSync(machine.folder.at("guidebook/bad"));
  await makeFifo(machine.folder.at("guidebook/bad/guideline.yaml"));
  const response = "Success. Updated the following files:\nM fifo\nM a.txt\n";
  const { ids, notices, stderr, duration } = await machine.hook({
    fields: { tool_response: response },
  });
  assert.deepEqual(ids, ["good"]);
  assert.match(notices.join("\n"), /Cannot load guideline/);
  assert.match(
    stderr,
    /^adaptive-guidebook: Cannot look at changed file ".*fifo": it is not a file\n$/,
  );
  assert(duration < LIMIT, `${duration} ms`);
});

Deno.test("all of it together: what can be found is presented", async () => {
  await using machine = await Machine.create("good");
  addHostilePatterns(machine);
  await addHangingRepository(machine);
  const fifo = machine.folder.at("rollout.jsonl");
  await makeFifo(fifo);
  using _locked = lock(machine, "EXCLUSIVE");
  const { ids, notices, duration } = await machine.hook({ fields: { transcript_path: fifo } });
  assert.deepEqual(ids, ["good"]);
  assert.match(notices.join("\n"), /Cannot evaluate the patterns/);
  assert.match(notices.join("\n"), /Cannot use database/);
  assert(duration < LIMIT, `${duration} ms`);
});

Deno.test("a payload that does not end costs the answer, and no more than the deadline", async () => {
  await using machine = await Machine.create("good");
  const child = machine.spawn({ args: ["--deadline", "500"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
  await child.stdin.abort().catch(() => {});
  assert.deepEqual([code, stdout.length], [0, 0]);
  assert.match(new TextDecoder().decode(stderr), /^adaptive-guidebook: Cannot read payload/);
});

Deno.test("a reader that does not read costs the record, so that it is said again", async () => {
  await using machine = await Machine.create();
  machine.writeGuideline("large", { content: "x".repeat(250_000) });
  const child = machine.start({ args: ["--deadline", "1000"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  const { code } = await child.status;
  clearTimeout(timer);
  assert.equal(code, 0);
  await Promise.all([child.stdout.cancel(), child.stderr.cancel()]);
  assert.deepEqual(machine.recorded(), []);
  assert.deepEqual((await machine.hook({ args: ["--deadline", "60000"] })).ids, ["large"]);
  assert.deepEqual(machine.recorded(), ["s large"]);
});

function addHostilePatterns(machine: Machine): void {
  machine.folder.write("work/a.txt", `${"a".repeat(5000)}!\n`);
  for (let i = 1; i <= 20; i++) {
    // Lookaheads and backreferences keep V8's linear engine out.
    const pattern = i % 2 === 0 ? "^(?=a)(a+)+$" : "^(a+)\\1*(a+)+$";
    machine.writeGuideline(`h-${String(i).padStart(2, "0")}`, { pattern });
  }
}

/** The work folder as a repository whose config includes a FIFO, so that git waits for ever. */
async function addHangingRepository(machine: Machine): Promise<void> {
  await run("git", "init", "--quiet", machine.work);
  await makeFifo(machine.folder.at("hang"));
  machine.folder.append("work/.git/config", `[include]\n\tpath = ${machine.folder.at("hang")}\n`);
  machine.writeGuideline("named", { scope: "scope:\n  repositories: [acme/*]\n" });
}

/** A database of this release with many pages. */
function fillDatabase(machine: Machine): void {
  Deno.mkdirSync(machine.data, { recursive: true });
  using database = new DatabaseSync(machine.database);
  for (const migration of MIGRATIONS) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}; BEGIN`);
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  const fill = [
    database.prepare("INSERT INTO presentation VALUES (?1, ?2, ?3)"),
    database.prepare(
      `INSERT INTO presentation_history (session_id, guideline_id, presented_at, origin)
       VALUES (?1, ?2, ?3, 'shown')`,
    ),
    database.prepare(
      "INSERT OR REPLACE INTO session (session_id, seen_at, context_path) VALUES (?1, ?3, ?2)",
    ),
  ];
  for (let i = 0; i < 2000; i++) {
    for (const insert of fill) insert.run(`earlier-${i % 200}`, `g-${i}`, time);
  }
  database.exec("COMMIT");
}

function damage(machine: Machine, name: string): void {
  fillDatabase(machine);
  const pages = machine.query("SELECT name, rootpage FROM sqlite_schema");
  const page = Number(pages.find((row) => row["name"] === name)!["rootpage"]);
  overwrite(machine, (page - 1) * PAGE, PAGE);
}

function overwrite(machine: Machine, offset: number, length: number): void {
  using file = Deno.openSync(machine.database, { write: true });
  file.seekSync(offset, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(length).fill(0xa5));
}

function execute(machine: Machine, sql: string): void {
  using database = new DatabaseSync(machine.database);
  database.exec(sql);
}

function lock(machine: Machine, kind: "IMMEDIATE" | "EXCLUSIVE"): Disposable {
  fillDatabase(machine);
  const database = new DatabaseSync(machine.database);
  database.exec(`BEGIN ${kind}`);
  return { [Symbol.dispose]: () => database.close() };
}

/** A file system of so many kilobytes at `path`, which must be a folder. */
async function mountSmall(path: string, kilobytes: number): Promise<AsyncDisposable> {
  await run("mount", "-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", path);
  return { [Symbol.asyncDispose]: () => run("umount", path) };
}

/** Takes the last byte of the file system that `folder` is on. */
function fillDisk(folder: string): void {
  using file = Deno.openSync(`${folder}/filler`, { write: true, create: true });
  try {
    for (;;) file.writeSync(new Uint8Array(PAGE));
  } catch {
    // It is full.
  }
}

/** Permission bits do not bind root, this attribute does. */
async function freeze(path: string): Promise<AsyncDisposable> {
  await run("chattr", "+i", path);
  return { [Symbol.asyncDispose]: () => run("chattr", "-i", path) };
}

function all(...parts: AsyncDisposable[]): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      for (const part of parts.toReversed()) await part[Symbol.asyncDispose]();
    },
  };
}

async function tryOut(change: (path: string) => Promise<AsyncDisposable>): Promise<boolean> {
  const path = await Deno.makeTempDir();
  try {
    await using _undo = await change(path);
    return true;
  } catch {
    return false;
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

async function makeFifo(path: string): Promise<void> {
  await run("mkfifo", path);
}

async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (!success) {
    throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  }
}

Deno.test({
  name: "a disk that gets full after the database was made is said to each session once",
  ignore: !canMount,
  fn: async () => {
    await using machine = await Machine.create("good");
    Deno.mkdirSync(machine.data);
    await using _mount = await mountSmall(machine.data, 256);
    await machine.hook({ session: "first" });
    fillDisk(machine.data);
    let full: { session: string; notice: string } | undefined;
    for (let i = 0; i < 200 && !full; i++) {
      const session = `session-${i}`;
      const { ids, notices, stderr } = await machine.hook({ session });
      assert.deepEqual([ids, stderr], [["good"], ""]);
      if (notices.length > 0) full = { session, notice: notices.join("\n") };
    }
    assert(full, "the disk never got full");
    assert.match(full.notice, /Cannot use database .*full/);
    assert(!machine.recorded().includes(`${full.session} good`));
    const { ids, notices, stderr } = await machine.hook({ session: full.session });
    assert.deepEqual([ids, notices, stderr], [["good"], [], ""]);
  },
});
