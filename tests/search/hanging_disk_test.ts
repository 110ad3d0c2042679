/** What hangs costs its own share of the hook's time, however much of it there is. */
import assert from "node:assert/strict";
import { createDeadline } from "../../lib/deadline.ts";
import { createGuidebookStore } from "../../lib/guidebook/store.ts";
import { findMatched } from "../../lib/search/find_matched.ts";
import { createDiskSources } from "../../lib/source/disk.ts";
import { createFakeGuidebook, createFakePorts } from "../support/fake_ports.ts";
import { Silence } from "../support/silence.ts";
import { TemporaryFolder } from "../support/memory.ts";

/** Milliseconds that `act` takes while nothing comes of reading a file with "hang" in its path. */
async function timeOnHangingDisk(act: () => Promise<unknown>): Promise<number> {
  using silence = new Silence();
  const { readFile } = Deno;
  Deno.readFile = (path) => String(path).includes("hang") ? silence.promise : readFile(path);
  try {
    const begin = performance.now();
    await act();
    return performance.now() - begin;
  } finally {
    Deno.readFile = readFile;
  }
}

Deno.test("many changed files on a disk that hangs cost no more than one", async () => {
  await using folder = await TemporaryFolder.create();
  const paths = Array.from({ length: 320 }, (_, i) => folder.write(`hang/${i}.txt`, "x"));
  const deadline = createDeadline(400);
  const duration = await timeOnHangingDisk(async () => {
    const ports = createFakePorts({
      guidelines: createFakeGuidebook([
        { id: "a", content: "A.", scope: {}, when: ["file_changed"] },
      ]),
      sources: createDiskSources(deadline),
      deadline,
    });
    const { skipped } = await findMatched({ sessionId: "s", filepaths: paths }, ports);
    assert.equal(skipped.filter((line) => line.includes("no time")).length, paths.length);
  });
  assert(duration < 2000, `${duration} ms`);
});

Deno.test("many guidelines on a disk that hangs cost no more than one", async () => {
  await using folder = await TemporaryFolder.create();
  for (let i = 0; i < 200; i++) {
    folder.write(`hang/${i}/guideline.yaml`, `id: g-${i}\nwhen: [file_changed]\ncontent: A.\n`);
  }
  const roots = Array.from({ length: 6 }, () => ({ path: folder.at("hang"), named: true }));
  const duration = await timeOnHangingDisk(async () => {
    const { entries, notices } = await createGuidebookStore(roots, createDeadline(400)).open();
    assert.deepEqual(entries, []);
    assert.match(notices()[0]?.message ?? "", /0 of 200 guidelines/);
  });
  assert(duration < 2000, `${duration} ms`);
});
