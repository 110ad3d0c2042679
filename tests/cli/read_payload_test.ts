import assert from "node:assert/strict";
import fc from "fast-check";
import { ObjectScanner } from "../../lib/cli/object_scanner.ts";
import { type PayloadLimits, readPayload } from "../../lib/cli/read_payload.ts";
import type { Io } from "../../lib/cli/io.ts";
import { Silence } from "../support/silence.ts";

const LIMITS: PayloadLimits = { size: 1000, idle: 60_000, whole: 60_000 };

/** A stdin that yields `parts`, and then its end, or, where it stays open, nothing any more. */
function stdinOf(parts: (string | Uint8Array)[], { open = false, pause = 0 } = {}): Io["stdin"] {
  const unread = parts.map((part) =>
    typeof part === "string" ? new TextEncoder().encode(part) : part
  );
  return {
    isTerminal: () => false,
    read: async (buffer) => {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const part = unread.shift();
      if (!part) return open ? await new Promise<never>(() => {}) : null;
      buffer.set(part);
      return part.length;
    },
  };
}

function splitAt(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, i) => bytes.slice(i * size, (i + 1) * size),
  );
}

Deno.test("readPayload() yields an object when it is whole, also where stdin stays open", async () => {
  const text = '{"name": "größe 한국어 😀", "list": [{"a": "}\\\\"}, "\\"{"]}';
  for (const size of [1, 2, 3, 7, 100]) {
    const stdin = stdinOf(splitAt(text, size), { open: true, pause: size === 7 ? 5 : 0 });
    assert.deepEqual(await readPayload(stdin, LIMITS), { kind: "payload", text }, `${size}`);
  }
});

Deno.test("readPayload() yields what is no object at the end of stdin", async () => {
  for (const text of ["", "12", "[{}]", '"{}"', '{"a": 1', "{} {}"]) {
    assert.deepEqual(await readPayload(stdinOf([text]), LIMITS), { kind: "payload", text });
  }
});

Deno.test("readPayload() keeps both ends of what is too large, and reads it to its end", async () => {
  const text = `{"first": "${"x".repeat(200_000)}", "last": 1}`;
  const parts = splitAt(text, 60_000);
  const stdin = stdinOf(parts, { open: true });
  const payload = await readPayload(stdin, { ...LIMITS, size: 100_000 });
  assert(payload.kind === "too-large");
  assert(payload.head.startsWith('{"first": "xxx') && payload.tail.endsWith('xxx", "last": 1}'));
  assert(payload.head.length + payload.tail.length < 140_000);
});

Deno.test("readPayload() stops waiting where nothing comes, and where it never ends", async () => {
  using _silence = new Silence();
  const silent = await readPayload(stdinOf(['{"a":'], { open: true }), { ...LIMITS, idle: 150 });
  assert.deepEqual(silent, { kind: "unfinished", reason: "stdin sent nothing for 150 ms" });
  const endless = stdinOf(Array.from({ length: 1000 }, () => "["), { pause: 5 });
  assert.deepEqual(await readPayload(endless, { ...LIMITS, whole: 200 }), {
    kind: "unfinished",
    reason: "stdin did not end within 200 ms",
  });
});

Deno.test("ObjectScanner finds where any object ends, whatever its parts are", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(fc.property(object, fc.integer({ min: 1, max: 40 }), (value, size) => {
    const text = ` \n${JSON.stringify(value)}`;
    const scanner = new ObjectScanner();
    const parts = splitAt(text, size);
    assert.deepEqual(
      parts.map((part) => scanner.add(part)),
      parts.map((_, i) => i === parts.length - 1),
    );
  }));
});

Deno.test("ObjectScanner takes a byte order mark, and nothing but an object", () => {
  const add = (text: string) => new ObjectScanner().add(new TextEncoder().encode(text));
  assert(add("\ufeff{}"));
  for (const text of ["[{}]", "12", '"{}"', "x{}", ""]) assert(!add(text), text);
});
