import assert from "node:assert/strict";
import type { Files } from "../workspace.ts";
import { ClaudeCode } from "./claude_run.ts";
import { say, write } from "./model_answer.ts";
import { hookTexts } from "./model_request.ts";

const HEADER = "Adaptive Guidebook guidelines relevant to the latest changes:";
const edits = [1, 2, 3].map((number) => write(`${number}.txt`, "changed\n"));

Deno.test("A text as long as the limit arrives whole", async () => {
  const text = (second: string) =>
    `${HEADER}\n\n[first]\n${"😀".repeat(3000)}\n\n[second]\n${second}`;
  const second = "é".repeat(10_000 - text("").length);
  await using claude = await ClaudeCode.open({
    guidebook: guidebook({ first: "😀".repeat(3000), second }),
  });
  const { requests } = await claude.run([edits[0]!, say("Done")]);
  assert.deepEqual(requests.map(hookTexts), [[], [text(second)]]);
  assert.equal(text(second).length, 10_000);
});

Deno.test("What does not fit arrives whole with the next edits, and nothing twice", async () => {
  const contents = {
    first: "1".repeat(6000),
    second: "2".repeat(6000),
    third: "3".repeat(3000),
  };
  await using claude = await ClaudeCode.open({ guidebook: guidebook(contents) });
  const { requests } = await claude.run([...edits, say("Done")]);
  const first = `${HEADER}\n\n[first]\n${contents.first}\n\n` +
    "Also relevant, shown next: [second], [third]";
  const rest = `${HEADER}\n\n[second]\n${contents.second}\n\n[third]\n${contents.third}`;
  assert.deepEqual(requests.map(hookTexts), [[], [first], [first, rest], [first, rest]]);
});

Deno.test("Of a guideline longer than the limit the model gets the beginning and a file", async () => {
  const contents = { first: "Short.", second: "word ".repeat(3000).trim() };
  await using claude = await ClaudeCode.open({ guidebook: guidebook(contents) });
  const { requests } = await claude.run([...edits, say("Done")]);
  const [first, second = "", ...others] = hookTexts(requests.at(-1)!);
  assert.equal(first, `${HEADER}\n\n[first]\nShort.\n\nAlso relevant, shown next: [second]`);
  const start = "<persisted-output>\nOutput too large ";
  assert(second.startsWith(start) && second.includes(`${HEADER}\n\n[second]\nword word`), second);
  const file = /Full output saved to: (.+)/.exec(second)![1]!;
  assert.equal(await Deno.readTextFile(file), `${HEADER}\n\n[second]\n${contents.second}`);
  assert.deepEqual(others, []);
});

function guidebook(contents: Record<string, string>): Files {
  return Object.fromEntries(
    Object.entries(contents).map(([id, content]) => [
      `${id}/guideline.yaml`,
      `id: ${id}\nwhen: [file_changed]\ncontent: ${JSON.stringify(content)}\n`,
    ]),
  );
}
