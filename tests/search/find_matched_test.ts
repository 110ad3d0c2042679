import assert from "node:assert/strict";
import type { Deadline } from "../../lib/deadline.ts";
import { compileGlob } from "../../lib/guideline_file/glob.ts";
import { findMatched } from "../../lib/search/find_matched.ts";
import type { PatternsPort, Source } from "../../lib/search/ports.ts";
import { createFakes, type FakeWorld, guideline } from "./fake_world.ts";

async function findIn(world: FakeWorld, paths = ["/a.kt"]) {
  const { ports, calls } = createFakes(world);
  const found = await findMatched({ sessionId: "s", filepaths: paths }, ports);
  return { ...found, calls, ids: found.matched.map(({ id }) => id) };
}

Deno.test("findMatched() takes event, language, path and pattern together", async () => {
  const guidelines = [
    guideline("all", { languages: ["Kotlin"], paths: ["src/**"], any: ["Impl"] }),
    guideline("event", { when: [] }),
    guideline("language", { languages: ["Go"] }),
    guideline("path", { paths: ["docs/**"] }),
    guideline("pattern", { any: ["Missing"] }),
    guideline("nothing-asked"),
  ];
  const sources = { "/src/a.kt": "class OrderImpl" };
  const { ids } = await findIn({ guidelines, sources }, ["/src/a.kt"]);
  assert.deepEqual(ids, ["all", "nothing-asked"]);
});

Deno.test("findMatched() holds a match against one file, not against several together", async () => {
  const guidelines = [guideline("a", { paths: ["a"], any: ["word"] })];
  const { ids } = await findIn({ guidelines, sources: { "/b": "word" } }, ["/a", "/b"]);
  assert.deepEqual(ids, []);
});

Deno.test("findMatched() needs one of the patterns of any", async () => {
  const guidelines = [guideline("a", { any: ["one", "two"] }), guideline("b", { any: ["one"] })];
  const { ids } = await findIn({ guidelines, sources: { "/a.kt": "two" } });
  assert.deepEqual(ids, ["a"]);
});

Deno.test("findMatched() obeys the author's flags", async () => {
  const guidelines = [
    guideline("i", { any: [/IMPL/i] }),
    guideline("no-i", { any: [/IMPL/] }),
    guideline("m", { any: [/^second$/m] }),
    guideline("no-m", { any: [/^second$/] }),
    guideline("s", { any: [/first.second/s] }),
    guideline("no-s", { any: [/first.second/] }),
  ];
  const { ids } = await findIn({ guidelines, sources: { "/a.kt": "impl first\nsecond" } });
  assert.deepEqual(ids, ["i", "m", "s"]);
});

Deno.test("findMatched() reads a file once, however many guidelines are about it", async () => {
  const guidelines = Array.from({ length: 50 }, (_, i) => guideline(`g${i}`, { any: ["x"] }));
  const { calls, ids } = await findIn({ guidelines, sources: { "/a": "x", "/b": "y" } }, [
    "/a",
    "/b",
  ]);
  assert.equal(ids.length, 50);
  assert.deepEqual(calls, ["open", "read /a", "read /b"]);
});

Deno.test("findMatched() does not read a file that no guideline is about", async () => {
  const guidelines = [guideline("a", { languages: ["Kotlin"], paths: ["src/**"] })];
  const { calls } = await findIn({ guidelines }, ["/src/a.go", "/docs/a.kt", "/README"]);
  assert.deepEqual(calls, ["open"]);
});

Deno.test("findMatched() asks for the identity only where a guideline names repositories", async () => {
  const everywhere = guideline("everywhere");
  const here = guideline("here", { repositories: ["acme/*"], languages: ["Kotlin"] });
  const elsewhere = guideline("elsewhere", { repositories: ["other/*"], languages: ["Kotlin"] });
  const { calls, ids } = await findIn({
    guidelines: [everywhere, here, elsewhere],
    identities: { "/a.kt": "Acme/shop", "/a.go": "acme/shop" },
  }, ["/a.go", "/a.kt"]);
  assert.deepEqual(ids, ["everywhere", "here"]);
  assert.deepEqual(calls.filter((call) => call.startsWith("identity")), ["identity /a.kt"]);
});

Deno.test("findMatched() does not apply a guideline with repositories where there is no identity", async () => {
  const guidelines = [guideline("named", { repositories: ["**/*"] }), guideline("everywhere")];
  const { ids } = await findIn({ guidelines });
  assert.deepEqual(ids, ["everywhere"]);
});

Deno.test("findMatched() does not read a file for a guideline whose paths leave it out", async () => {
  const guidelines = [guideline("a", { repositories: ["acme/*"], paths: ["src/**"] })];
  const { calls } = await findIn({ guidelines, identities: { "/docs/a": "acme/shop" } }, [
    "/docs/a",
  ]);
  assert.deepEqual(calls, ["open"]);
});

Deno.test("findMatched() names the file that it could not read, and goes on", async () => {
  const guidelines = [guideline("a", { any: ["x"] })];
  const sources = { "/b": { skipped: "it is binary" }, "/c": "x" };
  const { ids, skipped } = await findIn({ guidelines, sources }, ["/b", "/c"]);
  assert.deepEqual([ids, skipped], [["a"], ['"/b": it is binary']]);
});

Deno.test("findMatched() reads at most 16 files side by side", async () => {
  let running = 0;
  let most = 0;
  const read = async (): Promise<Source> => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    return { text: "" };
  };
  const paths = Array.from({ length: 40 }, (_, i) => `/${i}`);
  const guidelines = [guideline("a", { any: ["x"] })];
  await findIn({ guidelines, ports: { sources: { read } } }, paths);
  assert.equal(most, 16);
});

Deno.test("findMatched() locates the files before it opens the guidebook", async () => {
  const order: string[] = [];
  const { ports } = createFakes({});
  const { locate } = ports.locations;
  const { open } = ports.guidelines;
  ports.locations.locate = (paths) => (order.push("locate"), locate(paths));
  ports.guidelines.open = () => (order.push("open"), open());
  await findMatched({ sessionId: "s", filepaths: ["/a"] }, ports);
  assert.deepEqual(order, ["locate", "open"]);
});

/**
 * Patterns with a `+` may run away; `test` answers `verdicts` in turn, the last one for ever. What
 * it was asked is noted with the time that it was given, in tens of milliseconds.
 */
function slowPatterns(...verdicts: (boolean | undefined)[]) {
  const asked: string[] = [];
  const patterns: PatternsPort = {
    isLinear: ({ source }) => !source.includes("+"),
    test: ({ source }, _text, ms) => {
      asked.push(`${source} ${Math.ceil(ms / 10) * 10}`);
      return Promise.resolve(verdicts.length > 1 ? verdicts.shift() : verdicts[0]);
    },
  };
  return { asked, patterns };
}

Deno.test("findMatched() gives patterns that may run away more time in each round", async () => {
  const { asked, patterns } = slowPatterns(undefined, undefined, undefined, undefined, true);
  const guidelines = [guideline("a", { any: ["a+"] }), guideline("b", { any: ["b+"] })];
  const { ids, notices } = await findIn({ guidelines, ports: { patterns } });
  assert.deepEqual(asked, ["a+ 10", "b+ 10", "a+ 50", "b+ 50", "a+ 250", "b+ 250"]);
  assert.deepEqual([ids, notices], [["a", "b"], []]);
});

Deno.test("findMatched() asks no more once a pattern is known", async () => {
  const { asked, patterns } = slowPatterns(false, true);
  const guidelines = [guideline("a", { any: ["x", "a+", "b+", "c+"] })];
  const { ids } = await findIn({ guidelines, ports: { patterns } });
  assert.deepEqual([asked, ids], [["a+ 10", "b+ 10"], ["a"]]);
});

Deno.test("findMatched() asks no pattern that may run away where a linear one holds", async () => {
  const { asked, patterns } = slowPatterns(true);
  const guidelines = [guideline("a", { any: ["a+", "text"] })];
  const { ids } = await findIn({ guidelines, sources: { "/a.kt": "text" }, ports: { patterns } });
  assert.deepEqual([asked, ids], [[], ["a"]]);
});

Deno.test("findMatched() does not go on with a guideline that another file has matched", async () => {
  const { asked, patterns } = slowPatterns(true);
  const guidelines = [guideline("a", { any: ["a+"] })];
  await findIn({ guidelines, ports: { patterns } }, ["/a", "/b", "/c"]);
  assert.deepEqual(asked, ["a+ 10"]);
});

Deno.test("findMatched() names the guidelines that stay undecided, each once", async () => {
  const { asked, patterns } = slowPatterns(undefined);
  const guidelines = [
    guideline("a", { any: ["a+", "no"] }),
    guideline("b", { any: ["b+"] }),
    guideline("c"),
  ];
  const { ids, notices } = await findIn({ guidelines, ports: { patterns } }, ["/x", "/y"]);
  assert.deepEqual(ids, ["c"]);
  assert.equal(asked.length, 4 * 3);
  assert.deepEqual(notices.map(({ code }) => code), ["pattern-cut-off"]);
  assert.match(notices[0]!.message, /guideline "a" \(and 1 more\)/);
});

Deno.test("findMatched() settles a guideline on one file that was cut off on another", async () => {
  const { patterns } = slowPatterns(undefined);
  const guidelines = [guideline("a", { any: ["a+", "word"] })];
  const { ids, notices } = await findIn(
    { guidelines, sources: { "/y": "word" }, ports: { patterns } },
    ["/x", "/y"],
  );
  assert.deepEqual([ids, notices], [["a"], []]);
});

Deno.test("findMatched() gives a pattern no more than what is left, and none when nothing is", async () => {
  let left = 30;
  const deadline: Deadline = { begin: () => ({ remaining: () => left }) };
  const { asked, patterns } = slowPatterns(undefined);
  const test: PatternsPort["test"] = (regex, text, ms) => {
    left -= Math.min(left, 20);
    return patterns.test(regex, text, ms);
  };
  const guidelines = [guideline("a", { any: ["a+"] }), guideline("b", { any: ["b+"] })];
  const { notices } = await findIn({
    guidelines,
    ports: { deadline, patterns: { ...patterns, test } },
  });
  assert.deepEqual(asked, ["a+ 10", "b+ 10"]);
  assert.equal(notices[0]?.code, "pattern-cut-off");
});

Deno.test("findMatched() finds what needs no pattern when the time is over", async () => {
  const deadline: Deadline = { begin: () => ({ remaining: () => 0 }) };
  const guidelines = [guideline("a", { any: ["x"] }), guideline("b")];
  const { ids, notices } = await findIn({ guidelines, ports: { deadline } });
  assert.deepEqual(ids, ["b"]);
  assert.match(notices[0]!.message, /"a"/);
});

Deno.test("findMatched() cuts a pattern off that compiles but cannot be run", async () => {
  const tooDeep = "(".repeat(30_000) + ")".repeat(30_000);
  assert.throws(() => new RegExp(tooDeep).test("text"), "or this test shows nothing");
  const guidelines = [guideline("a", { any: [tooDeep] }), guideline("b")];
  const patterns: PatternsPort = { isLinear: () => true, test: () => Promise.resolve(undefined) };
  const { ids, notices } = await findIn({ guidelines, ports: { patterns } });
  assert.deepEqual(ids, ["b"]);
  assert.equal(notices[0]?.code, "pattern-cut-off");
});

Deno.test("findMatched() reads the clock while it searches for words, and says what it had no time for", async () => {
  // A search takes no time in this test, so each look at the clock does.
  let left = 5;
  const deadline: Deadline = { begin: () => ({ remaining: () => Math.max(0, left--) }) };
  const guidelines = Array.from({ length: 60 }, (_, i) => guideline(`g-${i}`, { any: ["needle"] }));
  for (const { match } of guidelines) match!.any![0]!.needs = ["needle"];
  const long = `${"x".repeat(500_000)} needle`;
  const sources = { "/1": "x".repeat(500_000), "/2": "x".repeat(500_000), "/3": long };
  const { ids, notices } = await findIn({
    guidelines: [...guidelines, guideline("always")],
    sources,
    ports: { deadline },
  }, Object.keys(sources));
  assert.deepEqual(ids, ["always"]);
  assert.deepEqual(notices.map(({ code }) => code), ["match-cut-off"]);
  assert.match(notices[0]!.message, /"g-\d+" \(and 59 more\) on 3 of 3 changed files in time/);
});

Deno.test("findMatched() presents what matched before the time was over", async () => {
  let left = 12;
  const deadline: Deadline = { begin: () => ({ remaining: () => Math.max(0, left--) }) };
  const guidelines = Array.from({ length: 60 }, (_, i) => guideline(`g-${i}`, { any: ["needle"] }));
  for (const { match } of guidelines) match!.any![0]!.needs = ["needle"];
  const { ids, notices } = await findIn({
    guidelines,
    sources: { "/1": `needle${"x".repeat(500_000)}` },
    ports: { deadline },
  }, ["/1"]);
  assert.ok(ids.length > 5 && ids.length < 60, `${ids.length}`);
  assert.deepEqual(notices.map(({ code }) => code), ["match-cut-off"]);
});

Deno.test("findMatched() ends soon, however many and long the globs are", async () => {
  const { glob, negated, regex } = compileGlob(`**/${"*a".repeat(480)}b`);
  const guidelines = Array.from({ length: 2000 }, (_, i) => ({
    ...guideline(`g-${i}`),
    scope: {
      paths: [{ glob, negated, regex: regex + `(?:${"b".repeat(i % 50)}|)`.repeat(i % 3) }],
    },
  }));
  const deadline: Deadline = { begin: () => ({ remaining: () => 100 }) };
  const path = `/${"a".repeat(4000)}`;
  const start = performance.now();
  const { notices } = await findIn({ guidelines, ports: { deadline } }, [path, `${path}b`]);
  assert.ok(performance.now() - start < 5000);
  assert.deepEqual(notices.map(({ code }) => code), ["match-cut-off"]);
});
