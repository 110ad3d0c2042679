/** Checks that README.ko.md has the structure, code and links of README.md. */
import assert from "node:assert/strict";
import { codeSpans, fencedBlocks, localLinks, readDocument, tableRows } from "./documents.ts";

const ENGLISH = readDocument("README.md");
const KOREAN = readDocument("README.ko.md");

Deno.test("Both READMEs link to each other at the top", () => {
  const head = (text: string) => text.split("\n").slice(0, 4).join("\n");
  assert.deepEqual(localLinks(head(ENGLISH)), ["README.ko.md"]);
  assert.deepEqual(localLinks(head(KOREAN)), ["README.md"]);
});

Deno.test("Both READMEs have the same headings in number and depth", () => {
  const shape = (text: string) =>
    [...withoutBlocks(text).matchAll(/^(#+) (.+)$/gm)].map(([, depth]) => depth);
  assert(shape(ENGLISH).length >= 8);
  assert.deepEqual(shape(KOREAN), shape(ENGLISH));
});

Deno.test("Both READMEs have the same number of paragraphs, steps and points in each section", () => {
  const shape = (text: string) =>
    withoutBlocks(text).split(/^#+ .+$/m).map((section) => ({
      paragraphs: section.split(/\n{2,}(?=[^ |<\n-])/).filter((part) => part.trim() !== "").length,
      points: section.match(/^- /gm)?.length ?? 0,
      steps: section.match(/^\d\. /gm)?.length ?? 0,
    }));
  assert.deepEqual(shape(KOREAN), shape(ENGLISH));
});

Deno.test("Both READMEs have the same code blocks, comments aside", () => {
  const blocks = (text: string) =>
    fencedBlocks(text).map((block) => block.replace(/ +# .*$/gm, ""));
  assert(blocks(ENGLISH).length >= 7);
  assert.deepEqual(blocks(KOREAN), blocks(ENGLISH));
});

Deno.test("Both READMEs have the same tables: size, and code in the first column", () => {
  const shape = (text: string) =>
    tableRows(withoutBlocks(text)).map((cells) => [cells.length, ...codeSpans(cells[0] ?? "")]);
  assert(shape(ENGLISH).length >= 15);
  assert.deepEqual(shape(KOREAN), shape(ENGLISH));
});

Deno.test("Both READMEs name the same commands, options, files and variables", () => {
  const spans = (text: string) => [...new Set(codeSpans(text))].toSorted();
  assert.deepEqual(spans(KOREAN), spans(ENGLISH));
});

Deno.test("Both READMEs have the same links", () => {
  const links = (text: string) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target)
      .filter((target) => target !== "README.md" && target !== "README.ko.md").toSorted();
  assert.deepEqual(links(KOREAN), links(ENGLISH));
});

function withoutBlocks(markdown: string): string {
  return fencedBlocks(markdown).reduce((text, block) => text.replace(block, () => ""), markdown);
}
