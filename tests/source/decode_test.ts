import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeSource } from "../../lib/source/decode.ts";

/** Bytes, and the text that patterns see; undefined for what is binary. */
const BYTES: readonly (readonly [name: string, bytes: number[], text: string | undefined])[] = [
  ["nothing", [], ""],
  ["ASCII", [0x61, 0x0a], "a\n"],
  ["UTF-8", [0xc3, 0xa9, 0xed, 0x95, 0x9c, 0xf0, 0x9f, 0x98, 0x80], "é한😀"],
  ["a byte order mark", [0xef, 0xbb, 0xbf, 0x61], "a"],
  ["nothing but a byte order mark", [0xef, 0xbb, 0xbf], ""],
  ["a second byte order mark", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61], "\ufeffa"],
  ["CRLF", [0x61, 0x0d, 0x0a, 0x62, 0x0d, 0x0a], "a\nb\n"],
  ["a CR alone", [0x61, 0x0d, 0x62, 0x0d, 0x0d, 0x0a], "a\rb\r\n"],
  ["Latin-1", [0x67, 0x72, 0xf6, 0xdf, 0x65], "gr\ufffd\ufffde"],
  ["half a character at the end", [0x61, 0xf0, 0x9f], "a\ufffd"],
  ["UTF-16 LE", [0xff, 0xfe, 0x61, 0x00, 0x0d, 0x00, 0x0a, 0x00, 0x5c, 0xd5], "a\n한"],
  ["UTF-16 BE", [0xfe, 0xff, 0x00, 0x61, 0x00, 0x0d, 0x00, 0x0a, 0xd5, 0x5c], "a\n한"],
  ["a pair in UTF-16", [0xff, 0xfe, 0x3d, 0xd8, 0x00, 0xde], "😀"],
  ["half a pair in UTF-16", [0xff, 0xfe, 0x3d, 0xd8, 0x61, 0x00], "\ufffda"],
  ["an odd number of bytes in UTF-16", [0xff, 0xfe, 0x61, 0x00, 0x62], "a\ufffd"],
  ["nothing but the mark of UTF-16", [0xff, 0xfe], ""],
  ["half a mark", [0xff], "\ufffd"],
  ["UTF-16 without its mark", [0x61, 0x00, 0x62, 0x00], undefined],
  ["a NUL", [0x00], undefined],
  ["a NUL at the end", [0x61, 0x62, 0x00], undefined],
  ["a NUL behind a byte order mark", [0xef, 0xbb, 0xbf, 0x00], undefined],
];

for (const [name, bytes, text] of BYTES) {
  Deno.test(`decodeSource() reads ${name}`, () => {
    assert.equal(decodeSource(new Uint8Array(bytes)), text);
  });
}

Deno.test("decodeSource() yields text without CRLF or half characters, or nothing", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    const text = decodeSource(bytes);
    if (text === undefined) return assert.ok(bytes.includes(0));
    assert.ok(text.isWellFormed() && !text.includes("\r\n"));
  }));
});

Deno.test("decodeSource() gives text back as it was", () => {
  const text = fc.string({ unit: "grapheme" }).filter((text) => !/[\0\r\ufeff]/.test(text));
  fc.assert(fc.property(text, (text) => {
    assert.equal(decodeSource(new TextEncoder().encode(text)), text);
    const bytes = new Uint8Array(2 + 2 * text.length);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, true);
    for (let i = 0; i < text.length; i++) view.setUint16(2 + 2 * i, text.charCodeAt(i), true);
    assert.equal(decodeSource(bytes), text);
  }));
});
