import assert from "node:assert/strict";
import fc from "fast-check";
import { type Diagnostic, renderDiagnostic, spanOf } from "../lib/diagnostic.ts";

const FILE = "guidebook/logging/guideline.yaml";

/** The diagnostic whose span is between ‹ and › in `marked`, and the text without these marks. */
function diagnosticAt(marked: string): [Diagnostic, string] {
  const start = marked.indexOf("‹");
  const end = marked.indexOf("›") - 1;
  const text = marked.replace("‹", "").replace("›", "");
  return [{
    code: "some-code",
    severity: "error",
    message: "Cannot read it",
    file: FILE,
    at: spanOf(text, start, end),
  }, text];
}

function renderMarked(marked: string): string[] {
  return render(...diagnosticAt(marked)).split("\n");
}

function render(diagnostic: Diagnostic, text?: string): string {
  return renderDiagnostic(diagnostic, (file) => file === diagnostic.file ? text : undefined);
}

Deno.test("renderDiagnostic() shows code, place, line, span and help", () => {
  const text = "id: a\nmatch:\n  any:\n    - regex:\n        pattern: 'console\\.(log'\n";
  const start = text.indexOf("'");
  const rendered = render({
    code: "invalid-pattern",
    severity: "error",
    message: 'Cannot compile pattern "console\\.(log": unterminated group',
    help: 'Close the group, or write "\\(" to match a parenthesis',
    file: FILE,
    at: spanOf(text, start, text.lastIndexOf("'") + 1),
  }, text);
  assert.equal(
    rendered,
    `error[invalid-pattern]: Cannot compile pattern "console\\.(log": unterminated group
  --> guidebook/logging/guideline.yaml:5:18
   |
 5 |         pattern: 'console\\.(log'
   |                  ^^^^^^^^^^^^^^^
   = help: Close the group, or write "\\(" to match a parenthesis`,
  );
});

Deno.test("renderDiagnostic() shows no frame where there is no place or no text", () => {
  const diagnostic: Diagnostic = {
    code: "unreadable",
    severity: "warning",
    message: "Cannot list folder",
    file: FILE,
  };
  const head = `warning[unreadable]: Cannot list folder\n  --> ${FILE}`;
  assert.equal(render(diagnostic, "id: a\n"), head);
  const at = { line: 1, column: 1, endLine: 1, endColumn: 3 };
  assert.equal(render({ ...diagnostic, at }), `${head}:1:1`);
  assert.equal(
    render({ ...diagnostic, at: { ...at, line: 9, endLine: 9 } }, "id: a\n"),
    `${head}:9:1`,
  );
  assert.equal(render({ ...diagnostic, help: "Do it" }, ""), `${head}\n   = help: Do it`);
});

Deno.test("renderDiagnostic() widens the gutter with the line number", () => {
  const lines = renderMarked("\n".repeat(99) + "‹id›: a");
  assert.deepEqual(lines.slice(2), ["     |", " 100 | id: a", "     | ^^"]);
});

Deno.test("renderDiagnostic() counts Korean and emoji as two columns", () => {
  assert.deepEqual(renderMarked("내용: ‹한국어› x").slice(3), [
    " 1 | 내용: 한국어 x",
    `   | ${" ".repeat(6)}${"^".repeat(6)}`,
  ]);
  assert.deepEqual(renderMarked("😀é: ‹a😀›").slice(3), [
    " 1 | 😀é: a😀",
    `   | ${" ".repeat(5)}^^^`,
  ]);
});

Deno.test("renderDiagnostic() points below escapes of hidden characters", () => {
  assert.deepEqual(renderMarked("\u202eid: ‹a\u0007›").slice(3), [
    " 1 | \\u{202e}id: a\\u{7}",
    `   | ${" ".repeat(12)}^^^^^^`,
  ]);
});

Deno.test("renderDiagnostic() escapes the file's name, the message and the help", () => {
  const rendered = render({
    code: "x",
    severity: "error",
    message: "a\u001b[31m",
    help: "b\nc\u0007",
    file: "d\u202e",
  });
  assert.equal(rendered, "error[x]: a\\u{1b}[31m\n  --> d\\u{202e}\n   = help: b\n     c\\u{7}");
});

Deno.test("renderDiagnostic() leaves the CR of CRLF out", () => {
  assert.deepEqual(renderMarked("id: a\r\nwhen: ‹b›\r\n").slice(1), [
    `  --> ${FILE}:2:7`,
    "   |",
    " 2 | when: b",
    "   |       ^",
  ]);
});

Deno.test("renderDiagnostic() shows the first line of a span over several lines", () => {
  assert.deepEqual(renderMarked("scope:\n  ‹paths:\n    - a\n    - b›\nid: a").slice(2), [
    "   |",
    " 2 |   paths:",
    "   |   ^^^^^^",
  ]);
  assert.deepEqual(renderMarked("id: ‹x  \r\n  y›").slice(3), [" 1 | id: x", "   |     ^"]);
});

Deno.test("renderDiagnostic() shows one caret at an empty span and at the end of the file", () => {
  assert.deepEqual(renderMarked("id: ‹›a").slice(3), [" 1 | id: a", "   |     ^"]);
  assert.deepEqual(renderMarked("id: a‹›").slice(3), [" 1 | id: a", "   |      ^"]);
  assert.deepEqual(renderMarked("id: a\n‹›").slice(1), [
    `  --> ${FILE}:2:1`,
    "   |",
    " 2 |",
    "   | ^",
  ]);
  assert.deepEqual(renderMarked("‹›").slice(3), [" 1 |", "   | ^"]);
});

Deno.test("spanOf() counts lines and columns from 1, its end is exclusive", () => {
  assert.deepEqual(spanOf("ab\ncd\n", 0, 2), { line: 1, column: 1, endLine: 1, endColumn: 3 });
  assert.deepEqual(spanOf("ab\ncd\n", 2, 3), { line: 1, column: 3, endLine: 2, endColumn: 1 });
  assert.deepEqual(spanOf("ab\ncd\n", 4, 6), { line: 2, column: 2, endLine: 3, endColumn: 1 });
  assert.deepEqual(spanOf("ab", 2, 1), { line: 1, column: 3, endLine: 1, endColumn: 3 });
});

Deno.test("renderDiagnostic() prints lines without controls, whatever text and span", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\t", "한", "😀", "\u0007") });
  fc.assert(fc.property(text, fc.nat(40), fc.nat(40), (text, start, length) => {
    const at = spanOf(text, start, start + length);
    const rendered = render(
      { code: "x", severity: "error", message: "m", file: "f", at },
      text,
    );
    assert.doesNotMatch(rendered.replaceAll("\n", ""), /\p{Cc}/u);
    const lines = rendered.split("\n");
    assert.equal(lines.length, 5);
    assert.match(lines[4]!, /\| *\^+$/);
  }));
});

Deno.test("renderDiagnostic() points below a span behind tabs", () => {
  assert.deepEqual(renderMarked("\t\tid: ‹a\tb› c").slice(3), [
    " 1 |   id: a b c",
    "   |       ^^^",
  ]);
});

Deno.test("spanOf() counts as a reader does, whatever text and offsets", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "한", "😀") });
  fc.assert(fc.property(text, fc.nat(40), fc.nat(40), (text, start, length) => {
    const lines = text.slice(0, start).split("\n");
    const { line, column } = spanOf(text, start, start + length);
    const extra = Math.max(0, start - text.length);
    assert.deepEqual([line, column], [lines.length, lines.at(-1)!.length + 1 + extra]);
  }));
});

Deno.test("renderDiagnostic() cuts a long line around the span", () => {
  const [lead, tail] = ["😀".repeat(1000), "b".repeat(5000)];
  const lines = renderMarked(`${lead}‹a›${tail}`).slice(3);
  assert.deepEqual(lines, [
    ` 1 | …${"😀".repeat(20)}a${"b".repeat(119)}…`,
    `   | ${" ".repeat(41)}^`,
  ]);
  const [, marked = "", carets = ""] = renderMarked(`‹${tail}›`).slice(2);
  assert.ok(marked.length < 170 && carets.length < 170);
  assert.equal(renderMarked(`‹${"b".repeat(160)}›`)[3], ` 1 | ${"b".repeat(160)}`);
});
