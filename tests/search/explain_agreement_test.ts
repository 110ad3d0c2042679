/** explain and the hook's search say the same, whatever the guidebook and the changed files are. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Guideline } from "../../lib/guideline/guideline.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { regexEngine } from "../../lib/pattern/regex_engine.ts";
import { type Decision, explain } from "../../lib/search/explain.ts";
import type { Ports } from "../../lib/search/ports.ts";
import { search } from "../../lib/search/search.ts";
import {
  createFakeClaim,
  createFakeGuidebook,
  createFakeLocations,
  createFakePorts,
} from "../support/fake_ports.ts";

const PATHS = ["src/Order.kt", "src/order.test.ts", "src/order.ts", "lib/a.ts", "README.md"];
const WORDS = ["alpha", "beta", "gamma", "Repository"];

const regex = fc.record({
  pattern: fc.constantFrom(...WORDS, "(?i)ALPHA", "^beta", "(?m)^gamma$", "a(?!l)", "(al|be).*a$"),
  on: fc.constantFrom("file", "added"),
}, { requiredKeys: ["pattern"] });
const patterns = fc.array(fc.record({ regex }), { minLength: 1, maxLength: 2 });
const guidelineFile = fc.record({
  scope: fc.record({
    repositories: fc.constantFrom(["acme/*"], ["acme/*", "!acme/web"], ["other/*"]),
    languages: fc.constantFrom(["kotlin"], ["ts"], ["ts", "kotlin", "md"]),
    paths: fc.constantFrom(["src/**"], ["**", "!**/*.test.ts"], ["*.md"]),
  }, { requiredKeys: [] }),
  match: fc.record({ any: patterns, all: patterns, none: patterns }, { requiredKeys: [] })
    .filter((match) => Object.keys(match).length > 0),
  priority: fc.constantFrom("high", "normal", "low"),
}, { requiredKeys: [] });

const changedFile = fc.record({
  source: fc.oneof(
    { weight: 6, arbitrary: fc.array(fc.constantFrom(...WORDS, " ", "\n"), { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  added: fc.option(fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }), { nil: undefined }),
  identity: fc.constantFrom("acme/backend", "acme/web", "Other/x", undefined),
});

const world = fc.record({
  guidebook: fc.array(guidelineFile, { minLength: 3, maxLength: 8 }),
  files: fc.dictionary(fc.constantFrom(...PATHS), changedFile, { minKeys: 1, maxKeys: 3 }),
  presented: fc.uniqueArray(fc.nat(7), { maxLength: 4 }),
  earlier: fc.uniqueArray(fc.nat(7), { maxLength: 1 }),
  room: fc.nat(2),
});

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

function load(file: unknown, index: number): Guideline {
  const text = JSON.stringify({ id: `g-${index}`, when: ["file_changed"], content: "x", ...file! });
  const { guideline, problems } = parseGuideline(text);
  assert(guideline, JSON.stringify(problems));
  return guideline;
}

function createPorts({ guidebook, files, presented, earlier, room }: World): Ports {
  const fileOf = (path: string) => files[path.slice("/work/".length)]!;
  return createFakePorts({
    guidelines: createFakeGuidebook(guidebook.map(load)),
    locations: createFakeLocations((path) => ({
      relativePath: path.slice("/work/".length),
      root: "/work",
      identity: () => Promise.resolve(fileOf(path).identity),
    })),
    sources: {
      read: (path) => {
        const { source } = fileOf(path);
        return Promise.resolve(source ? { text: source.join("") } : { skipped: "it is binary" });
      },
    },
    changes: { addedRuns: (path) => fileOf(path).added },
    patterns: regexEngine,
    presentations: {
      exists: () => true,
      claim: () =>
        Promise.resolve(createFakeClaim({
          commit: () => assert.fail("explain must record nothing"),
          deferred: earlier.map((index) => `g-${index}`),
          presented: new Set(presented.map((index) => `g-${index}`)),
        })),
    },
    budget: { take: (ordered) => Math.min(room, ordered.length) },
  });
}

Deno.test("explain() agrees with search() on 200 random guidebooks and edits", async () => {
  const seen = new Map<Decision, number>();
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const request = {
        sessionId: "s",
        filepaths: Object.keys(made.files).map((path) => `/work/${path}`),
      };
      const { response, deferred, settle } = await search(request, createPorts(made));
      settle(false);
      const { files } = await explain(request, createPorts(made));
      const idsOf = (decision: Decision) =>
        new Set(
          files.flatMap(({ guidelines }) =>
            guidelines.filter((explained) => explained.decision === decision)
              .map(({ guideline: { id } }) => id)
          ),
        );
      assert.deepEqual(idsOf("would-be-presented"), new Set(response.map(({ id }) => id)));
      assert.deepEqual(idsOf("deferred"), new Set(deferred));
      for (const id of idsOf("presented")) assert(made.presented.includes(Number(id.slice(2))));
      const left = files.flatMap(({ guidelines }) =>
        guidelines.filter(({ reason }) => reason.startsWith("deferred at an earlier edit"))
      );
      for (const { guideline: { id } } of left) assert(made.earlier.includes(Number(id.slice(2))));
      for (const { guidelines } of files) {
        // Each guideline has one decision for each file.
        const ids = guidelines.map(({ guideline: { id } }) => id).sort();
        assert.deepEqual(ids, made.guidebook.map((_, i) => `g-${i}`).sort());
        const order = response.map(({ id }) => id);
        const listed = guidelines.filter(({ decision }) => decision === "would-be-presented")
          .map(({ guideline: { id } }) => id);
        assert.deepEqual(listed, order.filter((id) => listed.includes(id)));
        for (const { decision } of guidelines) seen.set(decision, (seen.get(decision) ?? 0) + 1);
      }
    }),
    { numRuns: 200 },
  );
  // Else the test would show nothing.
  for (
    const decision of [
      "would-be-presented",
      "deferred",
      "presented",
      "no-match",
      "not-applicable",
      "unreadable",
    ] as const
  ) {
    assert((seen.get(decision) ?? 0) >= 20, `too few are ${decision}: ${seen.get(decision)}`);
  }
});
