import assert from "node:assert/strict";
import { findExecutable } from "../../lib/cli/executable.ts";
import { TemporaryFolder } from "../support/files.ts";

Deno.test("findExecutable() looks where a shell looks", () => {
  using folder = new TemporaryFolder({ "bin/tool": "", "bin/data": "", "home/bin/mine": "" });
  for (const path of ["bin/tool", "home/bin/mine"]) Deno.chmodSync(folder.at(path), 0o755);
  const env: Record<string, string> = {
    HOME: folder.at("home"),
    PATH: `/nonexistent:${folder.at("bin")}`,
  };
  const io = { env: (name: string) => env[name] };
  const find = (word: string) => findExecutable(word, folder.path, io)?.slice(folder.path.length);
  assert.equal(find("tool"), "/bin/tool");
  assert.equal(find("./bin/tool"), "/./bin/tool");
  assert.equal(find(folder.at("bin/tool")), "/bin/tool");
  for (const word of ["$HOME/bin/mine", "${HOME}/bin/mine", "~/bin/mine"]) {
    assert.equal(find(word), "/home/bin/mine");
  }
  for (const word of ["data", "bin", "./bin", "mine", "", "/gone"]) {
    assert.equal(find(word), undefined, word);
  }
});
