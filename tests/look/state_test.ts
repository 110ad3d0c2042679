/** What is remembered of looks, where something else is in its place. */
import assert from "node:assert/strict";
import { createDiskLooks } from "../../lib/look/disk_looks.ts";
import { canKeepState, emptyState, readState, writeState } from "../../lib/look/state.ts";
import { NO_DEADLINE } from "../../lib/deadline.ts";
import { findChanged } from "../../lib/look/compare.ts";
import { GitWorkspace } from "../support/git.ts";

const MODULES = new URL("../../lib/look/", import.meta.url).href;

/** Runs `code` as a program of its own, since opening a FIFO would block this one for ever. */
async function runInTime(code: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    signal: AbortSignal.timeout(30_000),
  }).output();
  const decoder = new TextDecoder();
  assert(success, decoder.decode(stderr) || "It has not ended in time");
  return decoder.decode(stdout);
}

/** The only state in `store`. */
function pathOfState(store: string): string {
  const [entry] = Deno.readDirSync(store);
  return `${store}/${entry!.name}`;
}

Deno.test("readState() does not wait at a FIFO, and writeState() replaces it", async () => {
  await using workspace = await GitWorkspace.create();
  const store = workspace.at("looks");
  writeState(store, "s", emptyState());
  const path = pathOfState(store);
  Deno.removeSync(path);
  await new Deno.Command("mkfifo", { args: [path] }).output();
  const output = await runInTime(
    `import { readState } from "${MODULES}state.ts";
     console.log(readState(${JSON.stringify(store)}, "s"));`,
  );
  assert.equal(output, "undefined\n");
  writeState(store, "s", emptyState());
  assert.deepEqual(readState(store, "s"), emptyState());
});

Deno.test("logEdits() and readEdits() do not wait at a FIFO, nor follow a link", async () => {
  await using workspace = await GitWorkspace.create();
  const store = workspace.at("looks");
  Deno.mkdirSync(store);
  const log = `${store}/edits.log`;
  const edited = workspace.at("edited");
  Deno.writeTextFileSync(edited, "");
  const code = `import { logEdits, readEdits } from "${MODULES}edit_log.ts";
    logEdits(${JSON.stringify(store)}, [${JSON.stringify(edited)}]);
    console.log(readEdits(${JSON.stringify(store)}).size);`;
  await new Deno.Command("mkfifo", { args: [log] }).output();
  assert.equal(await runInTime(code), "0\n");
  Deno.removeSync(log);
  Deno.writeTextFileSync(workspace.at("precious"), "");
  Deno.symlinkSync(workspace.at("precious"), log);
  assert.equal(await runInTime(code), "0\n");
  assert.equal(Deno.readTextFileSync(workspace.at("precious")), "");
  Deno.removeSync(log);
  assert.equal(await runInTime(code), "1\n");
});

Deno.test("readState() takes damaged states for none", async () => {
  await using workspace = await GitWorkspace.create();
  const store = workspace.at("looks");
  const good = { version: 1, session: "s", turnEnded: false, slowLooks: 0 };
  const tree = (...fields: unknown[]) => ({ ...good, trees: [fields] });
  writeState(store, "s", emptyState());
  const path = pathOfState(store);
  Deno.writeTextFileSync(path, JSON.stringify(tree("/r", 1, null, [["a", 1, 2, 3, 4]])));
  assert.equal(readState(store, "s")?.trees.get("/r")?.files.size, 1);
  for (
    const damaged of [
      tree(1, 1, null, []),
      tree("r", 1, null, []),
      tree("/r", "1", null, []),
      tree("/r", 1, 2, []),
      tree("/r", 1, null, null),
      tree("/r", 1, null, [["a"]]),
      tree("/r", 1, null, [["a", 1, 2, 3, null]]),
      tree("/r", 1, null, [[1, 1, 2, 3, 4]]),
      { ...good, trees: [null] },
      { ...good, trees: {} },
      { ...good, trees: [], slowLooks: "many" },
      [],
    ]
  ) {
    Deno.writeTextFileSync(path, JSON.stringify(damaged));
    assert.equal(readState(store, "s"), undefined, JSON.stringify(damaged));
  }
});

Deno.test("canKeepState() sees whatever keeps a state from being written", async () => {
  await using workspace = await GitWorkspace.create();
  const store = workspace.at("looks");
  assert(canKeepState(store, "s"));
  assert.deepEqual([...Deno.readDirSync(store)], []);
  writeState(store, "s", emptyState());
  assert(canKeepState(store, "s"));
  const path = pathOfState(store);
  Deno.removeSync(path);
  Deno.mkdirSync(path);
  assert(!canKeepState(store, "s"));
  Deno.writeTextFileSync(workspace.at("file"), "");
  assert(!canKeepState(workspace.at("file"), "s"));
  Deno.symlinkSync(store, workspace.at("link"));
  assert(!canKeepState(workspace.at("link"), "other"));
});

Deno.test("findChanged() decides by the keys alone after the clock was set back", () => {
  const before = {
    startedAt: 9_000_000,
    files: new Map([["a", [1, 1000, 1, 1]], ["b", [1, 1000, 1, 2]]] as const),
  };
  const files = new Map([["a", [5, 5000, 1, 1]], ["b", [1, 1000, 1, 2]]] as const);
  assert.deepEqual(findChanged(before, { startedAt: 6000, files }), ["a"]);
  assert.deepEqual(findChanged(before, { startedAt: 9_000_001, files }), []);
});

Deno.test("a first look takes no impossible duration of a command for the truth", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("r");
  const looks = createDiskLooks({
    store: workspace.at("looks"),
    env: (name) => name === "HOME" ? workspace.at("home") : Deno.env.get(name),
    deadline: NO_DEADLINE,
  });
  Deno.writeTextFileSync(`${root}/a.txt`, "one\n");
  let session = 0;
  const look = async (duration: number | undefined) => {
    const request = { sessionId: `s${session++}`, event: "command", folder: root } as const;
    return (await looks.look({ ...request, duration })).changed;
  };
  assert.deepEqual(await look(600_000), [`${root}/a.txt`]);
  for (const duration of [undefined, -1e300, -5, NaN, Infinity, 1e300, 1e12]) {
    assert.deepEqual(await look(duration), [], String(duration));
  }
});
