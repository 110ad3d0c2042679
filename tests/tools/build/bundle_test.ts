import assert from "node:assert/strict";
import { PROJECT } from "../../support/command.ts";
import config from "../../../deno.json" with { type: "json" };
import { diffOutcomes } from "../../../lib/cli/test/compare.ts";
import { listFixtures, readFixture } from "../../../lib/cli/test/fixture.ts";
import { replayFixture } from "../../../lib/cli/test/replay.ts";
import { damageTexts } from "../../support/damage.ts";
import { Bundle } from "./bundle.ts";

const FIXTURES = `${PROJECT}/fixtures/hook`;

/** Files that hooks change, and a guidebook that is about them. */
function createProject(path: string): { args: string[]; payload(session: string): string } {
  Deno.mkdirSync(`${path}/guidebook/a`, { recursive: true });
  Deno.writeTextFileSync(
    `${path}/guidebook/a/guideline.yaml`,
    "id: one\nscope: { paths: ['*.txt'] }\nwhen: [file_changed]\ncontent: Read this.\n",
  );
  Deno.mkdirSync(`${path}/work`);
  Deno.writeTextFileSync(`${path}/work/a.txt`, "a");
  return {
    args: ["hook", "codex", "--guidebook", `${path}/guidebook`],
    payload: (session) =>
      JSON.stringify({
        session_id: session,
        cwd: `${path}/work`,
        hook_event_name: "PostToolUse",
        tool_name: "apply_patch",
        tool_input: { command: "" },
        tool_response: "Success. Updated the following files:\nM a.txt\n",
      }),
  };
}

Deno.test("The bundle stands alone", async (test) => {
  using bundle = await Bundle.build();
  const { args, payload } = createProject(bundle.path);

  await test.step("and answers, from an empty Deno cache", async () => {
    const { code, stdout, stderr } = await bundle.run(args, { stdin: payload("first") });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    assert.match(stdout, /\[one\]\\nRead this\./);
  });

  await test.step("shows Deno no import that it would read before it is asked for", () => {
    assert.doesNotMatch(Deno.readTextFileSync(`${bundle.folder}/main.js`), /\bimport\(["']/);
  });

  await test.step("knows its version", async () => {
    const { stdout } = await bundle.run(["--version"]);
    assert.equal(stdout, `adaptive-guidebook ${config.version}\n`);
  });

  await test.step("runs the other commands", async () => {
    assert.equal((await bundle.run(["check", `${bundle.path}/guidebook`])).code, 0);
  });

  await test.step("exits with 64 for wrong usage, of lazily loaded commands too", async () => {
    for (const command of ["hook", "search", "check"]) {
      const { code, stderr } = await bundle.run([command, "--nonsense"]);
      assert.equal(code, 64);
      assert.match(stderr, new RegExp(`usage: adaptive-guidebook ${command}`));
    }
  });

  await test.step("does not mind a broken deno.json beside it", async () => {
    Deno.writeTextFileSync(`${bundle.path}/deno.json`, "{");
    Deno.writeTextFileSync(`${bundle.folder}/deno.json`, "{");
    const { code, stdout } = await bundle.run(args, { stdin: payload("broken") });
    assert.equal(code, 0);
    assert.match(stdout, /\[one\]/);
  });

  await test.step("says where the time goes", async () => {
    const { stderr } = await bundle.run([...args, "--timings"], { stdin: payload("timed") });
    assert.match(stderr, /^guidebook +\d+\.\d \+ +\d+\.\d ms$/m);
  });

  await test.step("with a warm cache loads no YAML parser, schema or globs", async () => {
    // What was written just now is not trusted for two seconds.
    await new Promise((resolve) => setTimeout(resolve, 3100));
    await bundle.run(args, { stdin: payload("warm") });
    for (const { name } of [...Deno.readDirSync(bundle.folder)]) {
      if (name !== "main.js") Deno.removeSync(`${bundle.folder}/${name}`, { recursive: true });
    }
    const { stdout, stderr } = await bundle.run(args, { stdin: payload("alone") });
    assert.match(stdout, /\[one\]/);
    assert.equal(stderr, "");
    const off = await bundle.run(args, {
      stdin: payload("off"),
      env: { ADAPTIVE_GUIDEBOOK_CACHE: "off" },
    });
    assert.match(off.stderr, /Cannot answer/, "Without the cache it would need them");
  });
});

/** What may befall a cache between two hooks. */
const BLOWS: Record<string, (cache: string) => void> = {
  corrupt: (cache) => {
    for (const { name } of Deno.readDirSync(cache)) Deno.truncateSync(`${cache}/${name}`, 100);
  },
  // Its index tells nothing of it: it shows when a text is read.
  "damaged in its texts": (cache) => damageTexts(cache),
};

for (const state of ["cold", "warm", "off", ...Object.keys(BLOWS)]) {
  Deno.test(`Golden fixtures hold with the cache ${state}`, async () => {
    const cache = Deno.makeTempDirSync();
    try {
      for (const name of listFixtures(FIXTURES)) {
        const fixture = readFixture(FIXTURES, name);
        if (state === "warm" || BLOWS[state]) await replayFixture(fixture, [], cache);
        BLOWS[state]?.(cache);
        const outcomes = await replayFixture(fixture, [], state === "off" ? undefined : cache);
        fixture.events.forEach(({ expected }, i) => {
          assert.equal(diffOutcomes(expected!, outcomes[i]!), undefined, name);
        });
      }
      assert.equal([...Deno.readDirSync(cache)].length > 0, state !== "off");
    } finally {
      Deno.removeSync(cache, { recursive: true });
    }
  });
}
