/** What doctor sees of the program and of the programs beside it. */
import assert from "node:assert/strict";
import {
  findExecutable,
  lookAtGit,
  lookAtProgram,
} from "../../../lib/doctor/inspect/environment.ts";
import type { Io } from "../../../lib/cli/io.ts";
import { TemporaryFolder } from "../../support/files.ts";

const world = (env: Record<string, string>, programFolder = "/") =>
  ({ env: (name) => env[name], callerFolder: () => "/", programFolder }) as Io;

Deno.test("lookAtProgram() finds the launcher of an installation, and the Deno that it starts", () => {
  using prefix = new TemporaryFolder({
    "bin/adaptive-guidebook": "#!/bin/sh\n# Launcher\nrelease=r\nruntime='deno 2'\n",
    "lib/adaptive-guidebook/r/main.js": "",
    "lib/adaptive-guidebook/deno 2/deno": "",
  });
  const io = world({}, prefix.at("lib/adaptive-guidebook/r"));
  const [launcher, deno] = ["bin/adaptive-guidebook", "lib/adaptive-guidebook/deno 2/deno"]
    .map((path) => prefix.at(path)) as [string, string];
  const look = () => {
    const program = lookAtProgram(io);
    return [program?.kind, program?.path, program?.executable, program?.deno];
  };
  assert.deepEqual(look(), ["installed", launcher, false, { path: deno, executable: false }]);
  for (const path of [launcher, deno]) Deno.chmodSync(path, 0o755);
  assert.deepEqual(look(), ["installed", launcher, true, { path: deno, executable: true }]);
});

Deno.test("findExecutable() looks where a shell looks", () => {
  using folder = new TemporaryFolder({ "bin/tool": "", "bin/data": "", "home/bin/mine": "" });
  for (const path of ["bin/tool", "home/bin/mine"]) Deno.chmodSync(folder.at(path), 0o755);
  const io = world({ HOME: folder.at("home"), PATH: `/nonexistent:${folder.at("bin")}` });
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

Deno.test("lookAtGit() knows a git that is missing, one that fails and one that hangs", async () => {
  using folder = new TemporaryFolder({ "empty/x": "" });
  const write = (name: string, script: string) => {
    folder.write({ [`${name}/git`]: `#!/bin/sh\n${script}\n` });
    Deno.chmodSync(folder.at(`${name}/git`), 0o755);
    return lookAtGit(world({ PATH: folder.at(name) }));
  };
  assert.deepEqual(await lookAtGit(world({ PATH: folder.at("empty") })), { trouble: "missing" });
  assert.deepEqual(await write("fails", "exit 1"), { trouble: "failed" });
  assert.deepEqual(await write("hangs", "exec /bin/sleep 30"), { trouble: "late" });
  assert.deepEqual(await write("works", 'echo "git $HOME $GIT_TERMINAL_PROMPT"'), {
    version: "git  0",
  });
});
