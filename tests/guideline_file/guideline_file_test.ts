/** What comes of the text of a `guideline.yaml`. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";

const GOOD = `id: service-depends-on-port            # required
scope:
  repositories: [acme/backend-*]
  languages: [kotlin]
  paths: ['src/**', '!**/*Test.kt']
when: [file_changed]
match:
  any:
    - regex: { pattern: 'RepositoryImpl' }
    - regex: { pattern: '^import', flags: m }
content: |
  Services should depend on repository abstractions.
`;

Deno.test("parseGuideline() reads the customer's guideline", () => {
  const { guideline, id, problems } = parseGuideline(GOOD);
  assert.deepEqual(problems, []);
  assert.equal(id, "service-depends-on-port");
  const { scope, match, ...rest } = guideline!;
  assert.deepEqual(rest, {
    id: "service-depends-on-port",
    content: "Services should depend on repository abstractions.\n",
    when: ["file_changed"],
  });
  assert.deepEqual(scope.languages, ["Kotlin"]);
  assert.deepEqual(scope.repositories!.map(({ glob }) => glob), ["acme/backend-*"]);
  assert.deepEqual(scope.paths!.map(({ glob, negated }) => [glob, negated]), [
    ["src/**", false],
    ["!**/*Test.kt", true],
  ]);
  assert.deepEqual(match!.any, [
    { pattern: "RepositoryImpl", flags: "" },
    { pattern: "^import", flags: "m" },
  ]);
});

Deno.test("parseGuideline() reads a guideline without scope and match", () => {
  const { guideline } = parseGuideline("id: a\nwhen: [file_changed]\ncontent: Text.");
  assert.deepEqual(guideline, { id: "a", content: "Text.", when: ["file_changed"], scope: {} });
});

Deno.test("parseGuideline() reads the same from CRLF, with a BOM and in the style of JSON", () => {
  const expected = parseGuideline(GOOD).guideline;
  for (const text of [GOOD.replaceAll("\n", "\r\n"), `\ufeff${GOOD}`, `---\n${GOOD}...\n`]) {
    const { guideline, problems } = parseGuideline(text);
    assert.deepEqual([guideline, problems], [expected, []]);
  }
  const json = '{"id": "a", "when": ["file_changed"], "content": "Text.\\n\\u00e9"}';
  assert.equal(parseGuideline(json).guideline!.content, "Text.\né");
});

Deno.test("parseGuideline() takes an id and languages in whatever YAML style", () => {
  const text =
    `"id": 'a'\nwhen:\n- file_changed\ncontent: >-\n  one\n  two\nscope: {languages: [TSX, golang]}`;
  const { guideline } = parseGuideline(text);
  assert.equal(guideline!.content, "one two");
  assert.deepEqual(guideline!.scope.languages, ["TSX", "Go"]);
});

/** Each wrong file, and what is found: `code "the marked text"`, in the order of the file. */
const PROBLEMS: readonly (readonly [name: string, text: string, found: string[]])[] = [
  ["a file that is empty", "", ['wrong-type ""']],
  ["a file of comments", "# nothing yet\n", ['wrong-type "#"']],
  ["text", "hello\n", ['wrong-type "hello"']],
  ["text without a line break", "hello", ['wrong-type "hello"']],
  ["a list", "- id: a\n", ['wrong-type "- id: a"']],
  ["an unclosed bracket", with_("when: [file_changed"), ['yaml-syntax ""']],
  ["a wrong indent", "id: a\n  when: [file_changed]\n", ['yaml-syntax "when"']],
  ["a key and its value on two lines", "id\nb: x\n", ['yaml-syntax "id\\nb"']],
  ["text above an indented key", "id\n  b: x\n", ['yaml-syntax "id\\n  b"']],
  ["a second colon", "id: a: b\n", ['yaml-syntax "a"']],
  ["an open quote", with_('title: "x\nscope: {paths: [a]}\n'), ['yaml-syntax "\\""']],
  ["an open quote in brackets", with_("scope: {paths: ['a]}\n"), ['yaml-syntax "\'"']],
  ["a tab as indent", "scope:\n\tlanguages: [kotlin]\n", ["yaml-syntax"]],
  ["a key twice", with_("id: b\n"), ['duplicate-key "id"']],
  ["a key twice inside", with_("scope: {paths: [a], paths: [b]}"), ['duplicate-key "paths"']],
  ["two documents", with_("---\nid: b\n"), ["yaml-syntax"]],
  ["an alias", with_("scope: {paths: [*.kt]}"), ["yaml-syntax"]],
  ["an alias that is defined", with_("scope: {paths: [&a x, *a]}"), ["yaml-syntax"]],
  ["an unknown key", with_("team: a"), ['unknown-key "team"']],
  ["an unknown key in scope", with_("scope: {path: [a]}"), ['unknown-key "path"']],
  ["an unknown key in match", with_("match: {any: [{regex: {pattern: a}}], one: []}"), [
    'unknown-key "one"',
  ]],
  [
    "an unknown key in regex",
    with_("match: {any: [{regex: {pattern: a, flag: i}}]}"),
    ['unknown-key "flag"'],
  ],
  ["a missing id", "when: [file_changed]\ncontent: a\n", ["missing-key"]],
  ["a missing when", "id: a\ncontent: a\n", ["missing-key"]],
  ["missing content", "id: a\nwhen: [file_changed]\n", ["missing-key"]],
  ["nothing but an unknown key", "x: 1", [
    "missing-key",
    "missing-key",
    "missing-key",
    'unknown-key "x"',
  ]],
  ["a number for an id", with_("id: 1", "id"), ['wrong-type "1"']],
  ["an id without value", with_("id:", "id"), ["wrong-type"]],
  ["text for when", with_("when: file_changed", "when"), ['wrong-type "file_changed"']],
  ["text for paths", with_("scope: {paths: src}"), ['wrong-type "src"']],
  ["a number in paths", with_("scope: {paths: [1]}"), ['wrong-type "1"']],
  ["a list for scope", with_("scope: [a]"), ['wrong-type "[a]"']],
  ["text for regex", with_("match: {any: [{regex: a}]}"), ['wrong-type "a"']],
  ["a mapping for content", with_("content: {a: b}", "content"), ['wrong-type "{a: b}"']],
  ["a date for an id", with_("id: 2026-09-23", "id"), []],
  ["an unknown event", with_("when: [file_saved]", "when"), ['unknown-event "file_saved"']],
  ["an empty when", with_("when: []", "when"), ['empty-value "[]"']],
  ["an empty any", with_("match: {any: []}"), ['empty-value "[]"']],
  ["an empty pattern", with_("match: {any: [{regex: {pattern: ''}}]}"), [`empty-value "''"`]],
  ["an empty paths", with_("scope: {paths: []}"), ['empty-value "[]"']],
  ["upper case in an id", with_("id: MyRule", "id"), ['bad-id "MyRule"']],
  ["a long id", with_(`id: ${"a".repeat(101)}`, "id"), [`bad-id "${"a".repeat(101)}"`]],
  ["an id over two lines", with_('id: "a\\nb"', "id"), ['bad-id "\\"a\\\\nb\\""']],
  ["the flag g", with_("match: {any: [{regex: {pattern: a, flags: g}}]}"), ['bad-flags "g"']],
  ["the flag y", with_("match: {any: [{regex: {pattern: a, flags: y}}]}"), ['bad-flags "y"']],
  ["flags u and v", with_("match: {any: [{regex: {pattern: a, flags: uv}}]}"), [
    'invalid-pattern "uv"',
  ]],
  ["content of spaces", with_("content: '  '", "content"), [`empty-content "'  '"`]],
  ["content of controls", with_('content: "\\u202E\\0"', "content"), ["empty-content"]],
  ["an open group", with_("match: {any: [{regex: {pattern: '('}}]}"), ["invalid-pattern"]],
  [
    "a pattern that only u refuses",
    with_("match: {any: [{regex: {pattern: '\\-'}}, {regex: {pattern: '\\-', flags: u}}]}"),
    ["invalid-pattern"],
  ],
  ["an open bracket", with_("scope: {paths: [a, 'b[']}"), [`bad-glob "'b['"`]],
  ["an absolute path", with_("scope: {paths: [/src/**]}"), ['bad-glob "/src/**"']],
  ["only negated paths", with_("scope: {paths: ['!a']}"), [`bad-glob "['!a']"`]],
  [
    "a repository without owner",
    with_("scope: {repositories: [shop]}"),
    ['repository-glob-without-owner "shop"'],
  ],
  ["a language that is none", with_("scope: {languages: [kotlin, kotln]}"), [
    'unknown-language "kotln"',
  ]],
  [
    "several mistakes",
    "content: ''\nid: A\nwhen: [a, b]\nscope: {paths: x}\n",
    [
      `empty-content "''"`,
      'bad-id "A"',
      'unknown-event "a"',
      'unknown-event "b"',
      'wrong-type "x"',
    ],
  ],
];

/** A guideline with these lines; `without` is the key of the three required ones that they replace. */
function with_(lines: string, without?: string): string {
  const required = { id: "id: a", when: "when: [file_changed]", content: "content: Text." };
  const kept = Object.entries(required).filter(([key]) => key !== without);
  return `${kept.map(([, line]) => `${line}\n`).join("")}${lines}`;
}

for (const [name, text, expected] of PROBLEMS) {
  Deno.test(`parseGuideline() finds ${name}`, () => {
    const found = parseGuideline(text).problems.map(({ code, start, end }) => {
      assert.ok(start >= 0 && end >= start && end <= text.length + 1, `${start}–${end}`);
      return `${code} ${JSON.stringify(text.slice(start, end))}`;
    });
    assert.equal(found.length, expected.length, found.join("\n"));
    expected.forEach((problem, i) => {
      if (problem.includes(" ")) assert.equal(found[i], problem);
      else assert.ok(found[i]!.startsWith(`${problem} `), found[i]);
    });
  });
}

Deno.test("parseGuideline() explains an indented key, and an open quote", () => {
  const problemsOf = (text: string) =>
    parseGuideline(text).problems.map(({ message, help }) => [message, help]);
  assert.deepEqual(problemsOf("# a\nid: a\n  when: [file_changed]\ncontent: x\n"), [[
    'Key "when" is indented, so it continues line 2',
    "Begin it right below the key of line 2; if it is text, put the whole in single quotes",
  ]]);
  assert.deepEqual(problemsOf('id: a\ntitle: "x\n'), [[
    "Unterminated double quote",
    'Write " at the end of the text',
  ]]);
  assert.deepEqual(problemsOf("id: a\nscope: {paths: ['a]}\n"), [[
    "Unterminated single quote",
    "Write ' at the end of the text; inside, a single quote is written twice: ''",
  ]]);
});

Deno.test("parseGuideline() loads no guideline with a problem, but one with an unknown key at the top", () => {
  for (const [name, text, expected] of PROBLEMS) {
    const loads = expected.length === 0 || name === "an unknown key";
    assert.equal(parseGuideline(text).guideline !== undefined, loads, name);
  }
});

Deno.test("parseGuideline() lists problems in the order of the file, each with something to read", () => {
  for (const [name, text] of PROBLEMS) {
    const { problems } = parseGuideline(text);
    const starts = problems.map(({ start }) => start);
    assert.deepEqual(starts, [...starts].sort((a, b) => a - b), name);
    for (const { message, code, severity } of problems) {
      assert.match(message, /^(?!Cannot )["A-Z].*[^.]$/, name);
      assert.match(code, /^[a-z]+(-[a-z]+)*$/);
      assert.equal(severity, "error");
    }
  }
});

Deno.test("parseGuideline() suggests where a key belongs, or what was meant", () => {
  const helpOf = (text: string) => parseGuideline(text).problems.map(({ help }) => help);
  assert.deepEqual(helpOf(with_("pattern: a")), ["Put it under match.any[].regex"]);
  assert.deepEqual(helpOf(with_("contnet: a")), ['Did you mean "content"?']);
  assert.deepEqual(helpOf(with_("scope: {when: [file_changed]}")), ["Put it at the top"]);
  assert.deepEqual(helpOf(with_("scope: {languages: [kotln]}")), ["Did you mean Kotlin?"]);
  assert.match(helpOf(with_("scope: {languages: [qqqqqq]}"))[0]!, /Linguist/);
  assert.match(helpOf(with_("when: file_changed", "when"))[0]!, /brackets/);
});

Deno.test("parseGuideline() returns the id of a guideline that cannot be loaded, too", () => {
  const text = with_("team: 1\nwhen: [x]", "when");
  const { guideline, id, idAt } = parseGuideline(text);
  assert.deepEqual([guideline, id, text.slice(idAt.start, idAt.end)], [undefined, "a", "a"]);
  assert.equal(parseGuideline("id: [a]\n").id, undefined);
});

Deno.test("parseGuideline() points at an alias, not at a star before it", () => {
  const text = "# two * three\nid: a\nwhen: [*event]\ncontent: b * c\n";
  const { problems: [problem] } = parseGuideline(text);
  assert.equal(problem!.code, "yaml-syntax");
  assert.equal(problem!.start, text.indexOf("*event"));
});

/** Runs in a moment, or not at all: what a file of a few hundred KB can cost. */
const HEAVY: readonly (readonly [name: string, text: string])[] = [
  ["aliases of aliases", bomb()],
  ["deep brackets", "[".repeat(30_000)],
  ["deep brackets that are closed", "[".repeat(20_000) + "]".repeat(20_000)],
  ["deep mappings", "{a: ".repeat(20_000)],
  ["deep lists", "- ".repeat(20_000)],
  ["deep indents", Array.from({ length: 500 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
  ["lists as keys", "? ".repeat(400)],
  ["a list as a key", `{${"[".repeat(3000)}${"]".repeat(3000)}: 1}`],
  ["many unknown keys", Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join("\n")],
  ["the same key many times", "k: 1\n".repeat(10_000)],
  ["a list of wrong types", with_(`scope: {paths: [${"1,".repeat(20_000)}]}`)],
  ["256 KB of text", with_(`notes: "${"a ".repeat(128 * 1024)}"`)],
  ["256 KB of lines", "a\n".repeat(128 * 1024)],
];

function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 12; i++) lines.push(`a${i}: &a${i} [${Array(9).fill(`*a${i - 1}`).join()}]`);
  return lines.join("\n");
}

for (const [name, text] of HEAVY) {
  Deno.test(`parseGuideline() is done with ${name} soon`, () => {
    const start = performance.now();
    assert.equal(parseGuideline(text).guideline === undefined, !text.includes("notes:"));
    assert.ok(performance.now() - start < 5000, `${Math.round(performance.now() - start)} ms`);
  });
}

Deno.test("parseGuideline() makes nothing but data of tags", () => {
  const tags = ["!!js/function 'x'", "!!python/object:os.system x", "!foo bar", "!<tag:x> y"];
  for (const tag of tags) {
    const { guideline, problems } = parseGuideline(with_(`content: ${tag}`, "content"));
    assert.ok(guideline ? typeof guideline.content === "string" : problems.length > 0);
  }
  const { problems } = parseGuideline(
    `%YAML 1.1\n---\n${with_("content: !!binary aGk=", "content")}`,
  );
  assert.deepEqual(problems.map(({ code }) => code), ["wrong-type"]);
});

Deno.test("parseGuideline() is not confused by keys of Object", () => {
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const { guideline, problems } = parseGuideline(with_(`${key}: {id: b}`));
    assert.deepEqual(problems.map(({ code }) => code), ["unknown-key"], key);
    assert.equal(guideline!.id, "a");
  }
});

Deno.test("parseGuideline() never throws, and keeps its places inside the text", () => {
  const piece = fc.constantFrom(
    ...["id", "when", "content", "scope", "paths", "match", "any", "regex", "pattern", "flags"],
    ...[": ", ":\n", "\n", "\n  ", "\n    ", "\n- ", "  - ", "[", "]", "{", "}", ", ", "?", "? "],
    ...[
      "'",
      '"',
      "|\n ",
      ">",
      "&a ",
      "*a",
      "<<",
      "!!str ",
      "!!binary ",
      "!x ",
      "#",
      " # ",
      "---\n",
    ],
    ...["...\n", "%YAML 1.1\n", "\t", "\r\n", "\r", "\ufeff", "\u0000", "😀", "\ud83d", "한", "\\"],
    ...[
      "file_changed",
      "a",
      "1",
      "null",
      "true",
      ".nan",
      "2026-09-23",
      "0x1",
      "**/*.kt",
      "(",
      "a-b",
    ],
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  const mutated = fc.tuple(fc.nat(GOOD.length), fc.nat(20), text).map(([at, length, patch]) =>
    GOOD.slice(0, at) + patch + GOOD.slice(at + length)
  );
  fc.assert(
    fc.property(fc.oneof(text, mutated), (text) => {
      const { guideline, problems, id, idAt } = parseGuideline(text);
      assert.ok(guideline || problems.length > 0);
      if (guideline) assert.equal(guideline.id, id);
      for (const { start, end } of [idAt, ...problems]) {
        assert.ok(start >= 0 && start <= end && end <= text.length + 1, `${start}–${end}`);
      }
    }),
    { numRuns: 2000 },
  );
});
