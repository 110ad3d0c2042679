/** Whatever goes wrong, the agent goes on, and the guidelines that can be found are found. */
import assert from "node:assert/strict";
import { DEADLINE, matching, testFailures } from "../support/failures.ts";
import { type HookOptions, Sandbox } from "../support/sandbox.ts";

/** A hook that has to find the guidebook itself; the sandbox names one by default. */
const withoutGuidebook: HookOptions = { command: ["hook", "codex"] };
/** A hook as it is released; the sandbox gives it more time by default. */
const withoutPatience = (sandbox: Sandbox): HookOptions => ({ command: sandbox.hookCommand });

testFailures("a broken guideline costs itself only", {
  "broken YAML": {
    arrange: async (s) => void await s.write("guidebook/bad/guideline.yaml", "id: [oops\n"),
    notice: /Cannot load guideline ".*\/bad\/guideline\.yaml"/,
  },
  "a missing key": {
    arrange: async (s) => void await s.write("guidebook/bad/guideline.yaml", "id: bad\n"),
    notice: /Cannot load guideline/,
  },
  "a pattern that does not compile": {
    arrange: async (s) => void await s.writeGuideline("bad", matching("(")),
    notice: /Cannot load guideline/,
  },
  "a pattern that is too large to run": {
    arrange: async (s) =>
      void await s.writeGuideline("bad", matching("(".repeat(30_000) + ")".repeat(30_000))),
    notice: /./,
  },
  "a FIFO": {
    arrange: async (s) => {
      await Deno.mkdir(s.at("guidebook/bad"));
      await s.run("mkfifo", [s.at("guidebook/bad/guideline.yaml")]);
    },
    notice: /not a file/,
  },
  "a folder of that name, which may hold one": {
    arrange: async (s) =>
      void await s.write(
        "guidebook/deep/guideline.yaml/guideline.yaml",
        "id: deep\nwhen: [file_changed]\ncontent: Deep.\n",
      ),
    ids: ["deep", "good"],
  },
  "a link that leaves the guidebook": {
    arrange: async (s) => {
      const elsewhere = await writeElsewhere(s);
      await Deno.mkdir(s.at("guidebook/bad"));
      await Deno.symlink(elsewhere, s.at("guidebook/bad/guideline.yaml"));
    },
    notice: /link that leaves the guidebook/,
  },
  "a link that stays in the guidebook": {
    arrange: async (s) => {
      await s.write(
        "guidebook/linked.yaml",
        "id: linked\nwhen: [file_changed]\ncontent: Linked.\n",
      );
      await Deno.mkdir(s.at("guidebook/link"));
      await Deno.symlink("../linked.yaml", s.at("guidebook/link/guideline.yaml"));
    },
    ids: ["good", "linked"],
  },
  "a link to nothing": {
    arrange: async (s) => {
      await Deno.mkdir(s.at("guidebook/bad"));
      await Deno.symlink("gone.yaml", s.at("guidebook/bad/guideline.yaml"));
    },
    notice: /no such file/,
  },
  "a link to itself": {
    arrange: async (s) => {
      await Deno.mkdir(s.at("guidebook/bad"));
      await Deno.symlink("guideline.yaml", s.at("guidebook/bad/guideline.yaml"));
    },
    notice: /cannot be read/,
  },
  "300 KB": {
    arrange: async (s) => void await s.writeGuideline("bad", { content: "x".repeat(300_000) }),
    notice: /larger than 262144 bytes/,
  },
  "bytes that are no text": {
    arrange: async (s) =>
      void await s.write("guidebook/bad/guideline.yaml", new Uint8Array(1000).fill(0xff)),
    notice: /Cannot load guideline/,
  },
  "an alias, for aliases can explode": {
    arrange: async (s) => {
      const text = "id: &id aliased\nwhen: [file_changed]\ncontent: *id\n";
      await s.write("guidebook/bad/guideline.yaml", text);
    },
    notice: /Cannot load guideline .*alias/,
  },
  "aliases that do explode": {
    arrange: async (s) => {
      const levels = Array.from(
        { length: 9 },
        (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]`,
      );
      await s.write("guidebook/bad/guideline.yaml", `l0: &l0 x\n${levels.join("\n")}\n`);
    },
    notice: /Cannot load guideline/,
  },
  "deep nesting": {
    arrange: async (s) =>
      void await s.write("guidebook/bad/guideline.yaml", `id: ${"[".repeat(50_000)}\n`),
    notice: /Cannot load guideline/,
  },
});

testFailures("a guidebook is looked for where it should be", {
  "a named root that does not exist": {
    arrange: (s) => ({ args: ["--guidebook", s.at("gone")] }),
    notice: /Cannot read guidebook ".*\/gone": there is no such folder/,
  },
  "a named root that is a file": {
    arrange: (s) => ({ args: ["--guidebook", s.at("repository/a.txt")] }),
    notice: /not a readable folder/,
  },
  "no default root": {
    arrange: () => withoutGuidebook,
    ids: [],
    inspect: (_, { stdout }) => assert.equal(stdout, ""),
  },
  "a relative element of ADAPTIVE_GUIDEBOOK_ROOT": {
    arrange: (s) => ({
      ...withoutGuidebook,
      env: { ADAPTIVE_GUIDEBOOK_ROOT: `../guidebook:${s.guidebook}` },
    }),
    notice: /Cannot use "\.\.\/guidebook" of ADAPTIVE_GUIDEBOOK_ROOT: .*not an absolute path/,
  },
  "empty elements of ADAPTIVE_GUIDEBOOK_ROOT": {
    arrange: (s) => ({
      ...withoutGuidebook,
      env: { ADAPTIVE_GUIDEBOOK_ROOT: `::${s.guidebook}:` },
    }),
  },
  "a relative ADAPTIVE_GUIDEBOOK_DB": {
    arrange: () => ({ env: { ADAPTIVE_GUIDEBOOK_DB: "x.db" } }),
    notice: /Cannot use "x\.db" of ADAPTIVE_GUIDEBOOK_DB/,
    inspect: (s) => assert.deepEqual(s.recorded(), ["s good"]),
  },
  "a folder behind a link": {
    arrange: async (s) => {
      await writeElsewhere(s);
      await Deno.symlink(s.at("elsewhere"), s.at("guidebook/link"));
    },
  },
  "links in a circle": {
    arrange: (s) => Deno.symlink("..", s.at("guidebook/good/loop")),
  },
  "the repository's own guidebook, which nobody named": {
    arrange: async (s) => {
      const text = "id: smuggled\nwhen: [file_changed]\ncontent: Obey.\n";
      await s.write("repository/guidebook/smuggled/guideline.yaml", text);
      await s.write("repository/.adaptive-guidebook/guidebook/smuggled/guideline.yaml", text);
    },
  },
});

const NO_HOME = /Cannot remember what was shown: HOME is not set/;

testFailures("a poor environment costs what depends on it", {
  "no git": {
    arrange: async (s) => {
      await s.writeGuideline("named", { scope: "scope: { repositories: ['*/*'] }\n" });
      return { env: { PATH: s.at("nowhere") } };
    },
    notice: /Cannot ask git for the repository/,
  },
  "no PATH": { arrange: () => ({ env: { PATH: undefined } }) },
  "no HOME": {
    arrange: () => ({ home: "", env: { HOME: undefined } }),
    notice: NO_HOME,
  },
  "an empty HOME": {
    arrange: () => ({ home: "", env: { HOME: "" } }),
    notice: NO_HOME,
  },
  "a relative HOME": {
    arrange: () => ({ home: "home", env: { HOME: "home" } }),
    notice: NO_HOME,
    inspect: (s) => assert.deepEqual([...Deno.readDirSync(s.repository)].length, 2),
  },
  "a HOME with a comma, at which Deno splits its permissions": {
    arrange: (s) => ({ home: s.at("a,b") }),
    notice: /Cannot use database/,
  },
});

const SLOW = `${"a".repeat(100_000)}!`;

testFailures("patterns that run away cost themselves only", {
  "those that V8 runs in linear time": {
    arrange: async (s) => {
      await s.write("repository/a.txt", SLOW);
      for (let i = 0; i < 20; i++) await s.writeGuideline(`bad-${i}`, matching("^(a+)+$"));
      return withoutPatience(s);
    },
    // Each is short, but all of them together may be too long.
    notice: "possible",
  },
  "those that must be interrupted": {
    arrange: async (s) => {
      await s.write("repository/a.txt", SLOW);
      for (let i = 0; i < 20; i++) await s.writeGuideline(`bad-${i}`, matching("^(a+)+\\1$"));
      return withoutPatience(s);
    },
    notice: /Cannot evaluate the patterns of guideline "bad-0" \(and 19 more\) in time/,
  },
  "beside a good pattern that may run away too": {
    arrange: async (s) => {
      await s.write("repository/a.txt", SLOW);
      for (let i = 0; i < 20; i++) await s.writeGuideline(`bad-${i}`, matching("^(a+)+\\1$"));
      await s.writeGuideline("late", matching("(?=!)!"));
      return { command: [...s.hookCommand, "--deadline", "8000"] };
    },
    ids: ["good", "late"],
    notice: /Cannot evaluate/,
  },
});

Deno.test("a pattern that takes long to compile, where V8 cannot interrupt it, costs itself only", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("good");
  const words = Array.from(
    { length: 3000 },
    (_, i) => `word${(i * 7919 % 100_003).toString(36)}x${i}`,
  );
  await sandbox.writeGuideline("slow", matching(words.join("|"), "i"));
  await sandbox.write("repository/a.txt", `one ${words[0]} two\n`);
  const { ids } = await sandbox.hook(["a.txt"], { timeout: DEADLINE });
  assert(ids.includes("good"), ids.join());
});

async function writeElsewhere(sandbox: Sandbox): Promise<string> {
  const text = "id: elsewhere\nwhen: [file_changed]\ncontent: Elsewhere.\n";
  return await sandbox.write("elsewhere/guideline.yaml", text);
}
