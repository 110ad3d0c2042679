import assert from "node:assert/strict";
import { createNotice } from "../../lib/notice.ts";
import { createLoadedGuidebook } from "../../lib/search/loaded_guidebook.ts";
import { search } from "../../lib/search/search.ts";
import { NOW } from "../support/fake_ports.ts";
import { createFakes, type FakeWorld, guideline } from "./fake_world.ts";

async function searchIn(world: FakeWorld, filepaths = ["/a.kt"]) {
  const fakes = createFakes(world);
  const outcome = await search({ sessionId: "session-1", filepaths }, fakes.ports);
  return { ...fakes, outcome, ids: outcome.response.map(({ id }) => id) };
}

const BOOK = ["c", "a", "b"].map((id) => guideline(id));

Deno.test("search() answers with id and content, and nothing else, in the guidebook's order", async () => {
  const { outcome } = await searchIn({ guidelines: BOOK });
  assert.deepEqual(outcome.response, [
    { id: "c", content: "c!" },
    { id: "a", content: "a!" },
    { id: "b", content: "b!" },
  ]);
  assert.deepEqual([outcome.deferred, outcome.notices, outcome.skipped], [[], [], []]);
});

Deno.test("search() keeps the guidebook's order, in whatever order files match", async () => {
  const guidelines = [guideline("c", { paths: ["c"] }), guideline("a", { paths: ["a"] })];
  const { ids } = await searchIn({ guidelines }, ["/a", "/b", "/c"]);
  assert.deepEqual(ids, ["c", "a"]);
});

Deno.test("search() names a guideline once that several files match", async () => {
  const { ids, changes } = await searchIn({ guidelines: BOOK }, ["/a.kt", "/b.kt", "/c.kt"]);
  assert.deepEqual(ids, ["c", "a", "b"]);
  assert.deepEqual(changes[0]!.presented, ["c", "a", "b"]);
});

Deno.test("search() leaves out what the session holds", async () => {
  const { ids, changes } = await searchIn({ guidelines: BOOK, presented: ["a", "other"] });
  assert.deepEqual(ids, ["c", "b"]);
  assert.deepEqual(changes[0]!.presented, ["c", "b"]);
});

Deno.test("search() claims for the session that asks, and records at the clock's time", async () => {
  const { calls } = await searchIn({ guidelines: BOOK });
  assert.deepEqual(calls, ["open", "read /a.kt", "claim session-1", `record ${NOW.toISOString()}`]);
});

Deno.test("search() defers what is over the budget, and does not record it as presented", async () => {
  const { outcome, ids, changes } = await searchIn({ guidelines: BOOK, budget: 1 });
  assert.deepEqual([ids, outcome.deferred], [["c"], ["a", "b"]]);
  assert.deepEqual([changes[0]!.presented, changes[0]!.deferred], [["c"], ["a", "b"]]);
});

Deno.test("search() asks the budget with what is fresh alone", async () => {
  const asked: string[][] = [];
  const budget = { take: (ordered: { id: string }[]) => asked.push(ordered.map(({ id }) => id)) };
  await searchIn({ guidelines: BOOK, presented: ["a"], ports: { budget } });
  assert.deepEqual(asked, [["c", "b"]]);
});

Deno.test("search() hands over what was deferred first, also where it does not match now", async () => {
  const guidelines = [...BOOK, guideline("late", { paths: ["elsewhere"] })];
  const { ids } = await searchIn({ guidelines, deferred: ["late", "gone"], storeExists: true });
  assert.deepEqual(ids, ["late", "c", "a", "b"]);
});

Deno.test("search() cleans ids and contents of what an author cannot see", async () => {
  const dirty = guideline("a\u202e\u0007\n", {
    content: "Use \u001b[31mports\u{e0041}.\r\n\tAlways.\u202e \n\n",
  });
  const { outcome } = await searchIn({ guidelines: [dirty] });
  assert.deepEqual(outcome.response, [{ id: "a", content: "Use [31mports.\n\tAlways." }]);
});

Deno.test("search() gives each notice once, and leaves out what the session has heard", async () => {
  const { outcome, changes } = await searchIn({
    guidelines: BOOK,
    notices: [createNotice("first", "a"), createNotice("second", "b"), createNotice("first", "c")],
    locationNotices: [createNotice("third", "d")],
    storeNotices: [createNotice("fourth", "e"), createNotice("third", "d")],
    heard: ["second"],
  });
  assert.deepEqual(outcome.notices, [
    { code: "first", message: "Adaptive Guidebook: a; c" },
    { code: "third", message: "Adaptive Guidebook: d" },
    { code: "fourth", message: "Adaptive Guidebook: e" },
  ]);
  assert.deepEqual(changes[0]!.heard, ["first", "third", "fourth"]);
});

Deno.test("search() reports what went wrong when it recorded", async () => {
  const failures = [createNotice("store-unusable", "disk full")];
  const { outcome, ids } = await searchIn({ guidelines: BOOK, failures });
  assert.deepEqual(ids, ["c", "a", "b"]);
  assert.deepEqual(outcome.notices, failures);
});

Deno.test("search() returns notices although nothing matches", async () => {
  const { outcome, calls, ids } = await searchIn({ notices: [createNotice("first", "a")] });
  assert.deepEqual(ids, []);
  assert.equal(outcome.notices.length, 1);
  outcome.settle(true);
  assert.equal(calls.at(-1), "commit");
});

Deno.test("search() does not open the store where nothing matches and none is there", async () => {
  const { outcome, calls } = await searchIn({ guidelines: [guideline("a", { paths: ["x"] })] });
  outcome.settle(true);
  assert.deepEqual(calls, ["open"]);
  assert.deepEqual(outcome.response, []);
});

Deno.test("search() does not load the guidebook for no files", async () => {
  const { calls } = await searchIn({ guidelines: BOOK }, []);
  assert.deepEqual(calls, []);
});

Deno.test("settle(true) commits once, settle(false) rolls back once", async () => {
  for (const [delivered, end] of [[true, "commit"], [false, "rollback"]] as const) {
    const { outcome, calls } = await searchIn({ guidelines: BOOK });
    assert.ok(!calls.includes("commit") && !calls.includes("rollback"));
    outcome.settle(delivered);
    assert.deepEqual(calls.slice(-1), [end]);
    assert.equal(calls.filter((call) => /commit|rollback/.test(call)).length, 1);
  }
});

Deno.test("settle() ends the claim when nothing turned out to be fresh", async () => {
  const { outcome, calls, ids } = await searchIn({ guidelines: BOOK, presented: ["a", "b", "c"] });
  outcome.settle(true);
  assert.deepEqual(ids, []);
  assert.equal(calls.filter((call) => /commit|rollback/.test(call)).length, 1);
});

const THROWING: Record<string, FakeWorld> = {
  clock: { ports: { clock: { now: () => raise() } } },
  budget: { ports: { budget: { take: () => raise() } } },
  context: { ports: { context: { look: () => Promise.reject(new Error("port broken")) } } },
};

for (const [port, world] of Object.entries(THROWING)) {
  Deno.test(`search() takes the claim back, once, when the ${port} port throws`, async () => {
    const { ports, calls } = createFakes({ guidelines: BOOK, ...world });
    const request = { sessionId: "session-1", filepaths: ["/a.kt"] };
    await assert.rejects(search(request, ports), /port broken/);
    assert.equal(calls.at(-1), "rollback");
    assert.equal(calls.filter((call) => /commit|rollback/.test(call)).length, 1);
  });
}

Deno.test("search() finds a guideline once that was deferred and matches again", async () => {
  const { ports } = createFakes({ deferred: ["b"], storeExists: true });
  // As a cache does: each load gives other objects.
  const guidelines = {
    open: () => {
      const book = createLoadedGuidebook([guideline("a"), guideline("b")]);
      const load: typeof book.load = async (entries) =>
        new Map([...await book.load(entries)].map(([entry, it]) => [entry, { ...it }]));
      return Promise.resolve({ ...book, load });
    },
  };
  const request = { sessionId: "session-1", filepaths: ["/a.kt"] };
  const { response } = await search(request, { ...ports, guidelines });
  assert.deepEqual(response.map(({ id }) => id), ["b", "a"]);
});

Deno.test("search() claims nothing when a port throws before", async () => {
  const guidelines = { open: () => Promise.reject(new Error("port broken")) };
  const { ports, calls } = createFakes({ ports: { guidelines } });
  const request = { sessionId: "session-1", filepaths: ["/a.kt"] };
  await assert.rejects(search(request, ports), /port broken/);
  assert.deepEqual(calls, []);
});

function raise(): never {
  throw new Error("port broken");
}
