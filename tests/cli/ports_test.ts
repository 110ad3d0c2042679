import assert from "node:assert/strict";
import { createPorts } from "../../lib/cli/ports.ts";
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { NO_DEADLINE } from "../../lib/deadline.ts";
import { TemporaryFolder } from "../support/files.ts";

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
  await connect().guidelines.open();
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
    await guidelines.open();
    waits.length = 0;
    assert.deepEqual(await sources.read(folder.at("work/a.txt")), { text: "text" });
    assert.deepEqual(waits, []);
  } finally {
    Object.assign(Deno, { stat, readFile });
  }
});
