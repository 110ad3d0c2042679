import assert from "node:assert/strict";
import fc from "fast-check";
import { MARK_LENGTH } from "../../../lib/cache/file.ts";
import { createDeadline, type Deadline, NO_DEADLINE } from "../../../lib/deadline.ts";
import { withNeeds } from "../../../lib/guidebook/cache/encode.ts";
import type { Snapshot } from "../../../lib/guidebook/snapshot.ts";
import { primeCache } from "../../../lib/guidebook/prime_cache.ts";
import { createGuidebookStore } from "../../../lib/guidebook/store.ts";
import { takeSnapshot } from "../../../lib/guidebook/take_snapshot.ts";
import { damageTexts } from "../../support/damage.ts";
import { loadAll } from "../../support/load_all.ts";
import { NO_TIME } from "../../support/memory.ts";
import { Silence } from "../../support/silence.ts";

/** A clock by which all that was written before has settled. */
const LATER = () => Date.now() + 60_000;

class Guidebook implements Disposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync());
  readonly root = `${this.path}/guidebook`;
  readonly roots = [{ path: this.root, named: true }];
  readonly cache = `${this.path}/data/cache`;

  constructor() {
    Deno.mkdirSync(this.root);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }

  write(folder: string, id: string, content = "Read this.", paths = "src/**"): string {
    const path = `${this.root}/${folder}`;
    Deno.mkdirSync(path, { recursive: true });
    Deno.writeTextFileSync(`${path}/guideline.yaml`, render(id, content, paths));
    return `${path}/guideline.yaml`;
  }

  load({ cache = this.cache, now = LATER, deadline = NO_DEADLINE }: {
    cache?: string | undefined;
    now?: () => number;
    deadline?: Deadline;
  } = {}) {
    return load(this.store({ cache, now, deadline }));
  }

  store({ cache = this.cache, now = LATER, deadline = NO_DEADLINE }: {
    cache?: string | undefined;
    now?: () => number;
    deadline?: Deadline;
  } = {}) {
    return createGuidebookStore(this.roots, deadline, { cache, now });
  }

  /** Without a cache. */
  loadAfresh() {
    return load(createGuidebookStore(this.roots, NO_DEADLINE));
  }

  /** Removes the cache. */
  forget(): void {
    Deno.removeSync(this.cache, { recursive: true });
  }

  cacheFile(): string {
    const files = [...Deno.readDirSync(this.cache)].map(({ name }) => `${this.cache}/${name}`);
    assert.equal(files.length, 1, `One cache, no remains: ${files}`);
    return files[0]!;
  }
}

function render(id: string, content: string, paths = "src/**"): string {
  return `id: ${id}
scope: { paths: ['${paths}'] }
when: [file_changed]
match: { any: [{ regex: { pattern: 'import' } }] }
content: "${content}"
`;
}

async function load(store: ReturnType<typeof createGuidebookStore>) {
  const { guidelines, notices } = await loadAll(store);
  return { guidelines: guidelines.map(withNeeds), notices };
}

function snapshotOf({ roots }: Guidebook, before: Snapshot | undefined, now: number) {
  const phase = NO_DEADLINE.begin("load");
  return takeSnapshot(roots, before, { phase, now, trusts: false });
}

/** By this clock each guideline takes a second to parse. */
class SlowClock implements Disposable {
  readonly #now = performance.now;
  #seconds = 0;

  constructor() {
    performance.now = () => 1000 * this.#seconds++;
  }

  [Symbol.dispose](): void {
    performance.now = this.#now;
  }
}

/** Deno tells a file's change time in whole seconds. */
async function tick(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1050));
}

const FOLDERS = ["a", "b", "b/c", "d"];
const folder = fc.constantFrom(...FOLDERS);
const id = fc.constantFrom("one", "two", "three");

/** One thing that happens to a guidebook. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), folder, id }),
  fc.record({ kind: fc.constant("swap in place" as const), folder }),
  fc.record({ kind: fc.constant("break" as const), folder }),
  fc.record({ kind: fc.constant("remove" as const), folder }),
  fc.record({ kind: fc.constant("rename" as const), folder, to: folder }),
  fc.record({ kind: fc.constant("touch" as const), folder }),
  fc.record({ kind: fc.constant("link" as const), folder, to: folder }),
  fc.record({ kind: fc.constant("replace" as const), folder, id }),
);

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function apply(guidebook: Guidebook, change: Edit): void {
  const path = `${guidebook.root}/${change.folder}`;
  const file = `${path}/guideline.yaml`;
  try {
    switch (change.kind) {
      case "write":
        return void guidebook.write(change.folder, change.id);
      case "swap in place": {
        // Same size, same mtime, same inode.
        const { atime, mtime } = Deno.statSync(file);
        const text = Deno.readTextFileSync(file);
        Deno.writeTextFileSync(file, text.replace(/one|two/, (id) => id === "one" ? "two" : "one"));
        return Deno.utimeSync(file, atime!, mtime!);
      }
      case "break":
        return Deno.writeTextFileSync(file, "id: [");
      case "remove":
        return Deno.removeSync(path, { recursive: true });
      case "rename":
        return Deno.renameSync(path, `${guidebook.root}/${change.to}`);
      case "touch":
        return Deno.utimeSync(file, new Date(), new Date());
      case "link":
        Deno.removeSync(file);
        return Deno.symlinkSync(`${guidebook.root}/${change.to}/guideline.yaml`, file);
      case "replace":
        Deno.writeTextFileSync(`${guidebook.path}/new`, render(change.id, "Replaced."));
        return Deno.renameSync(`${guidebook.path}/new`, file);
    }
  } catch (error) {
    // It was not there, or a folder was in the way.
    if (!(error instanceof Error && error.message.includes("(os error"))) throw error;
  }
}

Deno.test("The cache never changes what is loaded, whatever happens to the guidebook", async () => {
  const steps = fc.array(fc.record({ edit, settled: fc.boolean() }), {
    minLength: 3,
    maxLength: 5,
  });
  // Side by side, since each step waits for the clock.
  const failures = await Promise.all(
    fc.sample(steps, 60).map(async (steps) => {
      using guidebook = new Guidebook();
      guidebook.write("a", "one");
      guidebook.write("b", "two");
      await guidebook.load();
      for (const { edit, settled } of steps) {
        // Either the stamps must tell, or the clock that nothing is certain yet.
        if (!settled) guidebook.forget();
        await guidebook.load({ now: settled ? LATER : Date.now });
        if (settled) await tick();
        apply(guidebook, edit);
        const expected = await guidebook.loadAfresh();
        try {
          assert.deepEqual(await guidebook.load({ now: Date.now }), expected);
        } catch (error) {
          return `${JSON.stringify(steps)}: ${error}`;
        }
      }
      return [];
    }),
  );
  assert.deepEqual(failures.flat(), []);
});

Deno.test("A warm cache answers without reading any guideline", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  const expected = await guidebook.load();
  const bytes = Deno.readFileSync(guidebook.cacheFile());
  assert.deepEqual(await guidebook.load(), expected);
  assert.deepEqual(Deno.readFileSync(guidebook.cacheFile()), bytes);
});

Deno.test("An edit to one guideline costs one parse", async () => {
  using guidebook = new Guidebook();
  for (const folder of ["a", "b", "c", "d"]) guidebook.write(folder, folder);
  const before = await snapshotOf(guidebook, undefined, LATER());
  await tick();
  guidebook.write("c", "c", "Other.");
  const after = await snapshotOf(guidebook, before, LATER());
  assert.deepEqual(
    after.files.map(({ outcome }, i) => outcome === before.files[i]!.outcome),
    [true, true, false, true],
  );
});

Deno.test("A touched guideline is read, and not parsed", async () => {
  using guidebook = new Guidebook();
  const file = guidebook.write("a", "a");
  const before = await snapshotOf(guidebook, undefined, LATER());
  await tick();
  Deno.utimeSync(file, new Date(), new Date());
  const after = await snapshotOf(guidebook, before, LATER());
  assert.equal(after.files[0]!.outcome, before.files[0]!.outcome);
  assert.notDeepEqual(after.files[0]!.stamp, before.files[0]!.stamp);
});

Deno.test("What was changed just now is not trusted", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "a");
  const now = await snapshotOf(guidebook, undefined, Date.now());
  assert.equal(now.files[0]!.stamp, undefined);
  const later = await snapshotOf(guidebook, now, LATER());
  assert(later.files[0]!.stamp);
});

Deno.test("A damaged cache is rebuilt", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  guidebook.write("b", "two", "Ä ü 😀");
  const expected = await guidebook.load();
  const whole = Deno.readFileSync(guidebook.cacheFile());
  const damages = [
    new Uint8Array(),
    new TextEncoder().encode("not a cache"),
    new Uint8Array(whole.length),
    ...[1, 8, 31, 32, 40, 100, whole.length >> 1, whole.length - 8].map((end) =>
      whole.slice(0, end)
    ),
    ...Array.from({ length: whole.length }, (_, i) => whole.with(i, whole[i]! ^ 0x10))
      .filter((_, i) => i % 3 === 0),
  ];
  // A disk that loses a page has zeros in its place, from anywhere to anywhere.
  for (let i = 0; i < whole.length; i += 37) {
    for (const end of [i + 100, i + 1000, whole.length]) {
      damages.push(whole.slice().fill(0, i, end));
    }
  }
  let mended = 0;
  for (const [i, damaged] of damages.entries()) {
    Deno.writeFileSync(guidebook.cacheFile(), damaged);
    for (let hook = 0; hook < 2; hook++) {
      assert.deepEqual(await guidebook.load(), expected, `damage ${i}`);
    }
    const now = Deno.readFileSync(guidebook.cacheFile());
    if (now.length === whole.length && now.every((byte, i) => byte === whole[i])) mended++;
  }
  // What stamps and hashes say of a file makes it one that is read again, and no more.
  assert(mended > damages.length / 2, `${mended} of ${damages.length}`);
});

Deno.test("A cache that is replaced while it is used is not mixed with the new one", async () => {
  using guidebook = new Guidebook();
  // More than is read at once.
  const content = "Read this. ".repeat(20_000);
  guidebook.write("one", "one", content);
  const before = await guidebook.load();
  const opened = await guidebook.store().open();
  // The new one has other texts at the same offsets.
  const file = guidebook.cacheFile();
  const { text, mark } = readBytes(file);
  const other = `${mark.replace(/^./s, "X")}${text.replaceAll("this", "that")}`;
  Deno.writeFileSync(file, bytesOf(other));
  const loaded = await opened.load(opened.entries);
  assert.deepEqual([...loaded.values()].map(withNeeds), before.guidelines);
  assert.deepEqual(opened.notices(), []);
});

Deno.test("What a damaged cache cannot give is read from the files, within the time", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  guidebook.write("b", "two");
  const expected = await guidebook.load();
  for (const [deadline, ids] of [[NO_DEADLINE, ["one", "two"]], [NO_TIME, []]] as const) {
    damageTexts(guidebook.cache);
    const { entries, load, notices } = await guidebook.store({ deadline }).open();
    const loaded = await load(entries);
    assert.deepEqual([...loaded.values()].map(({ id }) => id), ids);
    const codes = ids.length === 0 ? ["guidebook-cut-off"] : [];
    assert.deepEqual(notices().map(({ code }) => code), codes);
    assert.deepEqual(await guidebook.load(), expected, "the next hook builds it again");
  }
});

/** Each byte as a character. */
function readBytes(file: string): { mark: string; text: string } {
  const all = Array.from(Deno.readFileSync(file), (byte) => String.fromCharCode(byte)).join("");
  return { mark: all.slice(0, MARK_LENGTH), text: all.slice(MARK_LENGTH) };
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

Deno.test("What is damaged where only a new walk reads it is read from the files", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  guidebook.write("b", "two");
  await guidebook.load();
  damageTexts(guidebook.cache, "Read this");
  guidebook.write("c", "three");
  assert.deepEqual(await guidebook.load(), await guidebook.loadAfresh());
});

Deno.test("A root behind a link is waited for, since the link may lead elsewhere by now", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  const link = `${guidebook.path}/link`;
  Deno.symlinkSync(guidebook.root, link);
  const loadLink = () =>
    load(createGuidebookStore([{ path: link, named: true }], NO_DEADLINE, {
      cache: guidebook.cache,
      now: LATER,
    }));
  await loadLink();
  const { stat } = Deno;
  let waits = 0;
  Deno.stat = (path) => {
    waits++;
    return stat(path);
  };
  try {
    assert.equal((await loadLink()).guidelines.length, 1);
    assert.equal(waits, 1);
  } finally {
    Deno.stat = stat;
  }
});

Deno.test("A cache that others may write to is not read", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  const expected = await guidebook.load();
  using other = new Guidebook();
  other.write("a", "other");
  await other.load();
  Deno.chmodSync(guidebook.cacheFile(), 0o666);
  assert.deepEqual(await guidebook.load(), expected);
  assert.equal(Deno.statSync(guidebook.cacheFile()).mode! & 0o777, 0o600);
});

Deno.test("The cache of other roots is not taken", async () => {
  using guidebook = new Guidebook();
  using other = new Guidebook();
  guidebook.write("a", "one");
  other.write("a", "other");
  const expected = await guidebook.load();
  await other.load();
  Deno.copyFileSync(other.cacheFile(), guidebook.cacheFile());
  assert.deepEqual(await guidebook.load(), expected);
});

Deno.test("The cache is for its user alone", async () => {
  const umask = Deno.umask(0o022);
  try {
    using guidebook = new Guidebook();
    guidebook.write("a", "one");
    await guidebook.load();
    assert.equal(Deno.statSync(guidebook.cacheFile()).mode! & 0o777, 0o600);
    assert.equal(Deno.statSync(guidebook.cache).mode! & 0o777, 0o700);
  } finally {
    Deno.umask(umask);
  }
});

Deno.test("Without a folder for the cache guidelines are loaded all the same", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  const expected = await guidebook.loadAfresh();
  Deno.writeTextFileSync(`${guidebook.path}/file`, "");
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await guidebook.load({ cache: `${guidebook.path}/file/cache` }), expected);
  }
});

Deno.test("Hooks that write at the same time leave one whole cache", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 50; i++) guidebook.write(`g${i}`, `g${i}`);
  const expected = await guidebook.loadAfresh();
  const loads = await Promise.all(Array.from({ length: 8 }, () => guidebook.load()));
  for (const loaded of loads) assert.deepEqual(loaded, expected);
  assert.deepEqual(await guidebook.load(), expected);
  guidebook.cacheFile();
});

Deno.test("What killed hooks left behind is removed", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  await guidebook.load();
  const remains = `${guidebook.cacheFile()}.0f8fad5b-d9cb-469f-a165-70867728950e`;
  Deno.writeTextFileSync(remains, "half");
  Deno.utimeSync(remains, new Date(0), new Date(0));
  guidebook.write("b", "two");
  await guidebook.load();
  guidebook.cacheFile();
});

Deno.test("A link that leads somewhere else is read again, and never out of the guidebook", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  guidebook.write("b", "two");
  Deno.mkdirSync(`${guidebook.root}/linked`);
  const link = `${guidebook.root}/linked/guideline.yaml`;
  Deno.writeTextFileSync(`${guidebook.root}/three.yaml`, render("three", "Read this."));
  Deno.symlinkSync(`${guidebook.root}/three.yaml`, link);
  await guidebook.load();
  assert.deepEqual(await guidebook.load(), await guidebook.loadAfresh());
  Deno.removeSync(link);
  Deno.symlinkSync(`${guidebook.path}/three.yaml`, link);
  Deno.renameSync(`${guidebook.root}/three.yaml`, `${guidebook.path}/three.yaml`);
  const { guidelines } = await guidebook.load();
  assert.deepEqual(guidelines.map(({ id }) => id), ["one", "two"]);
});

Deno.test("A link is not believed once its file lies outside, though nothing that is looked at changed", async () => {
  using guidebook = new Guidebook();
  // Folders of this name are not looked at.
  const hidden = `${guidebook.root}/node_modules/hidden`;
  Deno.mkdirSync(hidden, { recursive: true });
  Deno.writeTextFileSync(`${hidden}/one.yaml`, render("one", "Read this."));
  Deno.symlinkSync(`${hidden}/one.yaml`, `${guidebook.root}/guideline.yaml`);
  assert.deepEqual((await guidebook.load()).guidelines.map(({ id }) => id), ["one"]);
  Deno.renameSync(hidden, `${guidebook.path}/outside`);
  Deno.symlinkSync(`${guidebook.path}/outside`, hidden);
  const loaded = await guidebook.load();
  assert.deepEqual(loaded.guidelines, []);
  assert.deepEqual(loaded, await guidebook.loadAfresh());
});

Deno.test("A guidebook that takes longer than the deadline is loaded over several edits", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 40; i++) guidebook.write(`g${String(i).padStart(3, "0")}`, `g${i}`);
  const said: string[] = [];
  for (let i = 0; i < 4; i++) {
    using _ = new SlowClock();
    const { guidelines, notices } = await guidebook.load({ deadline: NO_TIME });
    said.push(`${guidelines.length} ${notices.map(({ message }) => message)}`);
  }
  // The clock is read between files, and each hook parses at least one.
  assert.deepEqual(
    said,
    [1, 2, 3, 4].map((count) =>
      `${count} Adaptive Guidebook: ${count} of 40 guidelines of "${guidebook.root}" loaded; ` +
      "the next edits continue, or run: adaptive-guidebook check"
    ),
  );
  assert.deepEqual(await guidebook.load(), await guidebook.loadAfresh());
});

Deno.test("An edit that continues a guidebook looks at nothing that is known already", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 300; i++) guidebook.write(`g${i}`, `g${i}`);
  for (let i = 0; i < 4; i++) await guidebook.load({ deadline: NO_TIME });
  const { statSync } = Deno;
  const looked = new Set<string>();
  Deno.statSync = (path) => {
    looked.add(String(path));
    return statSync(path);
  };
  try {
    await guidebook.load({ deadline: NO_TIME });
    const folders = [...looked].filter((path) => /\/g\d+$/.test(path));
    assert(folders.length > 20 && folders.length <= 64, `${folders.length} folders`);
  } finally {
    Deno.statSync = statSync;
  }
});

Deno.test("What was changed while a guidebook was continued is found once it is complete", async () => {
  using guidebook = new Guidebook();
  for (const folder of ["a", "b", "c"]) guidebook.write(folder, folder);
  using clock = new SlowClock();
  await guidebook.load({ deadline: NO_TIME });
  await tick();
  guidebook.write("a", "a", "Other.");
  const { guidelines } = await guidebook.load({ deadline: NO_TIME });
  clock[Symbol.dispose]();
  assert.deepEqual(guidelines.map(({ id, content }) => `${id}: ${content}`), [
    "a: Read this.",
    "b: Read this.",
  ]);
  assert.deepEqual(await guidebook.load(), await guidebook.loadAfresh());
});

Deno.test("What an edit has no time to read again stays as it was", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 100; i++) guidebook.write(`g${i}`, `g${i}`);
  // So recently written that no stamp is certain: everything must be read again.
  const now = Date.now();
  const before = await snapshotOf(guidebook, undefined, now);
  const { readFile } = Deno;
  let isOver = false;
  Deno.readFile = (...args) => {
    isOver = true;
    return readFile(...args);
  };
  try {
    const phase = { remaining: () => isOver ? 0 : 60_000 };
    const { files } = await takeSnapshot(guidebook.roots, before, { phase, now, trusts: false });
    assert.equal(files.filter(({ outcome, counts }) => outcome && counts).length, 100);
    assert(isOver);
  } finally {
    Deno.readFile = readFile;
  }
});

Deno.test("primeCache() loads all that a hook has no time for", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 70; i++) guidebook.write(`g${i}`, `g${i}`);
  await guidebook.load({ deadline: NO_TIME });
  await primeCache(guidebook.roots, guidebook.cache);
  const { guidelines, notices } = await guidebook.load({ deadline: NO_TIME });
  assert.deepEqual([guidelines.length, notices], [70, []]);
  await primeCache(guidebook.roots, undefined);
});

Deno.test("A guidebook that takes long to walk through is found over several edits", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 300; i++) Deno.mkdirSync(`${guidebook.root}/topic-${i}`);
  guidebook.write("topic-7", "one");
  const deadline: Deadline = { begin: () => ({ remaining: () => 0 }) };
  const { notices } = await guidebook.load({ deadline });
  assert.deepEqual(notices.map(({ code }) => code), ["guidebook-cut-off"]);
  const { guidelines } = await guidebook.load();
  assert.deepEqual(guidelines.map(({ id }) => id), ["one"]);
  assert.deepEqual(await guidebook.load(), await guidebook.loadAfresh());
});

Deno.test("Cached guidelines are used when the check times out, with a notice", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 300; i++) guidebook.write(`g${i}`, `g${i}`);
  await guidebook.load();
  const deadline: Deadline = { begin: () => ({ remaining: () => 0 }) };
  const { guidelines, notices } = await guidebook.load({ deadline });
  assert.equal(guidelines.length, 300);
  assert.deepEqual(notices.map(({ code }) => code), ["guidebook-unchecked"]);
});

Deno.test("A guidebook that is not there yet is found as soon as it is", async () => {
  using guidebook = new Guidebook();
  Deno.removeSync(guidebook.root);
  assert.equal((await guidebook.load()).notices[0]?.code, "guidebook-missing");
  assert.equal((await guidebook.load()).notices[0]?.code, "guidebook-missing");
  guidebook.write("a", "one");
  assert.deepEqual((await guidebook.load()).guidelines.map(({ id }) => id), ["one"]);
});

Deno.test("A root on another disk than its cache is waited for, and not for ever", async () => {
  using guidebook = new Guidebook();
  guidebook.write("a", "one");
  const expected = await guidebook.load();
  const { stat, statSync } = Deno;
  let waits = 0;
  using silence = new Silence();
  Deno.stat = () => {
    waits++;
    return silence.promise;
  };
  try {
    assert.deepEqual(await guidebook.load(), expected, "One disk has answered for both");
    assert.equal(waits, 0);
    const cacheFile = guidebook.cacheFile();
    Deno.statSync = (path) => {
      const info = statSync(path);
      return path === cacheFile ? { ...info, dev: info.dev + 1 } : info;
    };
    const { guidelines, notices } = await guidebook.load({ deadline: createDeadline(200) });
    assert.deepEqual([guidelines, notices.map(({ code }) => code)], [[], ["guidebook-cut-off"]]);
    assert.equal(waits, 1);
  } finally {
    Object.assign(Deno, { stat, statSync });
  }
});

Deno.test("Of a large cache no more is read than is asked for", async () => {
  using guidebook = new Guidebook();
  for (let i = 0; i < 40; i++) {
    guidebook.write(`${i}`, `id-${i}`, `${i} ${"x".repeat(20_000)}`, `folder-${i}/**`);
  }
  await guidebook.load();
  const { openSync } = Deno;
  let bytes = 0;
  Deno.openSync = (path, options) => {
    const file = openSync(path, options);
    const readSync = file.readSync.bind(file);
    file.readSync = (buffer) => {
      const count = readSync(buffer);
      bytes += count ?? 0;
      return count;
    };
    return file;
  };
  try {
    const { entries, load } = await guidebook.store().open();
    const entry = entries.find(({ scope }) => scope.paths?.[0]?.glob === "folder-39/**")!;
    assert.equal((await load([entry])).get(entry)!.content.slice(0, 3), "39 ");
    const { size } = Deno.statSync(guidebook.cacheFile());
    assert(size > 800_000 && bytes < 300_000, `${bytes} of ${size} bytes`);
  } finally {
    Deno.openSync = openSync;
  }
});
