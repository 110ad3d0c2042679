/** What little has changed is kept behind the cache, and holds as the cache does. */
import assert from "node:assert/strict";
import { decodePatch, encodePatch, NO_PATCH } from "../../../lib/guidebook/cache/patch_format.ts";
import { NO_DEADLINE } from "../../../lib/deadline.ts";
import { createGuidebookStore } from "../../../lib/guidebook/store.ts";
import { TemporaryFolder } from "../../support/files.ts";
import { loadAll } from "../../support/load_all.ts";

/** Clocks by which all that was written before has settled, or nothing has. */
const LATER = () => Date.now() + 60_000;
const NOW = Date.now;

class Guidebook extends TemporaryFolder {
  constructor(count = 3) {
    super();
    for (let i = 0; i < count; i++) this.edit(i, "As it was.");
  }

  edit(i: number, content: string, id = `g-${i}`): void {
    this.write({ [`book/${i}/guideline.yaml`]: text(content, id) });
  }

  /** What an editor does that writes a new file and puts it in place. */
  replace(i: number, content: string): void {
    this.write({ "new": text(content, `g-${i}`) });
    Deno.renameSync(this.at("new"), this.at(`book/${i}/guideline.yaml`));
  }

  /** The content of each guideline by its id, and the codes of notices. */
  async load(now = LATER, cached = true) {
    const roots = [{ path: this.at("book"), named: true }];
    const cache = cached ? this.at("cache") : undefined;
    const store = createGuidebookStore(roots, NO_DEADLINE, { cache, now });
    const { guidelines, notices } = await loadAll(store);
    return {
      contents: guidelines.map(({ id, content, match }) =>
        `${id}: ${content} ${match?.any?.length}`
      ),
      notices: notices.map(({ code }) => code),
    };
  }

  get cacheFile(): string {
    const [entry] = Deno.readDirSync(this.at("cache"));
    return this.at(`cache/${entry!.name}`);
  }

  get cacheBytes(): Uint8Array {
    return Deno.readFileSync(this.cacheFile);
  }
}

function text(content: string, id: string): string {
  return `id: ${id}\nwhen: [file_changed]\nmatch: { any: [{ regex: { pattern: a } }] }\ncontent: ${content}\n`;
}

/** Deno tells a file's change time in whole seconds. */
async function tick(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1050));
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

Deno.test("An edit is appended to the cache, which is not rewritten", async () => {
  using guidebook = new Guidebook();
  await guidebook.load();
  const whole = guidebook.cacheBytes;
  await tick();
  guidebook.edit(1, "Edited.");

  const { contents, notices } = await guidebook.load();
  assert.deepEqual(contents, ["g-0: As it was. 1", "g-1: Edited. 1", "g-2: As it was. 1"]);
  assert.deepEqual(notices, []);
  const patched = guidebook.cacheBytes;
  assert(patched.length > whole.length && startsWith(patched, whole));

  assert.deepEqual((await guidebook.load()).contents, contents);
  assert.deepEqual(guidebook.cacheBytes, patched, "It holds, so nothing is added");
});

Deno.test("An edit just now is read again by each hook until it has settled", async () => {
  using guidebook = new Guidebook();
  await guidebook.load();
  await tick();
  guidebook.edit(1, "Once.");
  await guidebook.load(NOW);
  // Within one tick of the clock, so no stamp tells it.
  const { atime, mtime } = Deno.statSync(guidebook.at("book/1/guideline.yaml"));
  guidebook.edit(1, "Twice");
  Deno.utimeSync(guidebook.at("book/1/guideline.yaml"), atime!, mtime!);
  const { contents } = await guidebook.load(NOW);
  assert.equal(contents[1], "g-1: Twice 1");
});

Deno.test("A file that took the place of another, in the same folder, is an edit", async () => {
  using guidebook = new Guidebook();
  await guidebook.load();
  const whole = guidebook.cacheBytes;
  await tick();
  guidebook.replace(2, "Replaced.");
  assert.equal((await guidebook.load()).contents[2], "g-2: Replaced. 1");
  assert(startsWith(guidebook.cacheBytes, whole));
  assert.equal((await guidebook.load()).contents[2], "g-2: Replaced. 1");
});

Deno.test("What a patch cannot express is read again as a whole", async (t) => {
  const changes: Record<string, (guidebook: Guidebook) => void> = {
    "another id": (guidebook) => guidebook.edit(1, "Text.", "other"),
    "an id that is taken": (guidebook) => guidebook.edit(1, "Text.", "g-0"),
    "a guideline that is broken": (guidebook) => guidebook.edit(1, "[", "g-1"),
    "a new guideline": (guidebook) => guidebook.edit(999, "New."),
    "a new one below another": (guidebook) =>
      guidebook.write({ "book/1/below/guideline.yaml": text("Below.", "below") }),
    "one that is gone": (guidebook) => Deno.removeSync(guidebook.at("book/1/guideline.yaml")),
    "a link in its place": (guidebook) => {
      Deno.removeSync(guidebook.at("book/1/guideline.yaml"));
      Deno.symlinkSync("../0/guideline.yaml", guidebook.at("book/1/guideline.yaml"));
    },
    "many edits": (guidebook) => {
      for (let i = 0; i < 120; i++) guidebook.edit(i, "Edited.");
    },
  };
  await Promise.all(
    Object.entries(changes).map(([name, change]) =>
      t.step({
        name,
        fn: async () => {
          using guidebook = new Guidebook(120);
          await guidebook.load();
          const whole = guidebook.cacheBytes;
          await tick();
          change(guidebook);
          const expected = await guidebook.load(LATER, false);
          assert.deepEqual(await guidebook.load(), expected);
          assert(!startsWith(guidebook.cacheBytes, whole));
          assert.deepEqual(await guidebook.load(), expected);
        },
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
      })
    ),
  );
});

Deno.test("One guideline that is edited for days does not make the cache grow for ever", async () => {
  using guidebook = new Guidebook();
  await guidebook.load();
  const whole = guidebook.cacheBytes.length;
  const content = "An edit. ".repeat(2000);
  const lengths: number[] = [];
  for (let i = 0; i < 60; i++) {
    // By its length, since the clock of the file system may not have moved on.
    guidebook.edit(1, `${content}${"!".repeat(i + 1)}`);
    assert.match((await guidebook.load()).contents[1]!, new RegExp(`[^!]!{${i + 1}} 1$`));
    lengths.push(guidebook.cacheBytes.length);
  }
  assert(Math.max(...lengths) < whole + 360 * 1024, `${Math.max(...lengths)} bytes`);
  assert(lengths.at(-1)! > lengths.at(-2)!, "Most of the edits are kept behind it");
});

Deno.test("A damaged patch is replaced, and the one before it is not used", async () => {
  using guidebook = new Guidebook();
  await guidebook.load();
  const whole = guidebook.cacheBytes.length;
  await tick();
  guidebook.edit(0, "First.");
  await guidebook.load();
  await tick();
  guidebook.edit(1, "Second.");
  const { contents } = await guidebook.load();
  const patched = guidebook.cacheBytes;
  for (let i = whole; i < patched.length; i++) {
    Deno.writeFileSync(guidebook.cacheFile, patched.with(i, patched[i]! ^ 0x10));
    assert.deepEqual((await guidebook.load()).contents, contents, `byte ${i}`);
    Deno.writeFileSync(guidebook.cacheFile, patched.subarray(0, i));
    assert.deepEqual((await guidebook.load()).contents, contents, `end ${i}`);
  }
});

Deno.test("Edits over edits stay behind one cache until they are many", async () => {
  using guidebook = new Guidebook(120);
  await guidebook.load();
  const whole = guidebook.cacheBytes;
  await tick();
  for (let i = 0; i < 60; i++) guidebook.edit(i, "Edited.");
  await guidebook.load();
  assert(startsWith(guidebook.cacheBytes, whole));
  for (let i = 60; i < 110; i++) guidebook.edit(i, "Edited.");
  const { contents } = await guidebook.load();
  assert(!startsWith(guidebook.cacheBytes, whole));
  assert.equal(contents.filter((line) => line.includes("Edited.")).length, 110);
});

Deno.test("A patch of the cache that was there before is not used", async () => {
  const patch = { folders: new Map([[1, undefined]]), files: new Map() };
  const bytes = await encodePatch(patch, "mark");
  assert.deepEqual(await decodePatch(bytes, "mark"), patch);
  assert.deepEqual(await decodePatch(bytes, "other"), NO_PATCH);
  const both = Uint8Array.of(
    ...await encodePatch(patch, "other"),
    ...bytes,
    ...await encodePatch(NO_PATCH, "third"),
  );
  assert.deepEqual(await decodePatch(both, "mark"), patch);
});
