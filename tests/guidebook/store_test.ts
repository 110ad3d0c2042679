import assert from "node:assert/strict";
import { type Deadline, NO_DEADLINE } from "../../lib/deadline.ts";
import { createGuidebookStore, type GuidebookRoot } from "../../lib/guidebook/store.ts";
import { mergeNotices } from "../../lib/notice.ts";
import { TemporaryFolder } from "../support/files.ts";
import { loadAll } from "../support/load_all.ts";
import { Silence } from "../support/silence.ts";

function yaml(id: string, more = ""): string {
  return `id: ${id}\nwhen: [file_changed]\ncontent: ${id}!\n${more}`;
}

async function load(roots: GuidebookRoot[], deadline: Deadline = NO_DEADLINE) {
  const { guidelines, notices } = await loadAll(createGuidebookStore(roots, deadline));
  return {
    ids: guidelines.map(({ id }) => id),
    contents: guidelines.map(({ content }) => content),
    // As the application hands them on.
    notices: mergeNotices(notices).map(({ code, message }) => `${code} ${message}`),
  };
}

function named(...paths: string[]): GuidebookRoot[] {
  return paths.map((path) => ({ path, named: true }));
}

Deno.test("load() reads the guidelines in the guidebook's order, which is not that of their ids", async () => {
  using book = new TemporaryFolder({
    "b/guideline.yaml": yaml("a"),
    "a/guideline.yaml": yaml("b"),
    "a-b/guideline.yaml": yaml("c"),
  });
  assert.deepEqual(await load(named(book.path)), {
    ids: ["c", "b", "a"],
    contents: ["c!", "b!", "a!"],
    notices: [],
  });
});

Deno.test("load() reads more files than it reads side by side", async () => {
  const ids = Array.from({ length: 100 }, (_, i) => `g${String(i).padStart(3, "0")}`);
  using book = new TemporaryFolder(
    Object.fromEntries(ids.map((id) => [`${id}/guideline.yaml`, yaml(id)])),
  );
  assert.deepEqual((await load(named(book.path))).ids, ids);
});

Deno.test("load() forgives: one mistake costs one guideline, and a notice names it", async () => {
  using book = new TemporaryFolder({
    "a/guideline.yaml": yaml("a"),
    "b/guideline.yaml": "id: b\n",
    "c/guideline.yaml": yaml("c", "colour: red\n"),
    "d/guideline.yaml": yaml("d", "match: {any: [{regex: {pattern: '('}}]}\n"),
  });
  const { ids, notices } = await load(named(book.path));
  assert.deepEqual(ids, ["a", "c"]);
  assert.equal(notices.length, 1);
  assert.match(
    notices[0]!,
    /^guideline-not-loaded .*: Cannot load guideline ".*\/b\/guideline.yaml": .* \(and 1 more\)$/,
  );
});

Deno.test("load() names the problem that keeps a guideline out, not one that does not", async () => {
  using book = new TemporaryFolder({
    "a/guideline.yaml": `colour: red\n${yaml("a", "scope: {languages: [none-such]}\n")}`,
  });
  const { ids, notices } = await load(named(book.path));
  assert.deepEqual(ids, []);
  assert.match(notices[0]!, /language "none-such"/);
});

Deno.test("load() takes the first of two that have one id in a root, and says so", async () => {
  using book = new TemporaryFolder({
    "a/guideline.yaml": yaml("same"),
    "b/guideline.yaml": yaml("same").replace("same!", "other"),
  });
  const { ids, contents, notices } = await load(named(book.path));
  assert.deepEqual([ids, contents], [["same"], ["same!"]]);
  assert.match(notices[0]!, /b\/guideline.yaml": its id is that of "a\/guideline.yaml"/);
});

Deno.test("load() lets the first root win, without a word", async () => {
  using folder = new TemporaryFolder({
    "z/guideline.yaml": yaml("same").replace("same!", "first"),
    "a/guideline.yaml": yaml("same").replace("same!", "second"),
    "a/x/guideline.yaml": yaml("other"),
  });
  const { ids, contents, notices } = await load(named(folder.at("z"), folder.at("a")));
  assert.deepEqual([ids, contents, notices], [["same", "other"], ["first", "other!"], []]);
});

Deno.test("load() says that named roots are missing, all of them, and reads the others", async () => {
  using folder = new TemporaryFolder({ "book/guideline.yaml": yaml("a"), "file": "" });
  const { ids, notices } = await load(
    named(folder.at("gone"), folder.at("book"), folder.at("file"), folder.at("gone-too")),
  );
  assert.deepEqual(ids, ["a"]);
  assert.equal(notices.length, 1);
  const [notice = ""] = notices;
  assert.ok(notice.startsWith("guidebook-missing "));
  for (const part of ['gone": there is no such folder', 'file": it is not a', 'gone-too"']) {
    assert.ok(notice.includes(part), notice);
  }
});

Deno.test("load() says nothing where the default root is missing, but where it is a file", async () => {
  using folder = new TemporaryFolder({ "file": "" });
  const missing = await load([{ path: folder.at("gone"), named: false }]);
  assert.deepEqual(missing, { ids: [], contents: [], notices: [] });
  const file = await load([{ path: folder.at("file"), named: false }]);
  assert.match(file.notices[0]!, /^guidebook-missing /);
});

Deno.test("load() finds nothing without a root", async () => {
  assert.deepEqual((await load([])).ids, []);
});

Deno.test("load() escapes the name of a file", async () => {
  using book = new TemporaryFolder({ "\u001b[31m\u202e\n/guideline.yaml": "id: [" });
  const { notices } = await load(named(book.path));
  assert.ok(notices[0]!.includes("\\u{1b}[31m\\u{202e}\\n/guideline.yaml"), notices[0]);
});

Deno.test("load() keeps what it has read when the time is over, and says that more is missing", async () => {
  const files = Array.from({ length: 100 }, (_, i) => [`${i}/guideline.yaml`, yaml(`g${i}`)]);
  using book = new TemporaryFolder(Object.fromEntries(files));
  let asked = 0;
  const deadline: Deadline = {
    begin: () => ({ remaining: () => (asked++ < 1 ? 5000 : 0) }),
  };
  const { ids, notices } = await load(named(book.path), deadline);
  assert.ok(ids.length > 0 && ids.length < 100, `${ids.length}`);
  assert.equal(notices.length, 1);
  assert.match(notices[0]!, /^guidebook-cut-off /);
});

Deno.test("load() says that no time was left for a file that does not answer", async () => {
  using book = new TemporaryFolder({ "a/guideline.yaml": yaml("a") });
  const { readFile } = Deno;
  using silence = new Silence();
  Deno.readFile = () => silence.promise;
  try {
    const deadline: Deadline = { begin: () => ({ remaining: () => 10 }) };
    const { ids, notices } = await load(named(book.path), deadline);
    assert.deepEqual(ids, []);
    assert.match(notices[0]!, /^guidebook-cut-off /);
  } finally {
    Deno.readFile = readFile;
  }
});
