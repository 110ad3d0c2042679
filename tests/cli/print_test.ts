import assert from "node:assert/strict";
import { printLines, printText, printVerbatim } from "../../lib/cli/print.ts";
import type { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { PROJECT } from "../support/command.ts";
import { TemporaryFolder } from "../support/files.ts";
import { assertVisible, HIDDEN } from "../support/hidden.ts";
import { runCommand } from "../support/in_process.ts";
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
    ["deliver.ts", "io.ts", "print.ts", "search.ts"],
  );
});

Deno.test("commands print names of folders and sessions on one line, and visible", async (t) => {
  const name = `${HIDDEN}\nok`;
  using folder = new TemporaryFolder({
    [`book/${name}/guideline.yaml`]: "id: taken\nwhen: [file_changed]\ncontent: x\nextra: x\n",
    [`book/${name}/says-nothing/${name}`]: "",
    [`book/${name}/says-nothing/1.input.json`]: "{}",
    [`book/${name}/${name}.ts`]: "",
    "store.db": "",
  });
  const world = { folder: folder.path, env: { HOME: folder.path } };
  const calls: Record<string, string[]> = {
    "new, a taken id": ["new", "taken", "--guidebook", "book"],
    "new, a file in the way": ["new", "a", "--guidebook", `book/${name}/${name}.ts`],
    "new, written": ["new", "fresh", "--guidebook", `book/${name}`],
    "presentations, an unknown session": ["presentations", "--session", name],
    "check": ["check", "book"],
    "check --format github": ["check", "book", "--format", "github"],
    "check --format json": ["check", "book", "--format", "json"],
    "check --format sarif": ["check", "book", "--format", "sarif"],
    "test": ["test", "book"],
    "explain": ["explain", "--all", "--guidebook", `book/${name}`, `book/${name}/${name}.ts`],
    "explain, a missing file": ["explain", name],
    "doctor": ["doctor", "--guidebook", name],
  };
  for (const [title, args] of Object.entries(calls)) {
    await t.step(title, async () => {
      const { stdout, stderr } = await runCommand(args, world);
      assertVisible(stdout);
      assertVisible(stderr);
      assert.doesNotMatch(stdout + stderr, /^ok"/m);
      assert.match(stdout + stderr, /\\u\{?202e|%E2%80%AE/);
      if (args.includes("json") || args.includes("sarif")) JSON.parse(stdout);
    });
  }
});
