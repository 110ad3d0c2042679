import assert from "node:assert/strict";
import fc from "fast-check";
import { type Line, readLines } from "../../lib/context/lines.ts";
import { TemporaryFolder } from "../support/memory.ts";

/** How many bytes are read at once. */
const CHUNK = 256 * 1024;
const MEGABYTE = 1024 * 1024;

async function read(path: string, offset = 0) {
  return await Array.fromAsync(readLines(path, offset));
}

/** The complete lines of `text` from the byte `offset` on, as a plain reader sees them. */
function expected(text: string, offset = 0) {
  let end = offset;
  const bytes = new TextEncoder().encode(text).slice(offset);
  return new TextDecoder().decode(bytes).split("\n").slice(0, -1).map((line) => {
    end += new TextEncoder().encode(line).length + 1;
    return { line, end };
  });
}

const lineBreaks = fc.string({ unit: fc.constantFrom("a", "é", "語", "😀", "\n", "\r\n", " ") });
/** Lines that end around the edge of a chunk, with letters of several bytes across it. */
const chunky = fc.array(
  fc.record({
    length: fc.oneof(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: CHUNK - 3, max: CHUNK + 3 }),
      fc.integer({ min: 0, max: 2 * CHUNK }),
    ),
    letter: fc.constantFrom("a", "é", "語", "😀"),
    isEnded: fc.boolean(),
  }),
  { maxLength: 5 },
).map((parts) =>
  parts.map(({ length, letter, isEnded }) => {
    const width = new TextEncoder().encode(letter).length;
    return `${"x".repeat(length % width)}${letter.repeat(length / width)}${isEnded ? "\n" : ""}`;
  }).join("")
);

Deno.test("readLines() yields the complete lines and where each ends", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("f", "one\n\ntwo é\nthree");
  assert.deepEqual(await read(path), [
    { line: "one", end: 4 },
    { line: "", end: 5 },
    { line: "two é", end: 12 },
  ]);
});

Deno.test("readLines() yields what splitting yields, for any text and chunk", async () => {
  await using folder = await TemporaryFolder.create();
  await fc.assert(
    fc.asyncProperty(fc.oneof(lineBreaks, chunky), async (text) => {
      const lines = expected(text);
      fc.pre(lines.every(({ line }) => line.length <= MEGABYTE / 4));
      assert.deepEqual(await read(folder.write("f", text)), lines);
    }),
    { numRuns: 60 },
  );
});

Deno.test("readLines() goes on from any end of a line", async () => {
  await using folder = await TemporaryFolder.create();
  await fc.assert(
    fc.asyncProperty(fc.oneof(lineBreaks, chunky), fc.nat(), async (text, pick) => {
      fc.pre(expected(text).every(({ line }) => line.length <= MEGABYTE / 4));
      const path = folder.write("f", text);
      const ends = [0, ...expected(text).map(({ end }) => end)];
      const from = ends[pick % ends.length]!;
      assert.deepEqual(await read(path, from), expected(text, from));
    }),
    { numRuns: 30 },
  );
});

Deno.test("readLines() reads a file that grows in pieces as it reads the whole", async () => {
  await using folder = await TemporaryFolder.create();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(lineBreaks, chunky), { maxLength: 4 }), async (pieces) => {
      const path = folder.write("f", "");
      const lines: Line[] = [];
      for (const piece of pieces) {
        folder.append("f", piece);
        for await (const line of readLines(path, lines.at(-1)?.end ?? 0)) lines.push(line);
      }
      const whole = expected(pieces.join(""));
      fc.pre(whole.every(({ line }) => line.length <= MEGABYTE / 4));
      assert.deepEqual(lines, whole);
    }),
    { numRuns: 30 },
  );
});

Deno.test("readLines() leaves a last line without a line break for the next time", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("f", "one\ntw");
  assert.deepEqual(await read(path), [{ line: "one", end: 4 }]);
  assert.deepEqual(await read(path, 4), []);
  folder.append("f", "o\n");
  assert.deepEqual(await read(path, 4), [{ line: "two", end: 8 }]);
});

Deno.test("readLines() yields nothing of an empty file and behind the end", async () => {
  await using folder = await TemporaryFolder.create();
  assert.deepEqual(await read(folder.write("f", "")), []);
  assert.deepEqual(await read(folder.write("f", "one\n"), 4), []);
  assert.deepEqual(await read(folder.write("f", "one\n"), 100), []);
});

Deno.test("readLines() yields lines before it has read the others", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("f", "one\n");
  await Deno.truncate(path, 1024 * MEGABYTE);
  for await (const line of readLines(path, 0)) {
    assert.deepEqual(line, { line: "one", end: 4 });
    break;
  }
});

Deno.test("readLines() keeps of a line over 1 MiB its ends, and whether it has a marker", async () => {
  await using folder = await TemporaryFolder.create();
  const limit = "x".repeat(MEGABYTE);
  assert.deepEqual(await read(folder.write("f", `${limit}\n`)), [{
    line: limit,
    end: MEGABYTE + 1,
  }]);
  // Also where it lies across two chunks of the file.
  for (const at of [0, 10, 5 * CHUNK - 3, 5 * CHUNK, 3 * MEGABYTE - 6, undefined]) {
    const text = "x".repeat(3 * MEGABYTE);
    const long = at === undefined ? text : `${text.slice(0, at)}MARKER${text.slice(at + 6)}`;
    const path = folder.write("f", `one\n${long}\ntwo\n`);
    const lines = await Array.fromAsync(readLines(path, 0, ["OTHER", "MARKER"]));
    const { head, tail, mentions } = "long" in lines[1]! ? lines[1].long : assert.fail();
    assert.equal(mentions, at !== undefined, `${at}`);
    assert(long.startsWith(head) && long.endsWith(tail));
    assert(head.length >= 1000 && tail.length >= 1000 && head.length + tail.length < 10_000);
    assert.deepEqual(lines.map(({ end }) => end), [4, long.length + 5, long.length + 9]);
    assert.deepEqual(lines[2], { line: "two", end: long.length + 9 });
  }
});

Deno.test("readLines() gives up a line without end", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("f", "one\n");
  await Deno.truncate(path, 1024 * MEGABYTE);
  await assert.rejects(read(path), RangeError);
});

Deno.test("readLines() closes the file, also when nobody reads to the end", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.write("f", "one\ntwo\n");
  const openFiles = () => [...Deno.readDirSync("/proc/self/fd")].length;
  const before = openFiles();
  for (let i = 0; i < 20; i++) {
    for await (const _ of readLines(path, 0)) break;
  }
  assert(openFiles() <= before + 2, `${openFiles()} files are open, ${before} were`);
});
