import assert from "node:assert/strict";
import fc from "fast-check";
import { escapeHidden, findHidden, removeHidden } from "../lib/hidden_characters.ts";

/** One of each kind, with its escape. */
const HIDDEN: readonly (readonly [character: string, escape: string])[] = [
  ["\u0000", "\\u{0}"],
  ["\u0007", "\\u{7}"],
  ["\b", "\\u{8}"],
  ["\u001b", "\\u{1b}"],
  ["\u001f", "\\u{1f}"],
  ["\u007f", "\\u{7f}"],
  ["\u0080", "\\u{80}"],
  ["\u0085", "\\u{85}"],
  ["\u009b", "\\u{9b}"],
  ["\u009f", "\\u{9f}"],
  ["\u202a", "\\u{202a}"],
  ["\u202e", "\\u{202e}"],
  ["\u2066", "\\u{2066}"],
  ["\u2069", "\\u{2069}"],
  ["\u{e0000}", "\\u{e0000}"],
  ["\u{e0041}", "\\u{e0041}"],
  ["\u{e007f}", "\\u{e007f}"],
  ["\u00ad", "\\u{ad}"],
  ["\u034f", "\\u{34f}"],
  ["\u061c", "\\u{61c}"],
  ["\u115f", "\\u{115f}"],
  ["\u17b4", "\\u{17b4}"],
  ["\u180b", "\\u{180b}"],
  ["\u200b", "\\u{200b}"],
  ["\u200c", "\\u{200c}"],
  ["\u200d", "\\u{200d}"],
  ["\u200f", "\\u{200f}"],
  ["\u2060", "\\u{2060}"],
  ["\u2064", "\\u{2064}"],
  ["\u3164", "\\u{3164}"],
  ["\ufe00", "\\u{fe00}"],
  ["\ufe0f", "\\u{fe0f}"],
  ["\ufeff", "\\u{feff}"],
  ["\uffa0", "\\u{ffa0}"],
  ["\ufff9", "\\u{fff9}"],
  ["\ufffe", "\\u{fffe}"],
  ["\u{13437}", "\\u{13437}"],
  ["\u{e0100}", "\\u{e0100}"],
  ["\u{e01ef}", "\\u{e01ef}"],
];

for (const [character, escape] of HIDDEN) {
  Deno.test(`removeHidden() takes ${escape} out, escapeHidden() and findHidden() show it`, () => {
    assert.equal(removeHidden(`a${character}b`), "ab");
    assert.equal(escapeHidden(`a${character}b`), `a${escape}b`);
    assert.deepEqual(findHidden(`é${character}b`), [{ index: 1, escape }]);
  });
}

Deno.test("removeHidden() leaves what a reader sees, tab and LF too", () => {
  const visible = "\tIndented\n  größe 한국어 العربية 😀 👩‍💻 🏴 ’ \u00a0 | ~";
  assert.equal(removeHidden(visible), visible);
  assert.deepEqual(findHidden(visible), []);
});

Deno.test("removeHidden() turns CRLF to LF and takes a lone CR out", () => {
  assert.equal(removeHidden("a\r\nb\rc\r\r\nd"), "a\nbc\nd");
  assert.deepEqual(findHidden("a\r\nb\rc"), [{ index: 4, escape: "\\r" }]);
});

Deno.test("escapeHidden() writes line breaks and tabs as they are written in code", () => {
  assert.equal(escapeHidden("a\tb\nc\r\nd"), "a\\tb\\nc\\r\\nd");
  assert.equal(escapeHidden("a\u2028b\u2029c"), "a\\u{2028}b\\u{2029}c");
});

Deno.test("escapeHidden() yields one printable line, whatever the text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const escaped = escapeHidden(text);
    assert.doesNotMatch(escaped, /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    assert.equal(escapeHidden(escaped), escaped);
  }));
});

Deno.test("removeHidden() does not join the halves of a hidden character", () => {
  // "\uDB40" + override + "\uDC41": without the override the halves are the tag character A.
  assert.equal(removeHidden("x\udb40\u202e\udc41"), "x");
});

Deno.test("removeHidden() takes out half characters, which no JSON reader in Rust accepts", () => {
  assert.equal(removeHidden("a\ud83d b\ude00"), "a b");
});

Deno.test("removeHidden() finds nothing more in what it returns", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        "\r",
        "\n",
        "\udb40",
        "\udc41",
        "\u202e",
        "a",
        "😀",
        "\u{e0001}",
        "\u200d",
        "\u200c",
        "\ufe0f",
        "ی",
        "1",
        "\u20e3",
        "\u180b",
        "ᠠ",
        "\u061c",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(fc.property(text, (text) => {
    const cleaned = removeHidden(text);
    assert.equal(removeHidden(cleaned), cleaned);
    assert.deepEqual(findHidden(cleaned), []);
    assert.ok(cleaned.isWellFormed());
  }));
});

Deno.test("removeHidden() removes whatever Unicode lets a reader not see", () => {
  const ignorable = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (!ignorable.test(character) || "\t\n".includes(character)) continue;
    assert.equal(removeHidden(`a${character}b`), "ab", point.toString(16));
  }
});

Deno.test("removeHidden() leaves what a script or an emoji needs, once", () => {
  const needed = ["👩‍💻", "🏳️‍🌈", "❤️", "❤︎", "1️⃣", "#️⃣", "🧑🏽‍🤝‍🧑🏽", "👁️‍🗨️", "می‌خواهم", "क्‍ष", "ന്‍", "ᠠ᠋"];
  for (const text of needed) {
    assert.equal(removeHidden(text), text);
    assert.deepEqual(findHidden(text), []);
  }
  assert.equal(removeHidden("❤\ufe0f\ufe0f\ufe0e"), "❤\ufe0f");
  assert.equal(removeHidden("می\u200c\u200c\u200d\u200cx"), "می\u200cx");
  assert.equal(removeHidden("1\ufe0f 2\ufe0f"), "1 2");
  assert.equal(removeHidden("👩\u200dx"), "👩x");
  assert.equal(removeHidden("\u061c\u200cx"), "x");
});

Deno.test("removeHidden() knows every pictograph, and every letter that Unicode joins", () => {
  const joining = /[\p{L}\p{M}]/u;
  const scripts =
    /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nko}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Adlm}]/u;
  for (let point = 0; point <= 0x1ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (/\p{Extended_Pictographic}/u.test(character)) {
      assert.equal(
        removeHidden(`${character}\ufe0f\u200d${character}`).length,
        2 * character.length + 2,
      );
    }
    if (!joining.test(character) || !scripts.test(character)) continue;
    if (removeHidden(character) === "" || point >= 0x10e00 && point < 0x1e900 || point >= 0x1ee00) {
      continue;
    }
    assert.equal(removeHidden(`${character}\u200c`), `${character}\u200c`, point.toString(16));
  }
});
