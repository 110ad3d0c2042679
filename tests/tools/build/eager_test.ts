import assert from "node:assert/strict";
import { compileEagerly } from "../../../tools/build/eager.ts";

/** A module whose functions stand in every place where a function can stand. */
const MODULE = `
import { strictEqual as same } from "node:assert";
const before = early(1) + nested();
function early(n) { return n + late; }
var late = 1;
function nested() {
  const { value = () => 4 } = {};
  return inner() + value();
  function inner() { return deep(2); function deep(n) { return n * 2; } }
}
async function later(n = (() => 3)()) { await null; return n; }
function* count() { yield 1; yield* [2, 3]; }
async function* drip() { yield await later(5); }
const named = function again(n) { return n === 0 ? "done" : again(n - 1); };
const early2 = { early, later, ["com" + "puted"]: (a) => a, method(n) { return () => this.x + n; }, x: 1,
  get size() { return count.name.length; }, async *walk() { yield 7; }, async wait(n = () => 4) { return this.x + n(); },
  "two words"() { return 1; }, 3() { return arguments.length; }, ["com" + 2](f = () => 5) { return f(); } };
const soon = [async (n, { m = () => 2 } = {}, ...more) => n + m() + more.length, async () => ({ a: await (async (x) => x)(6) }),
  async () => { return inside(); function inside() { return 8; } }];
function outer2() { return (async () => arguments.length + this.x)(); }
const odd = [{ __proto__() { return 1; } }, { "__proto__"() { return 2; } }, { ["__proto__"]() { return 3; } }];
const heir = { __proto__: early2, method(n) { return () => super.method(n)() + 100; } };
class Base {
  static made = 0;
  #secret = () => this.value;
  static { Base.made = [1, 2].map((n) => n + 1).length; }
  constructor(value) { this.value = value; }
  get secret() { return this.#secret(); }
  static of(...values) { return values.map((value) => new Base(value)); }
}
class Derived extends Base { constructor() { super((function () { return 9; })()); } twice() { return super.secret * 2; } }
const text = \`a \${[1, 2].map((n) => \`\${n}!\`).join()} b\`;
const tagged = ((strings, ...values) => strings.raw.join("|") + values.join())\`x\${1}y\`;
let label = 0;
outer: for (const i of [1, 2, 3]) { if (i === 2) continue outer; label += (() => i)(); }
if (label) { function inBlock() { return 1; } label += inBlock(); }
same(typeof named, "function");
export { early as first, text };
export const result = [before, nested(), await later(), [...count()], (await drip().next()).value, named(3), named.name,
  await Promise.all([soon[0](1, undefined, 3, 4), soon[1](), soon[2](), outer2.call({ x: 10 }, 1)]), soon[1].name, soon[0].length,
  odd.map((it) => [Object.hasOwn(it, "__proto__"), it["__proto__"]()]),
  early.name, early2.method(2)(), await early2.wait(), early2["two words"].name, early2[3](1, 2), early2.com2(), early2.com2.name,
  early2.wait.name, heir.method(2)(), early2.size, early2.computed(6), (await early2.walk().next()).value, Base.made, Base.of(1)[0].secret,
  new Derived().twice(), text, tagged, label, (() => ({ early }))().early(2)];
`;

Deno.test("compileEagerly() changes nothing of what a module does", async () => {
  const plain = await load(MODULE);
  const changed = await load(compileEagerly(MODULE));
  assert.deepEqual(changed.result, plain.result);
  assert.deepEqual(Object.keys(changed), Object.keys(plain));
  assert.equal(changed.first(1), 2);
});

Deno.test("compileEagerly() puts functions in parentheses, and methods but for those of classes", () => {
  assert.equal(
    compileEagerly(
      "export { f }; f(() => 1, async (n) => n); function f(g) { return { m() { return g; }, n: class { o() {} } }; }",
    ),
    "var f=(function f(g) { return { m:(function() { return g; }), n: class { o() {} } }; });" +
      "export { f }; f((() => 1), (async function(n){return(n)})); ",
  );
});

async function load(text: string): Promise<{ first(n: number): number; result: unknown }> {
  return await import(`data:text/javascript,${encodeURIComponent(text)}`);
}
