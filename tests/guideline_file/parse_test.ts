import assert from "node:assert/strict";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";

const HEAD = "id: a\nwhen: [file_changed]\ncontent: x\n";

Deno.test("parseGuideline() reads the full format as plain data", () => {
  const { guideline, examples, problems } = parseGuideline(`${HEAD}title: A title
priority: high
scope:
  repositories: ['acme/*']
  languages: [ts]
  paths: ['src/**']
match:
  any: [{ regex: { pattern: '(?i)any' } }]
  all: [{ regex: { pattern: all, on: added } }]
  none: [{ regex: { pattern: none, flags: m, on: file } }]
examples:
  matches: [text]
  ignores: [{ path: src/a.ts, source: text }]
`);
  assert.deepEqual(problems, []);
  assert.deepEqual(structuredClone(guideline), JSON.parse(JSON.stringify(guideline)));
  assert.equal(guideline?.title, "A title");
  assert.equal(guideline?.priority, "high");
  assert.deepEqual(guideline?.scope.languages, ["TypeScript"]);
  assert.deepEqual(guideline?.match, {
    any: [{ pattern: "any", flags: "i" }],
    all: [{ pattern: "all", flags: "", on: "added" }],
    none: [{ pattern: "none", flags: "m" }],
  });
  assert.deepEqual(examples, [
    { list: "matches", index: 0, source: "text" },
    { list: "ignores", index: 0, path: "src/a.ts", source: "text" },
  ]);
});

Deno.test("parseGuideline() loads a guideline whose mistakes are beside the point", async (t) => {
  const beside = {
    "an unknown key at the top": "colour: red\n",
    "a priority that is none": "priority: urgent\n",
    "a title that is no text": "title: [a]\n",
    "examples of a wrong type": "examples: [a]\n",
    "an unknown key in an example": "examples: { matches: [{ path: a, source: b, kind: c }] }\n",
  };
  for (const [name, text] of Object.entries(beside)) {
    await t.step(name, () => {
      const { guideline, problems } = parseGuideline(HEAD + text);
      assert(guideline);
      assert.deepEqual(problems.map(({ severity }) => severity), ["error"]);
    });
  }
});

Deno.test("parseGuideline() loads none that may apply where it should not", async (t) => {
  const vital = {
    "an unknown key in scope": "scope: { path: ['src/**'] }\n",
    "an unknown key in match": "match: { any: [{ regex: { pattern: a } }], not: [] }\n",
    "an unknown key in a regex": "match: { any: [{ regex: { pattern: a, flag: i } }] }\n",
    "a target that is none": "match: { any: [{ regex: { pattern: a, on: diff } }] }\n",
    "a misspelt scope": "scop: { languages: [kotlin] }\n",
    "paths outside of the scope": "paths: ['src/**']\n",
    "a pattern outside of the match": "pattern: a\n",
    "a key twice": "content: y\n",
    "an unquoted glob": "scope: { paths: [*.tsx] }\n",
    "an empty match": "match: {}\n",
    "an empty list": "match: { all: [] }\n",
  };
  for (const [name, text] of Object.entries(vital)) {
    await t.step(name, () => assert.equal(parseGuideline(HEAD + text).guideline, undefined));
  }
});

Deno.test("parseGuideline() loads no guideline whose content has another name", () => {
  const { guideline, problems } = parseGuideline("id: a\nwhen: [file_changed]\nmessage: x\n");
  assert.equal(guideline, undefined);
  assert.deepEqual(problems.map(({ code, blocks }) => [code, blocks]), [["unknown-key", true]]);
});

Deno.test("parseGuideline() reports every mistake of a file at once", () => {
  const { problems } = parseGuideline(`id: A B
scope: { languages: [kotln], paths: ['/a'], repositories: [x] }
when: [changed]
match: { any: [{ regex: { pattern: 'a(' } }], all: [{ regex: { pattern: '*' } }] }
colour: red
`);
  assert.deepEqual(problems.map(({ code }) => code).sort(), [
    ...["bad-glob", "bad-id", "invalid-pattern", "invalid-pattern", "missing-key"],
    ...["repository-glob-without-owner", "unknown-event", "unknown-key", "unknown-language"],
  ]);
});

Deno.test("parseGuideline() stops early at what no guideline can be", async (t) => {
  const hostile = {
    "lists for keys": "? ".repeat(5000),
    "a list for a key": "{[[[[[[a]]]]]]: 1}",
    "lists without end before an open quote": `${"[".repeat(200)}"`,
    "thousands of keys": Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join("\n"),
    "thousands of values": `id: a\nwhen: [file_changed]\nscope: {paths: [${"a,".repeat(5000)}]}`,
  };
  for (const [name, text] of Object.entries(hostile)) {
    await t.step(name, () => {
      const { guideline, problems } = parseGuideline(text);
      assert.equal(guideline, undefined);
      assert(problems.length < 20, `${problems.length} problems`);
      assert.equal(problems[0]?.code, "yaml-syntax");
    });
  }
});

Deno.test("parseGuideline() quotes no long line in a message of the YAML parser", () => {
  const { problems } = parseGuideline(
    `id: a\nwhen: [file_changed]\ncontent: ${"|".repeat(10_000)}\n`,
  );
  assert.match(
    problems[0]!.message,
    /^Invalid YAML: block scalar header includes extra characters/,
  );
  assert(problems[0]!.message.length < 300, `${problems[0]!.message.length}`);
});
