import assert from "node:assert/strict";
import { parseDocument } from "yaml";
import { Findings, PROBLEM_LIMIT, quote } from "../../lib/guideline_file/findings.ts";
import { loadGuideline, parseGuideline } from "../../lib/guideline_file/parse.ts";
import { renderDiagnostic } from "../../lib/diagnostic.ts";
import { checkGlobs } from "../../lib/check/glob_check.ts";
import { toDiagnostics } from "../../lib/check/problem.ts";

const HEAD = "id: a\nwhen: [file_changed]\n";
const AT = { start: 0, end: 1 };

Deno.test("Findings writes no help that nobody reads", () => {
  const found = new Findings(parseDocument(""), "", "first");
  const help = () => {
    throw new Error("help was written");
  };
  found.add("b", "Later", { start: 5, end: 6, help });
  found.add("a", "Earlier", { ...AT, help });
  found.add("c", "Harmless", { ...AT, help, severity: "hint" });
  assert.deepEqual([found.problems, found.firstBlocking, found.isDone], [[], "Earlier", true]);
});

Deno.test("Findings lists 100 problems and counts the others", () => {
  const found = new Findings(parseDocument(""), "");
  for (let i = 0; i < PROBLEM_LIMIT; i++) found.add("a", "Warned", { ...AT, severity: "warning" });
  assert.equal(found.blocked, false);
  found.add("b", "Too late to be listed", {
    ...AT,
    help: () => {
      throw new Error("help was written");
    },
  });
  assert.deepEqual([found.problems.length, found.unlisted], [PROBLEM_LIMIT, ["error"]]);
  assert.deepEqual([found.blocked, found.isDone], [true, false]);
});

Deno.test("Findings cuts long quotes in messages, and long help", () => {
  const found = new Findings(parseDocument(""), "");
  found.add("a", quote("x".repeat(5000)), { ...AT, help: "😀".repeat(5000) });
  const [{ message = "", help = "" } = {}] = found.problems;
  assert.ok(message.length < 210 && message.endsWith('…"'), message);
  assert.ok(help.length <= 1000 && help.isWellFormed() && help.endsWith("…"));
});

/** More problems than anybody reads, by what makes them expensive. */
const HOSTILE: Record<string, string> = {
  "escapes": `${HEAD}content: "${"\\q".repeat(60_000)}"`,
  "escapes behind 200 KB of text": `${HEAD}content: "${"x".repeat(200_000)}${"\\q".repeat(3900)}"`,
  "anchors": `${HEAD}content: ${"&a ".repeat(20_000)}x`,
  "anchors, few enough to be read": `${HEAD}content: ${"&a ".repeat(3900)}x`,
  "tags": `${HEAD}content: ${"!t ".repeat(20_000)}x`,
  "tags, few enough to be read": `${HEAD}content: ${"!t ".repeat(3900)}x`,
  "duplicate keys below blank lines": `${HEAD}${"\n".repeat(200_000)}${
    "content: x\n".repeat(1900)
  }`,
  "duplicate keys on one line": `${HEAD}content: x\nscope: {${"paths: [a],".repeat(390)}}`,
  "unknown languages": `${HEAD}content: x\nscope:\n  languages:\n${
    Array.from({ length: 1900 }, (_, i) => `    - ordinary script lang${i}\n`).join("")
  }`,
  "a pattern that is too long for V8": `${HEAD}content: x\nmatch: {any: [{regex: {pattern: '${
    "a".repeat(200_000)
  }'}}]}`,
  "patterns of emoji": `${HEAD}content: x\nmatch: {any: [${
    "{regex: {pattern: '\\p{RGI_Emoji}\\p{RGI_Emoji}', flags: v}},".repeat(300)
  }]}`,
  "spaces in the braces of a glob": `${HEAD}content: x\nscope:\n  paths: ['{${
    " ".repeat(200_000)
  }b}']`,
  "bad patterns": `${HEAD}content: x\nmatch: {any: [${"{regex: {pattern: '('}},".repeat(400)}]}`,
  "hidden characters": `${HEAD}content: "${"\u200bx".repeat(60_000)}\\q"`,
};

for (const [name, text] of Object.entries(HOSTILE)) {
  Deno.test(`parseGuideline() reports at most ${PROBLEM_LIMIT} problems of ${name}, and soon`, () => {
    const start = performance.now();
    assert.ok("failure" in loadGuideline(text));
    const { guideline, problems, content: { value, found } } = parseGuideline(text);
    assert.equal(guideline, undefined);
    checkGlobs(value, found);
    assert.ok(problems.length > 0 && problems.length <= PROBLEM_LIMIT);
    const printed = toDiagnostics(problems, "guideline.yaml", text)
      .map((diagnostic) => renderDiagnostic(diagnostic, () => text)).join("\n");
    assert.ok(printed.length < 200_000, `${printed.length} characters are printed`);
    assert.ok(performance.now() - start < 5000, `${Math.round(performance.now() - start)} ms`);
  });
}

Deno.test("loadGuideline() gives the guideline of parseGuideline(), or a reason that it has, too", () => {
  const good = `${HEAD}content: x\nscope: { languages: [kotlin] }\ncolour: red\n`;
  const loaded = loadGuideline(good);
  assert.deepEqual("guideline" in loaded && loaded.guideline, parseGuideline(good).guideline);
  for (
    const [text, failure] of [
      ["id: [", /^invalid YAML: flow sequence/],
      [`${HEAD}content: x\nscope: { languages: [typscript] }`, /^unknown language "typscript"$/],
      [`${HEAD}content: x\ncontent: y`, /^duplicate key "content"$/],
      ["", /^the file is empty, not a mapping$/],
      [`${HEAD}content: 'x`, /^unterminated single quote$/],
    ] as const
  ) {
    const loaded = loadGuideline(text);
    assert.match("failure" in loaded ? loaded.failure : "loaded", failure);
    const messages = parseGuideline(text).problems.map(({ message }) => message.toLowerCase());
    assert.ok("failure" in loaded && messages.includes(loaded.failure.toLowerCase()), text);
  }
});

Deno.test("loadGuideline() does not load the template of new before its content is replaced", () => {
  const content = "Replace this line with what the agent should read: one recommendation,\n" +
    "  and its reason.";
  const loaded = loadGuideline(`${HEAD}content: |\n  ${content}\n`);
  assert.deepEqual(loaded, { failure: "content is still the template's example" });
  assert.ok("guideline" in loadGuideline(`${HEAD}content: |\n  ${content} Use the logger.\n`));
});
