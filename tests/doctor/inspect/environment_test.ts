/** What doctor sees of the program and of the programs beside it. */
import assert from "node:assert/strict";
import { inspectGit, inspectProgram } from "../../../lib/doctor/inspect/environment.ts";
import type { Io } from "../../../lib/cli/io.ts";
import { TemporaryFolder } from "../../support/files.ts";

const world = (env: Record<string, string>, programFolder = "/") =>
  ({ env: (name) => env[name], callerFolder: () => "/", programFolder }) as Io;

Deno.test("inspectProgram() finds the launcher of an installation, and the Deno that it starts", () => {
  using prefix = new TemporaryFolder({
    "bin/adaptive-guidebook": "#!/bin/sh\n# Launcher\nrelease=r\nruntime='deno 2'\n",
    "lib/adaptive-guidebook/r/main.js": "",
    "lib/adaptive-guidebook/deno 2/deno": "",
  });
  const io = world({}, prefix.at("lib/adaptive-guidebook/r"));
  const [launcher, deno] = ["bin/adaptive-guidebook", "lib/adaptive-guidebook/deno 2/deno"]
    .map((path) => prefix.at(path)) as [string, string];
  const look = () => {
    const program = inspectProgram(io);
    return [program?.kind, program?.path, program?.executable, program?.deno];
  };
  assert.deepEqual(look(), ["installed", launcher, false, { path: deno, executable: false }]);
  for (const path of [launcher, deno]) Deno.chmodSync(path, 0o755);
  assert.deepEqual(look(), ["installed", launcher, true, { path: deno, executable: true }]);
});

Deno.test("inspectGit() knows a git that is missing, one that fails and one that hangs", async () => {
  using folder = new TemporaryFolder({ "empty/x": "" });
  const write = (name: string, script: string) => {
    folder.write({ [`${name}/git`]: `#!/bin/sh\n${script}\n` });
    Deno.chmodSync(folder.at(`${name}/git`), 0o755);
    return inspectGit(world({ PATH: folder.at(name) }));
  };
  assert.deepEqual(await inspectGit(world({ PATH: folder.at("empty") })), { failure: "missing" });
  assert.deepEqual(await write("fails", "exit 1"), { failure: "failed" });
  assert.deepEqual(await write("hangs", "exec /bin/sleep 30"), { failure: "timeout" });
  assert.deepEqual(await write("works", 'echo "git $HOME $GIT_TERMINAL_PROMPT"'), {
    version: "git  0",
  });
});
