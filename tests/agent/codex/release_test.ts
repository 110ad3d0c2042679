import assert from "node:assert/strict";
import { findInstalledRelease } from "../../../lib/agent/codex/release.ts";
import { codexSetup } from "../../../lib/agent/codex/setup.ts";
import { createReader } from "../../../lib/install/disk/hook_files.ts";
import { TemporaryFolder } from "../../support/files.ts";

/** A reader on a machine whose PATH leads to a package of this manifest. */
function installed(manifest: string) {
  const folder = new TemporaryFolder({
    "lib/node_modules/codex/bin/codex.js": "",
    "lib/node_modules/codex/package.json": manifest,
    "bin/x": "",
  });
  Deno.chmodSync(folder.at("lib/node_modules/codex/bin/codex.js"), 0o755);
  Deno.symlinkSync("../lib/node_modules/codex/bin/codex.js", folder.at("bin/codex"));
  const env = (name: string) => name === "PATH" ? folder.at("bin") : undefined;
  return { folder, reader: createReader({ folder: "/", env }) };
}

const manifest = (version: string) => JSON.stringify({ name: "@openai/codex", version });

Deno.test("findInstalledRelease() reads the package whose program is on the PATH", async () => {
  const cases: [string, string | undefined][] = [
    [manifest("0.171.0"), "0.171.0"],
    [manifest("1.2.3"), "1.2.3"],
    [JSON.stringify({ name: "other", version: "1.2.3" }), undefined],
    ["{", undefined],
    ["[]", undefined],
  ];
  for (const [text, expected] of cases) {
    const { folder, reader } = installed(text);
    using _ = folder;
    assert.equal(await findInstalledRelease(reader), expected, text);
  }
  const nowhere = createReader({ folder: "/", env: () => undefined });
  assert.equal(await findInstalledRelease(nowhere), undefined);
});

Deno.test("a fault of the hook file is not certain for another release than the measured one", async () => {
  for (const [version, certain] of [["0.171.0", true], ["0.180.0", false]] as const) {
    const { folder, reader } = installed(manifest(version));
    using _ = folder;
    assert.equal((await codexSetup.findFault('{"a":1}', reader))?.certain, certain);
  }
});

Deno.test("inspect() names a release only where it is another than the measured one", async () => {
  for (const [version, other] of [["0.171.0", undefined], ["0.180.0", "0.180.0"]] as const) {
    const { folder, reader } = installed(manifest(version));
    using _ = folder;
    const workplace = { folder: folder.path, repository: undefined, env: () => undefined };
    assert.equal((await codexSetup.inspect(workplace, reader)).otherRelease, other);
  }
});
