import assert from "node:assert/strict";
import { printLines, printText, printVerbatim } from "../../lib/cli/print.ts";
import type { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { PROJECT } from "../support/command.ts";
import { HIDDEN } from "../support/hidden.ts";
import { createIo } from "../support/memory.ts";

type Stdout = ReturnType<typeof createScriptedIo>["io"]["stdout"];

async function printed(print: (stdout: Stdout) => Promise<void>): Promise<string> {
  const { io, read } = createIo();
  await print(io.stdout);
  return read().stdout;
}

Deno.test("printLines() keeps each line on one line, and visible", async () => {
  assert.equal(
    await printed((stdout) => printLines(stdout, [HIDDEN, "a\nb", ""])),
    "\\u{1b}[31m\\u{9b}\\u{7}\\u{202e}\\u{2066}\\u{e0041}\na\\nb\n\n",
  );
});

Deno.test("printText() keeps the lines of a text, and ends the last one", async () => {
  for (const text of ["a\n\nb", "a\n\nb\n"]) {
    assert.equal(await printed((stdout) => printText(stdout, text)), "a\n\nb\n");
  }
  assert.equal(await printed((stdout) => printText(stdout, "")), "");
});

Deno.test("printing goes on without a reader, and rejects where writing fails otherwise", async () => {
  const { io } = createIo();
  const failWith = (error: Error) => {
    io.stdout.write = () => Promise.reject(error);
    return printVerbatim(io.stdout, "a");
  };
  await failWith(new Deno.errors.BrokenPipe("gone"));
  await assert.rejects(failWith(new Error("disk full")), /disk full/);
});

Deno.test("commands write to stdout through print.ts, but for what is no text for people", () => {
  const writers = [...Deno.readDirSync(`${PROJECT}/lib/cli`)].map(({ name }) => name)
    .filter((name) =>
      name.endsWith(".ts") &&
      /\bwriteStdout\(|\bwriteAll\(|stdout\.write|console\./.test(
        Deno.readTextFileSync(`${PROJECT}/lib/cli/${name}`),
      )
    );
  // The hook and search write JSON for programs, and must know whether it was delivered.
  assert.deepEqual(
    writers.toSorted(),
    ["hook.ts", "io.ts", "print.ts", "scripted_io.ts", "search.ts"],
  );
});
