import assert from "node:assert/strict";
import fc from "fast-check";
import {
  compareCodePoints,
  fileName,
  isAbsolutePath,
  parentPath,
  pathInside,
  resolvePath,
} from "../lib/path.ts";

const RESOLVED: readonly (readonly [base: string, path: string, resolved: string])[] = [
  ["/work", "src/a.kt", "/work/src/a.kt"],
  ["/work", "./src/a.kt", "/work/src/a.kt"],
  ["/work/sub", "../src/a.kt", "/work/src/a.kt"],
  ["/work", "src/x/../a.kt", "/work/src/a.kt"],
  ["/work", "src//a.kt", "/work/src/a.kt"],
  ["/work", "src/a.kt/", "/work/src/a.kt"],
  ["/work", "", "/work"],
  ["/work", ".", "/work"],
  ["/work", "..", "/"],
  ["/work", "../../../../etc/passwd", "/etc/passwd"],
  ["/work", "/other/./a.kt", "/other/a.kt"],
  ["/work", "/", "/"],
  ["/", "a.kt", "/a.kt"],
  ["/work/", "a.kt", "/work/a.kt"],
  ["/work", "...", "/work/..."],
  ["/work", "..a/.b/c..", "/work/..a/.b/c.."],
  ["/work", " a\nb.kt ", "/work/ a\nb.kt "],
  ["/work", 'it\'s "größe" 한국어 😀.kt', '/work/it\'s "größe" 한국어 😀.kt'],
  ["/work", "~/a.kt", "/work/~/a.kt"],
  ["/work", "a\\..\\b.kt", "/work/a\\..\\b.kt"],
];

for (const [base, path, resolved] of RESOLVED) {
  Deno.test(`resolvePath() resolves ${JSON.stringify(path)} from ${base} to ${resolved}`, () => {
    assert.equal(resolvePath(base, path), resolved);
  });
}

const segments = fc.array(
  fc.oneof(fc.constantFrom("", ".", "..", "a", "b.kt", "…"), fc.string({ unit: "binary" })),
);
const paths = fc.tuple(fc.constantFrom("", "/"), segments).map(([lead, parts]) =>
  lead + parts.join("/")
);

Deno.test("resolvePath() yields an absolute path that resolves to itself, whatever the path", () => {
  fc.assert(fc.property(paths, (path) => {
    const resolved = resolvePath("/base/folder", path);
    assert.equal(resolvePath("/elsewhere", resolved), resolved);
    const [root, ...inner] = resolved === "/" ? [""] : resolved.split("/");
    assert.equal(root, "");
    assert.ok(inner.every((segment) => !["", ".", ".."].includes(segment)), resolved);
  }));
});

Deno.test("resolvePath() agrees with node:path", async () => {
  const { posix } = await import("node:path");
  fc.assert(fc.property(paths, (path) => {
    assert.equal(resolvePath("/base/folder", path), posix.resolve("/base/folder", path));
  }));
});

Deno.test("isAbsolutePath() takes only what begins at the root", () => {
  assert.deepEqual(["/", "/a", "", "a", "./a", "~/a", "C:\\a", " /a"].map(isAbsolutePath), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

Deno.test("parentPath() goes up to the root and stays there", () => {
  assert.deepEqual(["/a/b/c", "/a/b", "/a", "/"].map(parentPath), ["/a/b", "/a", "/", "/"]);
});

Deno.test("fileName() is the last segment", () => {
  assert.deepEqual(["/a/b.kt", "b.kt", "/.kt", "/", ""].map(fileName), [
    "b.kt",
    "b.kt",
    ".kt",
    "",
    "",
  ]);
});

Deno.test("pathInside() tells a folder from one whose name begins alike", () => {
  assert.equal(pathInside("/work", "/work/src/a.kt"), "src/a.kt");
  assert.equal(pathInside("/work", "/workshop/a.kt"), undefined);
  assert.equal(pathInside("/work", "/work"), undefined);
  assert.equal(pathInside("/work/src", "/work/a.kt"), undefined);
  assert.equal(pathInside("/", "/a.kt"), "a.kt");
});

Deno.test("compareCodePoints() puts the whole BMP before emoji, which < does not", () => {
  assert.ok("😀" < "﹏", "what < says");
  assert.ok(compareCodePoints("😀", "﹏") > 0);
  assert.ok(compareCodePoints("a/😀", "a/\uffff") > 0);
  assert.ok(compareCodePoints("😀", "😁") < 0);
});

Deno.test("compareCodePoints() puts a prefix first and upper case before lower case", () => {
  const sorted = ["", "a", "a-b", "a.b", "a/b", "aa", "b", "é", "﹏", "😀"];
  assert.deepEqual([...sorted].reverse().sort(compareCodePoints), sorted);
  assert.ok(compareCodePoints("B", "a") < 0);
  assert.equal(compareCodePoints("a/b", "a/b"), 0);
});

Deno.test("compareCodePoints() orders as lists of code points do", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "é", "﹏", "\uffff", "😀", "😁") });
  fc.assert(fc.property(text, text, (a, b) => {
    assert.equal(Math.sign(compareCodePoints(a, b)), comparePoints([...a], [...b]));
  }));
});

function comparePoints([a, ...as]: string[], [b, ...bs]: string[]): number {
  if (a === undefined) return b === undefined ? 0 : -1;
  if (b === undefined) return 1;
  return Math.sign(a.codePointAt(0)! - b.codePointAt(0)!) || comparePoints(as, bs);
}
