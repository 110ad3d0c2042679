import assert from "node:assert/strict";
import fc from "fast-check";
import { compileGlob } from "../../lib/guideline_file/glob.ts";
import { matchGlobs } from "../../lib/guideline/scope.ts";

/** What a glob matches, and what looks alike but is not matched. */
const GLOBS: readonly (readonly [glob: string, matched: string[], other: string[]])[] = [
  // one segment
  ["*.kt", ["a.kt", ".kt", ".a.kt", "a.b.kt", "größe 한국어.kt", "a\nb.kt"], ["a.kts", "src/a.kt"]],
  ["src/*", ["src/a", "src/.env"], ["src", "src/a/b", "lib/src/a"]],
  ["*", ["a", ".a", "a b"], ["a/b"]],
  ["a?c", ["abc", "a.c"], ["ac", "a/c", "abbc"]],
  ["README", ["README"], ["readme", "README.md", "docs/README"]],
  ["src/*/test", ["src/a/test"], ["src/test", "src/a/b/test"]],
  ["*Impl*.kt", ["OrderImpl.kt", "ImplX.kt"], ["Order.kt", "x/OrderImpl.kt"]],
  // any number of segments
  ["**", ["a", "a/b/c", ".a/.b"], []],
  ["src/**", ["src/a", "src/a/b", "src/.git/a", "src/a\nb"], ["lib/src/a", "srcs/a", "SRC/a"]],
  ["**/*.kt", ["a.kt", "src/a.kt", "a/b/.c/d.kt"], ["a.kts", "a.kt/b"]],
  ["src/**/*.kt", ["src/a.kt", "src/a/b/c.kt"], ["a.kt", "lib/src/a.kt"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/bb", "a/x/b/c"]],
  ["**/test/**", ["test/a", "a/test/b/c"], ["tests/a", "a/mytest/b"]],
  ["a/**b", ["a/b", "a/xb"], ["a/x/b"]], // not a segment of its own: as *
  ["./src/*", ["src/a"], ["a"]],
  // braces
  ["*.{kt,kts}", ["a.kt", "a.kts"], ["a.ktx", "a.{kt,kts}"]],
  ["{src,lib}/**/*.kt", ["src/a.kt", "lib/b/a.kt"], ["test/a.kt"]],
  ["a{,b}", ["a", "ab"], ["b"]],
  ["{a,{b,c}}d", ["ad", "bd", "cd"], ["abd"]],
  ["{**/foo.md,bar.md}", ["foo.md", "a/b/foo.md", "bar.md"], ["a/bar.md", "xfoo.md"]],
  ["{bar.md,**/foo.md}", ["foo.md", "a/foo.md"], ["afoo.md"]],
  ["src/{**/a,{**/b,c}}.kt", ["src/a.kt", "src/x/a.kt", "src/b.kt", "src/x/b.kt"], ["src/x/c.kt"]],
  ["a{**/b,c}", ["ac", "ax/b"], ["ab"]],
  ["{**,a}/foo", ["foo", "a/foo", "x/y/foo"], ["xfoo", "foo/x"]],
  ["{a,**}/foo", ["foo", "a/foo", "x/y/foo"], ["xfoo"]],
  ["{a/**/,**/x/**/}b", ["a/b", "a/y/b", "x/b", "y/x/y/b"], ["b", "y/b"]],
  ["**{/,/x/}foo", ["foo", "a/foo", "x/foo"], ["xfoo"]],
  ["{**/,}**/*.kt", ["a.kt", "x/y/a.kt"], ["a.kts"]],
  ["{**/[{,}],b}/c", ["{/c", "x/,/c", "b/c"], ["a/c", "[{/c"]],
  ["src/**/*", ["src/a", "src/a/b"], ["src"]], // a file of the folder's name
  ["\\{**/a,b\\}", ["{x/a,b}"], ["a", "b"]],
  ["{1..3}.kt", ["1.kt", "3.kt"], ["4.kt"]],
  ["a{b}", ["a{b}"], ["ab"]],
  ["a}", ["a}"], ["a"]],
  // brackets
  ["[ab].kt", ["a.kt", "b.kt", "[ab].kt"], ["c.kt", "ab.kt"]], // app/[id] means itself, too
  ["[a-c].kt", ["b.kt"], ["d.kt", "-.kt"]],
  ["[!a].kt", ["b.kt", "!.kt"], ["a.kt", ".kt"]],
  ["[^a].kt", ["b.kt"], ["a.kt"]],
  ["x[!a]y", ["xby"], ["x/y", "xay"]],
  ["[[:alpha:]].kt", ["a.kt"], ["1.kt"]],
  ["[(].kt", ["(.kt"], ["[(].kt"]],
  ["[]].kt", ["].kt"], ["[.kt"]],
  // escapes
  ["\\*.kt", ["*.kt"], ["a.kt", "\\*.kt"]],
  ["\\[id\\].tsx", ["[id].tsx"], ["i.tsx", "\\[id\\].tsx"]],
  ["\\{a,b\\}", ["{a,b}"], ["a"]],
  ["\\(a\\)", ["(a)"], ["a"]],
  ["a\\\\b", ["a\\b"], ["ab"]],
  ["\\!a", ["!a"], ["a"]],
  // what is special elsewhere
  ["app/(shop)/page.tsx", ["app/(shop)/page.tsx"], ["app/shop/page.tsx"]],
  ["@(a|b)", ["@(a|b)"], ["a", "b"]],
  ["+(a)", ["+(a)"], ["a", "aa"]],
  ["*(a)", ["(a)", "x(a)"], ["a", "aa", ""]],
  ["?(a)", ["x(a)"], ["a", ""]],
  ["(a)+", ["(a)+"], ["a", "aa"]],
  ["a|b", ["a|b"], ["a", "b"]],
  ["a+b.c^d$e#f~g,h", ["a+b.c^d$e#f~g,h"], ["aab.c^d$e#f~g,h", "a+bxc^d$e#f~g,h"]],
  ["<a> & b; 'c'.kt", ["<a> & b; 'c'.kt"], []],
  ['"x"/*.kt', ['"x"/a.kt'], ["x/a.kt"]],
  ["*a|b", ["xa|b"], ["xa", "b"]],
  ["routes/+page.svelte", ["routes/+page.svelte"], ["routes/page.svelte"]],
  ["{a,b}+x", ["a+x", "b+x"], ["ax", "aax"]],
  ["[ab]+x", ["a+x", "b+x"], ["ax", "aax"]],
  ["größe/한국어/*", ["größe/한국어/a"], ["gro/a"]],
];

for (const [glob, matched, other] of GLOBS) {
  Deno.test(`compileGlob() knows what ${glob} matches`, () => {
    const globs = [compileGlob(glob)];
    for (const path of matched) assert.ok(matchGlobs(globs, path, "s"), path);
    for (const path of other) assert.ok(!matchGlobs(globs, path, "s"), `not ${path}`);
  });
}

Deno.test("compileGlob() treats one leading ! as a negation, and keeps what the author wrote", () => {
  const { regex } = compileGlob("*.kt");
  assert.deepEqual(compileGlob("!*.kt"), { glob: "!*.kt", negated: true, regex });
  assert.deepEqual(compileGlob("*.kt"), { glob: "*.kt", negated: false, regex });
  assert.ok(new RegExp(compileGlob("!!a").regex).test("!a"));
  assert.ok(new RegExp(compileGlob("!(a)").regex).test("(a)"));
});

const BAD: readonly (readonly [glob: string, reason: RegExp])[] = [
  ["", /empty/],
  [" ", /empty/],
  ["!", /empty/],
  ["/src/**", /begins with "\/"/],
  ["!/src", /begins with "\/"/],
  ["../src/**", /".." segment/],
  ["src/../a", /".." segment/],
  ["src/..", /".." segment/],
  ["!..", /".." segment/],
  ["src/[a", /Missing closing: "]"/],
  ["a]", /Missing opening: "\["/],
  ["*.{kt,kts", /Missing closing: "}"/],
  ["a\\", /escape or a bracket/],
  ["[z-a]", /escape or a bracket/],
  ["a".repeat(1001), /longer than 1000/],
  ["*/".repeat(10_000), /longer than 1000/],
];

for (const [glob, reason] of BAD) {
  Deno.test(`compileGlob() refuses ${JSON.stringify(glob.slice(0, 20))}`, () => {
    assert.throws(() => compileGlob(glob), { name: "SyntaxError", message: reason });
  });
}

Deno.test("compileGlob() takes dots that are no parent folder", () => {
  for (const name of ["..a", "a..", "a..b", "...", "a/..b/c"]) {
    assert.ok(matchGlobs([compileGlob(name)], name, "s"), name);
  }
});

Deno.test("compileGlob() yields a glob that can be tested, or throws a SyntaxError", () => {
  const text = fc.string({
    unit: fc.constantFrom(..."a/.*?!()[]{}|\\+@^$-,'\" \né😀".match(/./gsu)!),
    maxLength: 12,
  });
  fc.assert(fc.property(text, text, (text, path) => {
    try {
      matchGlobs([compileGlob(text)], path, "s");
    } catch (error) {
      assert.ok(error instanceof SyntaxError, String(error));
    }
  }));
});

Deno.test("compileGlob() matches the very path whose special characters are escaped", () => {
  const segment = fc.string({
    unit: fc.constantFrom(..."ab.*?!()[]{}|+@^$-,' \né😀".match(/./gsu)!),
    minLength: 1,
    maxLength: 8,
  }).filter((name) => name.trim() !== "" && !/^\.{1,2}$/.test(name));
  fc.assert(fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
    const path = segments.join("/");
    const glob = path.replace(/[*?!()[\]{}|+@^$-]/g, "\\$&");
    assert.ok(matchGlobs([compileGlob(glob)], path, "s"), glob);
  }));
});

Deno.test("compileGlob() keeps * inside one segment, whatever the names", () => {
  const name = fc.stringMatching(/^[a-z.]{1,6}$/).filter((name) => !/^\.{1,2}$/.test(name));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), fc.nat(5), (names, stars) => {
      const glob = Array.from({ length: stars + 1 }, () => "*").join("/");
      const matched = matchGlobs([compileGlob(glob)], names.join("/"), "s");
      assert.equal(matched, names.length === stars + 1);
      assert.ok(matchGlobs([compileGlob("**")], names.join("/"), "s"));
    }),
  );
});

Deno.test("matchGlobs() is not held up by a glob with many stars", () => {
  const start = performance.now();
  assert.ok(!matchGlobs([compileGlob(`${"*a".repeat(5)}b`)], "a".repeat(150), "s"));
  assert.ok(performance.now() - start < 1000);
});

Deno.test("compileGlob() treats an escaped letter as the letter", () => {
  assert.ok(matchGlobs([compileGlob("a\\wb\\1")], "awb1", "s"));
  assert.ok(!matchGlobs([compileGlob("a\\w")], "aQ", "s"));
});
