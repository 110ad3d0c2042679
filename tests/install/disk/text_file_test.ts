/** A person's file is either the old one or the new one, whatever fails in between. */
import assert from "node:assert/strict";
import {
  type Opener,
  type OpenFile,
  readTextFile,
  type TextFile,
  writeTextFile,
} from "../../../lib/install/disk/text_file.ts";
import { TemporaryFolder } from "../../support/files.ts";

const LONG = `{ "hooks": {}, "more": "${"x".repeat(9000)}" }\n`;
const SHORT = '{ "hooks": {} }\n';

function read(path: string): TextFile {
  const file = readTextFile(path, 100_000);
  assert(typeof file !== "string");
  return file;
}

/**
 * Opens files whose `n`-th call that changes something fails, and, where `dead`, every later one too,
 * as if the process had ended. A write before it takes half of what it is given.
 */
function failAt(n: number, { dead }: { dead: boolean }): Opener & { failed: boolean } {
  let calls = 0;
  const opener: Opener & { failed: boolean } = Object.assign((
    path: string,
    options: Deno.OpenOptions,
  ): OpenFile => {
    const file = Deno.openSync(path, options);
    const step = () => {
      calls++;
      if (calls === n || dead && calls > n) {
        opener.failed = true;
        throw Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
      }
    };
    return {
      readSync: (buffer) => file.readSync(buffer),
      seekSync: (offset, whence) => file.seekSync(offset, whence),
      statSync: () => file.statSync(),
      writeSync: (bytes) => {
        step();
        // Where nothing more is written, a part of a write would say nothing about our steps.
        return file.writeSync(dead ? bytes : bytes.subarray(0, Math.ceil(bytes.length / 2)));
      },
      truncateSync: (length) => (step(), file.truncateSync(length)),
      syncSync: () => (step(), file.syncSync()),
      [Symbol.dispose]: () => file.close(),
    };
  }, { failed: false });
  return opener;
}

for (
  const [name, before, after] of [
    ["a longer text", SHORT, LONG],
    ["a shorter text", LONG, SHORT],
    ["a text of the same length", '{ "a": 1 }', '{ "b": 2 }'],
  ] as const
) {
  Deno.test(`writeTextFile() restores the old bytes where ${name} cannot be written`, () => {
    for (let n = 1;; n++) {
      using folder = new TemporaryFolder({ "a.json": before });
      const open = failAt(n, { dead: false });
      const failure = writeTextFile(read(folder.at("a.json")), after, 0o700, open);
      const now = Deno.readTextFileSync(folder.at("a.json"));
      if (!open.failed) {
        assert.deepEqual([failure, now], [undefined, after]);
        assert(n > 3, "some call has failed before");
        break;
      }
      assert.deepEqual(failure, { reason: "No space left on device", state: "unchanged" });
      assert.equal(now, before, `call ${n}`);
    }
  });

  Deno.test(`writeTextFile() leaves valid JSON where it is killed while it writes ${name}`, () => {
    for (let n = 1;; n++) {
      using folder = new TemporaryFolder({ "a.json": before });
      const open = failAt(n, { dead: true });
      const failure = writeTextFile(read(folder.at("a.json")), after, 0o700, open);
      if (!open.failed) break;
      assert.equal(failure?.state, "damaged", "it could not be restored, and that is said");
      const now = Deno.readTextFileSync(folder.at("a.json"));
      assert([before, after].some((text) => text.trimEnd() === now.trimEnd()), `call ${n}: ${now}`);
    }
  });
}

Deno.test("writeTextFile() removes a new file that it could not write", () => {
  for (let n = 1;; n++) {
    using folder = new TemporaryFolder({ "x": "" });
    const open = failAt(n, { dead: false });
    const failure = writeTextFile(read(folder.at("new.json")), LONG, 0o700, open);
    if (!open.failed) break;
    assert.equal(failure?.state, "unchanged");
    assert.throws(() => Deno.statSync(folder.at("new.json")), Deno.errors.NotFound);
  }
});

Deno.test("writeTextFile() writes nothing into a file that has changed since it was read", () => {
  using folder = new TemporaryFolder({ "a": "old", "long": "old" });
  for (const [name, now] of [["a", "new"], ["long", "older"], ["made", "new"]] as const) {
    const file = read(folder.at(name));
    folder.write({ [name]: now });
    assert.equal(writeTextFile(file, "mine", 0o700)?.state, "stale");
    assert.equal(Deno.readTextFileSync(folder.at(name)), now);
  }
  const gone = read(folder.at("a"));
  Deno.removeSync(folder.at("a"));
  assert.equal(writeTextFile(gone, "mine", 0o700)?.state, "stale");
});

Deno.test("writeTextFile() keeps the file itself, with its mode", () => {
  using folder = new TemporaryFolder({ "a": "a longer text" });
  Deno.chmodSync(folder.at("a"), 0o640);
  const { ino } = Deno.statSync(folder.at("a"));
  assert.equal(writeTextFile(read(folder.at("a")), "é", 0o700), undefined);
  const after = Deno.statSync(folder.at("a"));
  assert.deepEqual([after.ino, after.mode! & 0o777], [ino, 0o640]);
  assert.equal(Deno.readTextFileSync(folder.at("a")), "é");
});

Deno.test("writeTextFile() gives the system's message", () => {
  const blocked = read("/proc/adaptive-guidebook");
  assert.match(String(writeTextFile(blocked, "x", 0o700)?.reason), /os error/);
});
