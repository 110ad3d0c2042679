import assert from "node:assert/strict";
import {
  findGuidelineFiles,
  GUIDELINE_LIMIT,
  readGuidelineFile,
} from "../../lib/guidebook/files.ts";
import { TemporaryFolder } from "../support/files.ts";

function pathsIn(root: string): string[] {
  return findGuidelineFiles(root).guidelines.map(({ path }) => path);
}

Deno.test("findGuidelineFiles() lists guideline.yaml at any depth, by code point of the whole path", () => {
  const paths = [
    "Z/guideline.yaml",
    "a-b/guideline.yaml",
    "a/b/c/d/e/guideline.yaml",
    "a/guideline.yaml",
    "aa/guideline.yaml",
    "guideline.yaml",
    "é/guideline.yaml",
    "﹏/guideline.yaml", // U+FE4F: before an emoji by code point, after it by UTF-16 unit
    "😀/guideline.yaml",
  ];
  using root = new TemporaryFolder(Object.fromEntries(paths.map((path) => [path, ""])));
  assert.deepEqual(pathsIn(root.path), paths);
});

Deno.test("findGuidelineFiles() looks at no other name, and not into .git and node_modules", () => {
  using root = new TemporaryFolder({
    "a/guideline.yml": "",
    "a/Guideline.yaml": "",
    "a/my-guideline.yaml": "",
    "a/guideline.yaml.bak": "",
    ".git/guideline.yaml": "",
    "a/.git/b/guideline.yaml": "",
    "node_modules/x/guideline.yaml": "",
    ".hidden/guideline.yaml": "",
    "git/guideline.yaml": "",
  });
  assert.deepEqual(pathsIn(root.path), [".hidden/guideline.yaml", "git/guideline.yaml"]);
});

Deno.test("findGuidelineFiles() treats a folder of that name as a folder", () => {
  using root = new TemporaryFolder({ "guideline.yaml/guideline.yaml": "" });
  assert.deepEqual(pathsIn(root.path), ["guideline.yaml/guideline.yaml"]);
});

Deno.test("findGuidelineFiles() does not enter folders behind links, and marks linked files", () => {
  using root = new TemporaryFolder({ "a/guideline.yaml": "" });
  Deno.mkdirSync(root.at("b"));
  Deno.symlinkSync(root.path, root.at("b/circle"));
  Deno.symlinkSync(root.at("a"), root.at("linked"));
  Deno.symlinkSync(root.at("a/guideline.yaml"), root.at("b/guideline.yaml"));
  assert.deepEqual(findGuidelineFiles(root.path).guidelines, [
    { path: "a/guideline.yaml", isLink: false },
    { path: "b/guideline.yaml", isLink: true },
  ]);
});

Deno.test("findGuidelineFiles() enters a root that is a link itself", () => {
  using root = new TemporaryFolder({ "book/a/guideline.yaml": "" });
  Deno.symlinkSync(root.at("book"), root.at("link"));
  assert.deepEqual(pathsIn(root.at("link")), ["a/guideline.yaml"]);
});

Deno.test("findGuidelineFiles() throws where the root is no folder", () => {
  using root = new TemporaryFolder({ "file": "" });
  assert.throws(() => findGuidelineFiles(root.at("missing")), Deno.errors.NotFound);
  assert.throws(() => findGuidelineFiles(root.at("file")), Deno.errors.NotADirectory);
});

Deno.test("findGuidelineFiles() goes on beside a folder that cannot be listed", () => {
  using root = new TemporaryFolder({ "a/guideline.yaml": "", "b/guideline.yaml": "" });
  const { readDirSync } = Deno;
  // Root, who often runs tests, may list everything.
  Deno.readDirSync = (path) => {
    if (path === root.at("a")) throw new Deno.errors.PermissionDenied("no");
    return readDirSync(path);
  };
  try {
    const { guidelines, unreadable } = findGuidelineFiles(root.path);
    assert.deepEqual(guidelines.map(({ path }) => path), ["b/guideline.yaml"]);
    assert.deepEqual(unreadable, ["a"]);
  } finally {
    Deno.readDirSync = readDirSync;
  }
});

Deno.test("readGuidelineFile() reads text, without a byte order mark", async () => {
  using root = new TemporaryFolder({ "guideline.yaml": "\ufeffid: größe\r\n" });
  const read = await readGuidelineFile(root.path, { path: "guideline.yaml", isLink: false });
  assert.deepEqual(read, { text: "id: größe\r\n" });
});

Deno.test("readGuidelineFile() reads 256 KiB and no byte more", async () => {
  using root = new TemporaryFolder({
    "a": "a".repeat(GUIDELINE_LIMIT),
    "b": "b".repeat(GUIDELINE_LIMIT + 1),
  });
  const [a, b] = await Promise.all(
    ["a", "b"].map((path) => readGuidelineFile(root.path, { path, isLink: false })),
  );
  assert.ok("text" in a! && a.text.length === GUIDELINE_LIMIT);
  assert.deepEqual(b, { skipped: "it is larger than 262144 bytes" });
});

Deno.test("readGuidelineFile() follows a link inside the guidebook, and none that leaves it", async () => {
  using folder = new TemporaryFolder({
    "secret": "id: secret",
    "book/a": "id: a",
    "book-2/b": "id: b",
  });
  const targets = { inside: "book/a", outside: "secret", alike: "book-2/b" };
  for (const [name, target] of Object.entries(targets)) {
    Deno.symlinkSync(folder.at(target), folder.at(`book/${name}`));
  }
  Deno.symlinkSync(folder.at("gone"), folder.at("book/broken"));
  Deno.symlinkSync(folder.at("book/loop"), folder.at("book/loop"));
  const read = (path: string) => readGuidelineFile(folder.at("book"), { path, isLink: true });
  assert.deepEqual(await read("inside"), { text: "id: a" });
  for (const path of ["outside", "alike"]) {
    assert.deepEqual(await read(path), { skipped: "it is a link that leaves the guidebook" });
  }
  assert.deepEqual(await read("broken"), { skipped: "there is no such file" });
  assert.match(JSON.stringify(await read("loop")), /cannot be read/);
});

Deno.test("readGuidelineFile() follows a link where the root is a link too", async () => {
  using folder = new TemporaryFolder({ "book/a": "id: a" });
  Deno.symlinkSync(folder.at("book"), folder.at("root"));
  Deno.symlinkSync("a", folder.at("book/b"));
  const read = await readGuidelineFile(folder.at("root"), { path: "b", isLink: true });
  assert.deepEqual(read, { text: "id: a" });
});

Deno.test("readGuidelineFile() does not open what is no regular file", async () => {
  using root = new TemporaryFolder({ "folder/x": "" });
  await new Deno.Command("mkfifo", { args: [root.at("fifo")] }).output();
  const read = (path: string) => readGuidelineFile(root.path, { path, isLink: false });
  assert.deepEqual(await read("fifo"), { skipped: "it is not a file" });
  assert.deepEqual(await read("folder"), { skipped: "it is a directory" });
  assert.deepEqual(await read("gone"), { skipped: "there is no such file" });
});
