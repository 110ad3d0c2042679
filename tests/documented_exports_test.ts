/** Holds the sources to a rule of CONTRIBUTING.md: an export says in a sentence what it is. */
import assert from "node:assert/strict";
import { PROJECT } from "./support/command.ts";
import { listFiles } from "./docs/documents.ts";

const SOURCES = ["lib", "tools"].flatMap((folder) => listFiles(folder, /\.ts$/));
const EXPORT = /^export (?:async )?(?:function\*?|class|const|interface|type) ([\w$]+)/;

Deno.test("every export has a doc sentence", () => {
  const bare = SOURCES.flatMap((file) => {
    const lines = Deno.readTextFileSync(`${PROJECT}/${file}`).split("\n");
    return lines.flatMap((line, i) => {
      const name = EXPORT.exec(line)?.[1];
      return name === undefined || lines[i - 1]?.endsWith("*/") ? [] : [`${file}: ${name}`];
    });
  });
  assert.deepEqual(bare, []);
});

Deno.test("every source begins with its purpose", () => {
  const bare = SOURCES.filter((file) =>
    !Deno.readTextFileSync(`${PROJECT}/${file}`).startsWith("/**")
  );
  assert.deepEqual(bare, []);
});
