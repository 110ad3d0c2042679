import assert from "node:assert/strict";
import { DamagedCacheError } from "../../lib/cache/file.ts";
import { createPorts, withCache } from "../../lib/cli/ports.ts";
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { NO_DEADLINE } from "../../lib/deadline.ts";
import { TemporaryFolder } from "../support/files.ts";

Deno.test("withCache() tries once more, and then without the cache", async () => {
  const uses: boolean[] = [];
  const attempt = (damaged: number) =>
    withCache((useCache) => {
      uses.push(useCache);
      return uses.length <= damaged
        ? Promise.reject(new DamagedCacheError("It is damaged"))
        : Promise.resolve("done");
    });
  for (const [damaged, expected] of [[0, [true]], [1, [true, true]], [2, [true, true, false]]]) {
    uses.length = 0;
    assert.equal(await attempt(damaged as number), "done");
    assert.deepEqual(uses, expected);
  }
  uses.length = 0;
  await assert.rejects(attempt(3), DamagedCacheError);
  await assert.rejects(withCache(() => Promise.reject(new Error("Another one"))), /Another/);
});

Deno.test("Ports do not wait for the disk of the cache, which has just answered", async () => {
  using folder = new TemporaryFolder({
    "guidebook/a/guideline.yaml": "id: a\nwhen: [file_changed]\ncontent: Read this.\n",
    "work/a.txt": "text",
  });
  const path = folder.at("guidebook");
  const { io } = createScriptedIo("", {
    env: () => undefined,
    callerFolder: () => folder.path,
    programFolder: folder.path,
    now: () => new Date(),
  });
  const connect = () =>
    createPorts({
      roots: [{ path, named: true }],
      database: undefined,
      notices: [],
      workFolder: folder.at("work"),
      deadline: NO_DEADLINE,
      io,
      cache: folder.at("cache"),
    });
  await connect().guidelines.load();
  const { stat, readFile } = Deno;
  const waits: string[] = [];
  Deno.stat = (path) => {
    waits.push(`stat ${path}`);
    return stat(path);
  };
  Deno.readFile = (path) => {
    waits.push(`read ${path}`);
    return readFile(path);
  };
  try {
    const { guidelines, sources } = connect();
    await guidelines.load();
    waits.length = 0;
    assert.deepEqual(await sources.read(folder.at("work/a.txt")), { text: "text" });
    assert.deepEqual(waits, []);
  } finally {
    Object.assign(Deno, { stat, readFile });
  }
});
