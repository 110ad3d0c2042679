import assert from "node:assert/strict";
import { type Launch, parseLauncher, renderLauncher } from "../../tools/launcher.ts";

const LAUNCH: Launch = { library: "/a/lib", release: "release-1", runtime: "deno-1" };

Deno.test("parseLauncher() reads back what renderLauncher() has written", () => {
  for (const database of [undefined, "/a/b.db", "/it's/a b\nc.db", "/'", "/''x'\\'$HOME\"`"]) {
    const launch = { ...LAUNCH, library: `${database}`, database };
    const { library: _, ...rest } = launch;
    assert.deepEqual(parseLauncher(renderLauncher(launch)), rest);
  }
});

Deno.test("parseLauncher() takes no other text for a launcher", () => {
  const text = renderLauncher(LAUNCH);
  const [shebang, marker, ...rest] = text.split("\n");
  const others = [
    "",
    "#!/bin/sh\n",
    text.replace("Launcher of", "A launcher of"),
    [shebang, ...rest].join("\n"),
    [shebang, "", marker, ...rest].join("\n"),
    text.replace(/^release=.*$/m, ""),
    text.replace(/^runtime=.*$/m, ""),
  ];
  for (const other of others) assert.equal(parseLauncher(other), undefined, other);
});

Deno.test("renderLauncher() writes what every POSIX shell reads the same way", () => {
  const text = renderLauncher({ ...LAUNCH, database: "/a.db" });
  // bash and zsh know more; dash ends with 2 at a syntax that it does not know.
  assert.doesNotMatch(text, /\[\[|\blocal\b|\bfunction\b|\$'|<<<|^\s*set -/m);
  assert.match(text, /^#!\/bin\/sh\n/);
  assert.doesNotMatch(text.replace(/\$\{[^}]*\}/g, ""), /exit 2|:\?/);
});
