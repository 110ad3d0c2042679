import assert from "node:assert/strict";
import { regexEngine } from "../../lib/pattern/regex_engine.ts";

const LINEAR = [
  /RepositoryImpl/,
  /^import .*\.internal\./m,
  /(?:a|b)*c/,
  /(a+)+$/,
  /[^"\\]*(?:\\.[^"\\]*)*/s,
  /\bclass\s+\w+/,
  /(?<=val )\w+|(?<!var )\w+/,
];

const NOT_LINEAR = [/a/i, /a/u, /a/v, /(?=a)b/, /(?!a)b/, /(a)\1/];

for (const regex of LINEAR) {
  Deno.test(`regexEngine.isLinear() takes ${regex}`, () => {
    assert.equal(regexEngine.isLinear(regex), true);
  });
}

for (const regex of NOT_LINEAR) {
  Deno.test(`regexEngine.isLinear() does not take ${regex}`, () => {
    assert.equal(regexEngine.isLinear(regex), false);
  });
}

Deno.test("V8 does not let a pattern that isLinear() takes run away", () => {
  const regex = /(a+)+$/;
  assert.ok(regexEngine.isLinear(regex));
  const start = performance.now();
  assert.equal(regex.test(`${"a".repeat(5000)}b`), false);
  assert.ok(performance.now() - start < 5000);
});

Deno.test("regexEngine.test() says whether it matches", async () => {
  assert.equal(await regexEngine.test(/B/i, "abc", 1000), true);
  assert.equal(await regexEngine.test(/(?=x)/, "abc", 1000), false);
});

Deno.test("regexEngine.test() interrupts a pattern that runs away, and goes on after it", async () => {
  const start = performance.now();
  assert.equal(await regexEngine.test(/(?=)(a+)+$/, `${"a".repeat(5000)}b`, 30), undefined);
  const took = performance.now() - start;
  assert.ok(took >= 25 && took < 3000, `${took} ms`);
  assert.equal(await regexEngine.test(/a/i, "A", 1000), true);
});

Deno.test("regexEngine.test() uses V8's smallest timeout where almost no time is left", async () => {
  const text = `${"a".repeat(5000)}b`;
  for (const ms of [0, -5, 0.01]) {
    assert.equal(await regexEngine.test(/(?=)(a+)+$/, text, ms), undefined);
  }
});

Deno.test("regexEngine.test() knows no answer for a pattern that compiles but cannot be run", async () => {
  const regex = new RegExp("(".repeat(30_000) + ")".repeat(30_000), "i");
  assert.equal(await regexEngine.test(regex, "text", 1000), undefined);
});

Deno.test("regexEngine.test() keeps two that run at the same time apart, and leaves no trace", async () => {
  const before = Object.keys(globalThis);
  const verdicts = [regexEngine.test(/a/i, "A", 1000), regexEngine.test(/b/i, "A", 1000)];
  assert.deepEqual(await Promise.all(verdicts), [true, false]);
  assert.deepEqual(Object.keys(globalThis), before);
});

Deno.test("regexEngine.test() ends nothing but the pattern, however close to its limit that ends", async () => {
  const regex = /(?:[^\n]*\n){1000}/;
  for (let i = 0; i < 200; i++) {
    const text = "print('hello')\n".repeat(40 + i % 60);
    const holds = await regexEngine.test(new RegExp(regex), text, 1 + i % 3);
    assert.ok(holds === false || holds === undefined);
  }
});

Deno.test("regexEngine.test() goes on after an interrupt that comes when the script has ended", async () => {
  const { min } = Math;
  const long = "a".repeat(5_000_000);
  long.includes("ab");
  try {
    for (let i = 0; i < 5; i++) {
      // As on a busy machine, time passes between the script's look at the clock and its end: in a
      // function of V8 itself, which looks for no interrupt.
      Math.min = long.includes.bind(long, "ab") as unknown as typeof min;
      assert.equal(await regexEngine.test(/a/i, "A", 4), true);
    }
  } finally {
    Math.min = min;
  }
  assert.equal(await regexEngine.test(/a/i, "A", 1000), true);
});
