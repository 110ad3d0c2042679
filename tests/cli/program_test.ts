import assert from "node:assert/strict";
import { findProgram } from "../../lib/cli/program.ts";
import type { Io } from "../../lib/cli/io.ts";
import { quoteShellWord } from "../../lib/shell.ts";
import { TemporaryFolder } from "../support/files.ts";

Deno.test("findProgram() takes the launcher of an installation, whatever its release", () => {
  using prefix = new TemporaryFolder({
    "my tools/bin/adaptive-guidebook": "",
    "my tools/lib/adaptive-guidebook/one/main.js": "",
  });
  const path = prefix.at("my tools/bin/adaptive-guidebook");
  for (const release of ["one", "two"]) {
    assert.deepEqual(
      programIn(prefix.at(`my tools/lib/adaptive-guidebook/${release}`)),
      { kind: "installed", path, call: `'${path}'` },
    );
  }
});

Deno.test("findProgram() takes the task of a checkout", () => {
  using checkout = new TemporaryFolder({ "deno.json": "{}" });
  const path = checkout.at("deno.json");
  assert.deepEqual(programIn(checkout.path), {
    kind: "source",
    path,
    call: `deno task -q --config ${path} adaptive-guidebook`,
  });
});

Deno.test("findProgram() finds none for a bundle that nothing has installed", () => {
  using folder = new TemporaryFolder({ "lib/adaptive-guidebook/one/main.js": "" });
  assert.equal(programIn(folder.at("lib/adaptive-guidebook/one")), undefined);
  assert.equal(programIn(folder.path), undefined);
});

Deno.test("quoteShellWord() leaves plain words alone, and lets a shell read the others back", async () => {
  assert.equal(quoteShellWord("/home/a/.local/bin/x-1"), "/home/a/.local/bin/x-1");
  for (const word of ["", "a b", "it's", "$HOME", "`id`", "a\nb", '"', "\\", "*", "~", "é", "#a"]) {
    const { stdout } = await new Deno.Command("/bin/sh", {
      args: ["-c", `printf %s ${quoteShellWord(word)}`],
    }).output();
    assert.equal(new TextDecoder().decode(stdout), word);
  }
});

function programIn(programFolder: string) {
  return findProgram({ programFolder } as Io);
}
