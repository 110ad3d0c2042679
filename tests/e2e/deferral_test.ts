import assert from "node:assert/strict";
import { testInBothModes } from "./both_modes.ts";
import { Codex, type Run } from "./codex_run.ts";
import { applyPatch, say, summarize } from "./model_answer.ts";
import { hookMessages } from "./model_request.ts";
import type { Files } from "./workspace.ts";

/** Guidelines for every Markdown file, by their ids. */
const CONTENTS = {
  "accents": letters("é", 4_000),
  "brackets": letters("[x]\n", 5_900),
  "commas": letters(",", 3_000),
  "dashes": letters("–", 2_400),
};
/** Longer than what Codex takes from a hook by default. */
const LONG = letters("long ", 12_000);

const first = applyPatch("*** Add File: orders.md", "+Orders");
const second = applyPatch("*** Add File: prices.txt", "+Prices");
const third = applyPatch("*** Delete File: prices.txt");
const fourth = applyPatch("*** Add File: stocks.md", "+Stocks");
const done = say("Done");

const { accents, brackets, commas, dashes } = CONTENTS;

testInBothModes("Guidelines that are too long together come one after the other", async (mode) => {
  await using codex = await Codex.open({ guidebook: guidebook(CONTENTS), ...mode });
  const run = await codex.exec([first, second, third, fourth, done]);
  const texts = [
    render({ accents }, "brackets", "commas", "dashes"),
    render({ brackets, commas }, "dashes"),
    render({ dashes }),
  ];
  assertPresented(run, [[], [0], [0, 1], [0, 1, 2], [0, 1, 2]], texts);
});

testInBothModes("A guideline that is too long by itself comes alone and whole", async (mode) => {
  const contents = { accents, "bulk": LONG, commas };
  await using codex = await Codex.open({ guidebook: guidebook(contents), ...mode });
  const run = await codex.exec([first, second, third, fourth, done]);
  const texts = [
    render({ accents }, "bulk", "commas"),
    render({ "bulk": LONG }, "commas"),
    render({ commas }),
  ];
  assertPresented(run, [[], [0], [0, 1], [0, 1, 2], [0, 1, 2]], texts);
});

testInBothModes("A guideline that is too long is repeated after a compaction", async (mode) => {
  await using codex = await Codex.open({ guidebook: guidebook({ "bulk": LONG }), ...mode });
  const run = await codex.exec([
    { ...first, usage: 600_000 },
    summarize(),
    second,
    fourth,
    done,
  ]);
  assertPresented(run, [[], [0], [0], [0], [0]], [render({ "bulk": LONG })]);
});

/** Checks that each request holds these presentations, to the byte, and nothing that was cut. */
function assertPresented({ requests }: Run, held: number[][], texts: string[]): void {
  const contents = texts.map((text) => [{ type: "input_text", text }]);
  assert.deepEqual(
    requests.map(hookMessages),
    held.map((indexes) => indexes.map((index) => contents[index])),
  );
  const cut = "truncated output (original token count";
  assert.ok(!requests.some(({ conversation }) => JSON.stringify(conversation).includes(cut)));
}

function guidebook(contents: Readonly<Record<string, string>>): Files {
  const files = Object.entries(contents).map(([id, content]) => {
    const guideline = { id, scope: { languages: ["markdown"] }, when: ["file_changed"], content };
    // JSON is YAML too.
    return [`${id}/guideline.yaml`, JSON.stringify(guideline)];
  });
  return Object.fromEntries(files);
}

/** What the model reads; `later` are the ids that are shown next. */
function render(contents: Readonly<Record<string, string>>, ...later: string[]): string {
  return [
    "Adaptive Guidebook guidelines relevant to the latest changes:",
    ...Object.entries(contents).map(([id, content]) => `[${id}]\n${content}`),
    ...(later.length > 0
      ? [`Also relevant, shown next: ${later.map((id) => `[${id}]`).join(", ")}`]
      : []),
  ].join("\n\n");
}

/** A text of this many bytes of UTF-8 or a few more, without white space at its end. */
function letters(pattern: string, bytes: number): string {
  const size = new TextEncoder().encode(pattern).length;
  return `${pattern.repeat(Math.ceil(bytes / size))}.`;
}
