import assert from "node:assert/strict";
import fc from "fast-check";
import picomatch from "picomatch";
import { createAutomaton } from "../../lib/guideline/glob_automaton.ts";
import { matchGlobs } from "../../lib/guideline/scope.ts";
import { compileGlob } from "../../lib/guideline_file/glob.ts";

const piece = fc.constantFrom(
  ...["a", "b", ".", "/", "*", "**", "**/", "/**", "?", "[ab]", "[!a]", "[^b-c]", "{", "}", ","],
  ...[
    "{a,b}",
    "{**/a,b}",
    "{1..3}",
    "(",
    ")",
    "|",
    "+",
    "\\*",
    "[[:alpha:]]",
    "é",
    "😀",
    "\n",
    " ",
  ],
  ...["a{", ",b}", "{,", ".*", "*.*", "^", "$", "1"],
);
const globs = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(""));
const segment = fc.string({
  unit: fc.constantFrom("a", "b", ".", "1", "é", "😀", "\n", "-", "(", "|"),
  minLength: 1,
  maxLength: 5,
}).filter((name) => !/^\.{1,2}$/.test(name));
const paths = fc.array(segment, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

Deno.test("createAutomaton() matches what the regular expression of a glob matches", () => {
  let compiled = 0;
  let matched = 0;
  fc.assert(
    fc.property(globs, fc.array(paths, { minLength: 1, maxLength: 8 }), (text, paths) => {
      let source: string;
      try {
        source = compileGlob(text).regex;
      } catch (error) {
        assert.ok(error instanceof SyntaxError);
        return;
      }
      compiled++;
      const automaton = createAutomaton(source)!;
      const regex = new RegExp(source, "s");
      for (const path of [...paths, text]) {
        assert.equal(automaton(path), regex.test(path), `${source} on ${JSON.stringify(path)}`);
        if (regex.test(path)) matched++;
      }
    }),
    { numRuns: 10_000 },
  );
  assert.ok(compiled > 2000 && matched > 500, `${compiled} globs, ${matched} matches`);
});

Deno.test("compileGlob() matches what picomatch matches, and refuses nothing that it takes", () => {
  const simple = fc.array(
    fc.constantFrom(
      "a",
      "b",
      ".",
      "/",
      "*",
      "?",
      "[ab]",
      "[!a]",
      "{a,b}",
      "{a/*,.b}",
      "**/",
      "/**/",
    ),
    { minLength: 1, maxLength: 8 },
  ).map((pieces) => pieces.join("").replace(/\/+/g, "/"))
    .filter((glob) => !/^\/|\.\.|\/$|(?<!^|\/)\*\*|\*\*(?!\/)|^\.\/|\{\*/.test(glob));
  const options = { dot: true, noextglob: true, nonegate: true, posix: true };
  fc.assert(fc.property(simple, fc.array(paths, { minLength: 1 }), (glob, paths) => {
    const regex = picomatch.makeRe(glob, options);
    const flagged = new RegExp(regex.source, "s");
    for (const path of paths) {
      // A star may stand for nothing, also where picomatch wants something.
      if (flagged.test(path)) assert.ok(matchGlobs([compileGlob(glob)], path, "s"), path);
    }
  }));
});

Deno.test("createAutomaton() knows nothing but globs", () => {
  for (
    const source of ["(?=a)", "(?<!a)b", "(a)\\1", "a{2}", "\\bx", "\\w", "(a", "a)", "*", "[a"]
  ) {
    assert.equal(createAutomaton(source), undefined, source);
  }
});

Deno.test("matchGlobs() ends soon, whatever glob and path are", async (t) => {
  const cases: [glob: string, path: string][] = [
    ["**/.*a*a*a*a*a*b", `.${"a".repeat(250)}`],
    ["**/.*-*-*.yml", `.${"-".repeat(4000)}`],
    [`**/${"*a".repeat(490)}b`, "a".repeat(4000)],
    [`**/${"{*a,a*}".repeat(140)}b`, "a".repeat(4000)],
    [`**/${"x/**/".repeat(190)}b`, `${"x/".repeat(2000)}c`],
    [`{${"**/a,".repeat(190)}b}`, "a/".repeat(2000)],
    [`${"{a,aa}".repeat(160)}b`, "a".repeat(4000)],
    [`${"?[a-z]*".repeat(140)}/`, "a".repeat(4000)],
  ];
  for (const [glob, path] of cases) {
    await t.step(glob.slice(0, 20), () => {
      const start = performance.now();
      matchGlobs([compileGlob(glob)], path, "s");
      assert.ok(performance.now() - start < 5000, `${performance.now() - start} ms`);
    });
  }
});
