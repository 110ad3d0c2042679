import assert from "node:assert/strict";
import { parseAddedRuns } from "../../../lib/agent/claude_code/structured_patch.ts";

/** As the tool Edit answers. */
function edit(originalFile: string, oldString: string, newString: string, lines: string[]) {
  const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }];
  return { originalFile, oldString, newString, structuredPatch, replaceAll: false };
}

Deno.test("parseAddedRuns() treats a created file as one run", () => {
  const create = (content: string) =>
    parseAddedRuns({ type: "create", content, structuredPatch: [], originalFile: null });
  assert.deepEqual(create("one\n\nthree\n"), ["one\n\nthree"]);
  assert.deepEqual(create("one\r\ntwo"), ["one\ntwo"]);
  assert.deepEqual(create("\n"), [""]);
  assert.deepEqual(create(""), []);
});

Deno.test("parseAddedRuns() ends a run at a line that stayed and at a new hunk", () => {
  assert.deepEqual(
    parseAddedRuns({
      structuredPatch: [
        { newStart: 1, lines: ["+1", " stays", "+2", "+3"] },
        { newStart: 20, lines: ["+4", " stays"] },
      ],
    }),
    ["1", "2\n3", "4"],
  );
});

Deno.test("parseAddedRuns() ends no run at a line that was taken out or at a missing newline", () => {
  const lines = ["-1", "+ONE", "-2", "+TWO", "-end", "\\ No newline at end of file", "+END"];
  assert.deepEqual(parseAddedRuns({ structuredPatch: [{ newStart: 1, lines }] }), [
    "ONE\nTWO\nEND",
  ]);
});

Deno.test("parseAddedRuns() finds nothing added where lines were only taken out", () => {
  assert.deepEqual(parseAddedRuns({ structuredPatch: [{ newStart: 1, lines: [" a", "-b"] }] }), []);
});

Deno.test("parseAddedRuns() gives back the tabs that the patch shows as spaces", () => {
  assert.deepEqual(
    parseAddedRuns(edit("one\n\tx & y $1\nend", "\tx & y", "\t\tX & $& Y\n\tZ", [
      " one",
      "-  x & y $1",
      "+    X & $& Y",
      "+  Z $1",
      " end",
    ])),
    ["\t\tX & $& Y\n\tZ $1"],
  );
  const content = "\tx\n  \ty\tz\nend\n\tmore\n";
  assert.deepEqual(
    parseAddedRuns({
      type: "update",
      content,
      originalFile: "\tx\nend",
      structuredPatch: [{ newStart: 1, lines: ["   x", "+  \ty\tz", " end", "+  more"] }],
    }),
    ["  \ty\tz", "\tmore"],
  );
});

Deno.test("parseAddedRuns() counts lines from where a hunk begins, and past those taken out", () => {
  const originalFile = "a\nb\nc\n\td\n";
  assert.deepEqual(
    parseAddedRuns({
      originalFile,
      oldString: "c\n\td",
      newString: "\tD",
      replaceAll: false,
      structuredPatch: [{ newStart: 2, lines: [" b", "-c", "-  d", "+  D"] }],
    }),
    ["\tD"],
  );
});

Deno.test("parseAddedRuns() follows an edit of all places", () => {
  assert.deepEqual(
    parseAddedRuns({
      originalFile: "x\n\tx\n",
      oldString: "x",
      newString: "$&",
      replaceAll: true,
      structuredPatch: [{ newStart: 1, lines: ["-x", "-  x", "+$&", "+  $&"] }],
    }),
    ["$&\n\t$&"],
  );
});

Deno.test("parseAddedRuns() takes the shown line where the real one is not known", () => {
  assert.deepEqual(parseAddedRuns(edit("else\nwhere", "x", "y", [" a", "+  shown"])), ["  shown"]);
  assert.deepEqual(
    parseAddedRuns({ originalFile: null, structuredPatch: [{ newStart: 1, lines: ["+  s"] }] }),
    ["  s"],
  );
});

Deno.test("parseAddedRuns() reads CRLF as LF", () => {
  const lines = ["-one", "+one\r", "+X\r"];
  assert.deepEqual(
    parseAddedRuns({
      content: "one\r\nX\r\n",
      originalFile: "one\n",
      structuredPatch: [{ newStart: 1, lines }],
    }),
    ["one\nX"],
  );
});

Deno.test("parseAddedRuns() distinguishes a file written unchanged from a missing patch", () => {
  const update = (content: string) =>
    parseAddedRuns({ type: "update", content, originalFile: "a\n", structuredPatch: [] });
  assert.deepEqual(update("a\n"), []);
  assert.equal(update("b\n"), undefined);
});

Deno.test("parseAddedRuns() returns undefined where the response does not have it", () => {
  const notebook = { new_source: "print(2)\n", old_source: "print(1)\n", updated_file: "{}" };
  const hunks = [
    null,
    "hunk",
    { lines: ["+a"] },
    { newStart: 1 },
    { newStart: 1, lines: [1] },
    { newStart: "1", lines: ["+a"] },
  ];
  for (
    const response of [
      undefined,
      null,
      "text",
      [],
      {},
      notebook,
      { type: "create", structuredPatch: [] },
      { structuredPatch: {} },
      { structuredPatch: [] },
      ...hunks.map((hunk) => ({ structuredPatch: [hunk] })),
    ]
  ) assert.equal(parseAddedRuns(response), undefined);
});

Deno.test("parseAddedRuns() builds no text that is larger than a file that is looked at", () => {
  const response = (newString: string) => ({
    originalFile: "a".repeat(1_000_000),
    oldString: "a",
    newString,
    replaceAll: true,
    structuredPatch: [{ newStart: 1, lines: ["+  x"] }],
  });
  // The hunk has to do, with its tabs shown as blanks; nothing is thrown.
  for (const newString of ["\n".repeat(300), "b".repeat(1_000_000)]) {
    assert.deepEqual(parseAddedRuns(response(newString)), ["  x"]);
  }
  const small = { ...response("\tx"), originalFile: "a" };
  assert.deepEqual(parseAddedRuns(small), ["\tx"]);
  const empty = { ...response("b"), originalFile: "a".repeat(1_048_570), oldString: "" };
  assert.deepEqual(parseAddedRuns(empty), ["  x"]);
});
