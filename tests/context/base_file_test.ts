import assert from "node:assert/strict";
import { findBaseFile } from "../../lib/context/base_file.ts";
import { codexTranscript } from "../../lib/agent/codex/transcript.ts";
import { TemporaryFolder } from "../support/memory.ts";

const THREAD = "01a22bad-9edc-7920-ba97-0a85bd1b0363"; // begun on 2026-11-30
const BASE = { threadId: THREAD, end: 22 };
const NAME = `rollout-2026-11-30T08-58-48-${THREAD}.jsonl`;

function find(folder: TemporaryFolder, own: string): string | undefined {
  return findBaseFile(BASE, folder.at(own), codexTranscript);
}

Deno.test("findBaseFile() looks beside the transcript, and into the days around the thread's start", async () => {
  for (const day of ["2026/12/07", "2026/11/29", "2026/11/30", "2026/12/01"]) {
    await using folder = await TemporaryFolder.create();
    const file = folder.write(`sessions/${day}/${NAME}`, "");
    folder.write(`sessions/${day}/rollout-2026-11-30T08-58-48-other.jsonl`, "");
    assert.equal(find(folder, "sessions/2026/12/07/rollout-own.jsonl"), file, day);
  }
});

Deno.test("findBaseFile() looks nowhere else", async () => {
  await using folder = await TemporaryFolder.create();
  for (const day of ["2026/11/28", "2026/12/02", "2026/11", "2026", ".", "../x"]) {
    folder.write(`a/sessions/${day}/${NAME}`, "");
  }
  assert.equal(find(folder, "a/sessions/2026/12/07/rollout-own.jsonl"), undefined);
});

Deno.test("findBaseFile() takes neither the transcript itself nor what is no file", async () => {
  await using folder = await TemporaryFolder.create();
  folder.write(`sessions/2026/11/30/${NAME}`, "");
  assert.equal(find(folder, `sessions/2026/11/30/${NAME}`), undefined);
  folder.write(`sessions/2026/12/01/${NAME}/x`, "");
  assert.equal(find(folder, `sessions/2026/11/30/${NAME}`), undefined);
  await Deno.symlink("/etc/passwd", folder.at(`sessions/2026/11/30/rollout-x-${THREAD}.jsonl`));
  assert.equal(find(folder, `sessions/2026/11/30/${NAME}`), undefined);
});

Deno.test("findBaseFile() gives up on a folder with too many entries", () => {
  const { readDirSync } = Deno;
  let looked = 0;
  Deno.readDirSync = function* () {
    for (;; looked++) {
      yield { name: `${looked}`, isFile: true, isDirectory: false, isSymlink: false };
      if (looked > 1_000_000) throw new Error("It would look for ever");
    }
  };
  try {
    assert.equal(findBaseFile(BASE, "/s/2026/12/07/x.jsonl", codexTranscript), undefined);
  } finally {
    Deno.readDirSync = readDirSync;
  }
  assert(looked > 0 && looked <= 4 * 20_001, `It looked at ${looked} entries`);
});
