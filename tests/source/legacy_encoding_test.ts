import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeLegacy } from "../../lib/source/legacy_encoding.ts";

/** Sources in hexadecimal, which `iconv` has encoded. */
type Sample = readonly [hex: string, text: string];

const PLAUSIBLE: Readonly<Record<string, readonly Sample[]>> = {
  "euc-kr": [
    [
      "2f2f20c7d1b1b9beee20c1d6bcaec0d4b4cfb4d92e20c1d6b9aec0bb20c0fac0e5c7d1b4d90a636c61737320c1d6b9ae207b7d0a",
      "// 한국어 주석입니다. 주문을 저장한다\nclass 주문 {}\n",
    ],
    ["2320bbe7bfebc0da0a", "# 사용자\n"],
    ["2f2a20bcb3c1a420c6c4c0cf202a2f20696e7420613b", "/* 설정 파일 */ int a;"],
    [
      "2f2f20b0aac0bb20c0d0beeebcad20b9ddc8afc7d5b4cfb4d92e208c63b9e6b0a2c7cfb4c220bfb9bfdcc0d4b4cfb4d90a",
      "// 값을 읽어서 반환합니다. 똠방각하는 예외입니다\n",
    ],
  ],
  "gb18030": [
    [
      "2f2f20b1a3b4e6b6a9b5a5cafdbedda3acb7b5bbd8b4edcef30a636c6173732041207b7d0a",
      "// 保存订单数据，返回错误\nclass A {}\n",
    ],
    ["2320d3c3bba7c3fbb3c60a", "# 用户名称\n"],
    [
      "2f2a20d5e2b8f6baafcafdd3c3c0b4b6c1c8a1cec4bcfeb5c4c4dac8dda1a3202a2f0a",
      "/* 这个函数用来读取文件的内容。 */\n",
    ],
  ],
  "shift_jis": [
    [
      "2f2f20928d95b682f095db91b682b782e90a636c6173732041207b7d0a",
      "// 注文を保存する\nclass A {}\n",
    ],
    ["2f2a20836583588367977082cc8366815b835e202a2f0a", "/* テスト用のデータ */\n"],
  ],
  "windows-1252": [
    [
      "2f2f204c657320646f6e6ee9657320736f6e74207472e87320696d706f7274616e7465732c206372e9e9657320e0206c61206d61696e0a",
      "// Les données sont très importantes, créées à la main\n",
    ],
    ["2f2f2042fc636865722066fc72204bf66c6e0a", "// Bücher für Köln\n"],
    ["2f2f20456c2061f16f20706173f3206465737075e9730a", "// El año pasó después\n"],
    ["2f2f206c92e974e9209364e96ae0940a", "// l’été “déjà”\n"],
    ["2f2f2070e5207376656e736b6120e472206465742073e50a", "// på svenska är det så\n"],
  ],
};

const DECLARED: readonly (readonly [...Sample, encoding: string])[] = [
  [
    "23202d2a2d20636f64696e673a206575632d6b72202d2a2d0a2320b6c80a",
    "# -*- coding: euc-kr -*-\n# 똑\n",
    "euc-kr",
  ],
  [
    "232076696d3a207365742066696c65656e636f64696e673d6370393439203a0a2320c6520a",
    "# vim: set fileencoding=cp949 :\n# 힣\n",
    "euc-kr",
  ],
  [
    "3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2247424b223f3e0a3c613ee0ef3c2f613e0a",
    '<?xml version="1.0" encoding="GBK"?>\n<a>囡</a>\n',
    "gbk",
  ],
  [
    "4063686172736574202253686966745f4a4953223b0a2f2a209650202a2f0a",
    '@charset "Shift_JIS";\n/* 鳳 */\n',
    "shift_jis",
  ],
  [
    "3c68746d6c3e3c6d65746120636861727365743d69736f2d383835392d313e0a3c703efe3c2f703e0a",
    "<html><meta charset=iso-8859-1>\n<p>þ</p>\n",
    "windows-1252",
  ],
  [
    "23212f7573722f62696e2f707974686f6e0a2320636f64696e673d6c6174696e2d310a2320fffe0a",
    "#!/usr/bin/python\n# coding=latin-1\n# ÿþ\n",
    "windows-1252",
  ],
  [
    "23212f7573722f62696e2f707974686f6e0a2320636f64696e673a206370313235310a2320c7e0eae0e70a",
    "#!/usr/bin/python\n# coding: cp1251\n# Заказ\n",
    "windows-1251",
  ],
];

const UNSURE: Readonly<Record<string, string>> = {
  "one letter": "436166e9",
  "one character": "b0a1",
  "Korean letters": "2f2f20a4bba4bba4bb20a4bea4be",
  "EUC-JP": "2f2f20c3edcab8a4f2caddc2b8a4b9a4eba4bfa4e1a4ceb4d8bff4a4c7a4b9",
  "letters side by side": "4772f6df65",
  "Cyrillic": "2f2f20c7e0eae0e720f1eef5f0e0ede8f2fc0a",
  "Czech": "2f2f209e6c759d6f75e86bfd206bf9f22070f8ed6c699a0a",
  "traditional Chinese": "2f2f20c078a673ad71b3e6b8eaaec6aabaa8e7bcc60a",
  "KOI8": "2f2f20fac1cbc1da20d3cfc8d2c1cec9d4d820d720c2c1dac50a",
  "UTF-8 that is cut off": "ed959ceab5adec96b420eca3bcec849dec9e85eb8b88eb8b",
  "UTF-8 with one byte of Latin-1":
    "c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9e9",
  "a declaration that is wrong": "2320636f64696e673a206575632d6b720aff20",
  "a declaration of UTF-8": "2320636f64696e673a207574662d380a0ac7d1b1b9bef8",
  "a declaration of what nobody knows": "2320636f64696e673a206b6c696e676f6e0ac7d1",
};

function decode(hex: string) {
  const bytes = Uint8Array.fromHex(hex);
  return decodeLegacy(bytes, new TextDecoder().decode(bytes));
}

for (const [encoding, samples] of Object.entries(PLAUSIBLE)) {
  Deno.test(`decodeLegacy() recognizes ${encoding} by its characters`, () => {
    for (const [hex, text] of samples) assert.deepEqual(decode(hex), { text, encoding });
  });
}

Deno.test("decodeLegacy() follows a declaration", () => {
  for (const [hex, text, encoding] of DECLARED) assert.deepEqual(decode(hex), { text, encoding });
});

Deno.test("decodeLegacy() decodes nothing that is not sure", async (t) => {
  for (const [name, hex] of Object.entries(UNSURE)) {
    await t.step(name, () => {
      const text = new TextDecoder().decode(Uint8Array.fromHex(hex));
      assert.deepEqual(decode(hex), { text, encoding: "unknown" });
    });
  }
});

Deno.test("decodeLegacy() leaves UTF-8 and UTF-16 as they are", () => {
  for (const hex of ["61efbfbd62", "fffe3dd86100", "61"]) {
    assert.deepEqual(Object.keys(decode(hex)), ["text"]);
  }
});

Deno.test("decodeLegacy() gives LF for CRLF", () => {
  assert.equal(decode("c7d1b1b9beee0d0ac7d1b1b9beee0d0a").text, "한국어\n한국어\n");
});

Deno.test("decodeLegacy() never throws, and says the same for the same bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    const lenient = new TextDecoder().decode(bytes);
    const { text, encoding } = decodeLegacy(bytes, lenient);
    if (encoding === undefined || encoding === "unknown") assert.equal(text, lenient);
    else assert.ok(!text.includes("\ufffd"));
  }));
});
