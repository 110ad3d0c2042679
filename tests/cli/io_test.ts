import assert from "node:assert/strict";
import { type Io, readStdin, writeStdout } from "../../lib/cli/io.ts";

/** A stdin that yields `text` in parts of `size` bytes. */
function stdinOf(text: string, size: number): Io["stdin"] {
  let unread = new TextEncoder().encode(text);
  return {
    isTerminal: () => false,
    read: (buffer) => {
      if (unread.length === 0) return Promise.resolve(null);
      const part = unread.subarray(0, Math.min(size, buffer.length));
      buffer.set(part);
      unread = unread.subarray(part.length);
      return Promise.resolve(part.length);
    },
  };
}

Deno.test("readStdin() puts characters together that came in parts", async () => {
  for (const size of [1, 3, 100_000]) {
    assert.equal(await readStdin(stdinOf("größe 한국어 😀", size), 100), "größe 한국어 😀");
  }
  const long = "한".repeat(100_000);
  assert.equal(await readStdin(stdinOf(long, 100_000), 300_000), long);
  assert.equal(await readStdin(stdinOf("", 1), 0), "");
});

Deno.test("readStdin() reads what is too long to its end, so that the writer is not cut off", async () => {
  const stdin = stdinOf("a".repeat(200_000), 70_000);
  assert.equal(await readStdin(stdin, 199_999), undefined);
  assert.equal(await stdin.read(new Uint8Array(1)), null);
  assert.equal((await readStdin(stdinOf("a".repeat(200_000), 70_000), 200_000))!.length, 200_000);
});

Deno.test("writeStdout() goes on until every byte is written", async () => {
  const written: number[] = [];
  const write = (bytes: Uint8Array) => {
    const count = Math.min(3, bytes.length);
    written.push(...bytes.subarray(0, count));
    return Promise.resolve(count);
  };
  await writeStdout({ isTerminal: () => false, write }, "größe 😀");
  assert.equal(new TextDecoder().decode(new Uint8Array(written)), "größe 😀");
});

Deno.test("writeStdout() writes nothing for nothing, and passes on that the reader has gone", async () => {
  const write = () => Promise.reject(new Deno.errors.BrokenPipe("gone"));
  const stdout = { isTerminal: () => false, write };
  await writeStdout(stdout, "");
  await assert.rejects(writeStdout(stdout, "a"), Deno.errors.BrokenPipe);
});
