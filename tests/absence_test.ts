import assert from "node:assert/strict";
import { findGap, isAbsent, isKnownAbsent } from "../lib/absence.ts";
import { TemporaryFolder } from "./support/files.ts";

Deno.test("isKnownAbsent() and isAbsent() tell what is not there", () => {
  using folder = new TemporaryFolder({ "a/file": "" });
  Deno.symlinkSync("nowhere", folder.at("a/link"));
  for (const tell of [isKnownAbsent, isAbsent]) {
    assert(tell(folder.at("a"), "other"));
    assert(!tell(folder.at("a"), "file"));
    assert(!tell(folder.at("a"), "link"), "A link that leads nowhere has the name all the same");
    assert(!tell(folder.path, "a"));
  }
  assert(isAbsent(folder.at("gone"), "file"));
});

Deno.test("isKnownAbsent() does not know where case may not count", () => {
  using folder = new TemporaryFolder({ "a/.GIT/HEAD": "" });
  assert(!isKnownAbsent(folder.at("a"), ".git"));
  const isThere = (() => {
    try {
      return Deno.lstatSync(folder.at("a/.git")) !== undefined;
    } catch {
      return false;
    }
  })();
  assert.equal(isAbsent(folder.at("a"), ".git"), !isThere);
});

Deno.test("isKnownAbsent() lists no large folder, and makes no error of a missing file in a small one", () => {
  const { readDirSync, statSync, lstatSync } = Deno;
  const files = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`large/${i}.txt`, ""]));
  using folder = new TemporaryFolder({ ...files, "small/a": "" });
  const listed: string[] = [];
  let failed = 0;
  const counting = (look: (path: string | URL) => Deno.FileInfo) => (path: string | URL) => {
    try {
      return look(path);
    } catch (error) {
      failed++;
      throw error;
    }
  };
  Deno.readDirSync = (path) => {
    listed.push(String(path).slice(folder.path.length));
    return readDirSync(path);
  };
  Deno.statSync = counting(statSync);
  Deno.lstatSync = counting(lstatSync);
  try {
    assert(isAbsent(folder.at("small"), "b"));
    assert.deepEqual([listed, failed], [["/small"], 0]);
    assert(!isKnownAbsent(folder.at("large"), "b"));
    assert(isAbsent(folder.at("large"), "b"));
    assert.deepEqual([listed, failed], [["/small"], 1]);
  } finally {
    Object.assign(Deno, { readDirSync, statSync, lstatSync });
  }
});

Deno.test("findGap() finds what is missing on the way to a path", () => {
  using folder = new TemporaryFolder({ "a/b/file": "" });
  assert.deepEqual(findGap(folder.at("a/b/c")), { folder: folder.at("a/b"), name: "c" });
  assert.deepEqual(findGap(folder.at("a/x/y/z")), { folder: folder.at("a"), name: "x" });
  assert.deepEqual(findGap("/no-such-folder/a"), { folder: "/", name: "no-such-folder" });
});
