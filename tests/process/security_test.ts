import assert from "node:assert/strict";
import { testCases } from "../support/batches.ts";
import { DEADLINE } from "../support/failures.ts";
import { assertVisible, brokenTexts, HIDDEN } from "../support/hidden.ts";
import { type HookOptions, type HookResult, Sandbox } from "../support/sandbox.ts";

const SECRET = "s3cr3t-t0k3n";
const IN_ACME = { scope: "scope: { repositories: ['acme/**'] }\n" };

Deno.test("a token in a remote URL is neither printed nor stored", async (t) => {
  const url = (path: string) => `https://user:${SECRET}@example.com/${path}`;
  const cases: Record<string, (sandbox: Sandbox) => Promise<HookOptions | void>> = {
    "of origin": (s) => s.git("repository", "remote", "set-url", "origin", url("acme/order.git")),
    "that insteadOf adds": async (s) => {
      await s.git("repository", "remote", "set-url", "origin", "corp:acme/order.git");
      await s.git("repository", "config", "--global", `url.${url("")}.insteadOf`, "corp:");
    },
    "without a user": (s) =>
      s.git("repository", "remote", "set-url", "origin", `https://${SECRET}@x/acme/order`),
    "in its query": (s) =>
      s.git("repository", "remote", "set-url", "origin", `https://x/acme/order?token=${SECRET}`),
    "with a database that cannot be used": async (s) => {
      await s.git("repository", "remote", "set-url", "origin", url("acme/order.git"));
      return { args: ["--db", s.at("elsewhere.db")] };
    },
    "with a trace that the environment asks for": async (s) => {
      await s.git("repository", "remote", "set-url", "origin", url("acme/order.git"));
      return {
        env: { GIT_TRACE: "2", GIT_TRACE_SETUP: "2", GIT_TRACE2: "2", GIT_TRACE_CURL: "2" },
      };
    },
  };
  await testCases(t, cases, async (arrange) => {
    await using sandbox = await Sandbox.create();
    await sandbox.writeGuideline("in-acme", IN_ACME);
    const options = await arrange(sandbox) ?? {};
    const result = await sandbox.hook(["a.txt", "gone.txt"], options);
    assert.deepEqual(result.ids, ["in-acme"]);
    assertNoSecret(sandbox, result);
  });

  const failures: Record<string, (sandbox: Sandbox) => Promise<void>> = {
    "of which no identity can be read": (s) =>
      s.git("repository", "remote", "set-url", "origin", url("order")),
    "of a broken configuration": async (s) => {
      const config = `[remote "origin"]\nurl = ${url("acme/order")}\n[broken ${SECRET}\n`;
      await s.write("repository/.git/config", config);
    },
    "that git quotes in its complaint": async (s) => {
      const config = `[url "${url("")}"]\ninsteadOf\n[remote "origin"]\nurl = corp:acme/order\n`;
      await s.write("repository/.git/config", config);
    },
  };
  await testCases(t, failures, async (arrange) => {
    await using sandbox = await Sandbox.create();
    await sandbox.writeGuideline("in-acme", IN_ACME);
    await sandbox.writeGuideline("everywhere");
    await arrange(sandbox);
    const result = await sandbox.hook();
    assert.deepEqual(result.ids, ["everywhere"]);
    assertNoSecret(sandbox, result);
  });
});

Deno.test("git answers for the repository of the file, whatever the environment has", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("evil", { scope: "scope: { repositories: [evil/*] }\n" });
  await sandbox.writeGuideline("in-acme", IN_ACME);
  const evil = await sandbox.createRepository("evil", "git@github.com:evil/evil.git");
  const config = '[url "git@github.com:evil/"]\ninsteadOf = git@github.com:acme/\n';
  const configPath = await sandbox.write("evil.config", config);
  const fromCount = (key: string, value: string) => ({
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: key,
    GIT_CONFIG_VALUE_0: value,
  });
  const environments: Record<string, Record<string, string>> = {
    "LD_LIBRARY_PATH": { LD_LIBRARY_PATH: sandbox.path },
    "GIT_DIR": { GIT_DIR: `${evil}/.git` },
    "GIT_WORK_TREE": { GIT_DIR: `${evil}/.git`, GIT_WORK_TREE: evil },
    "GIT_CEILING_DIRECTORIES": { GIT_CEILING_DIRECTORIES: sandbox.path },
    "GIT_CONFIG_GLOBAL": { GIT_CONFIG_GLOBAL: configPath },
    "GIT_CONFIG_SYSTEM": { GIT_CONFIG_SYSTEM: configPath },
    "GIT_CONFIG_COUNT": fromCount("url.git@github.com:evil/.insteadOf", "git@github.com:acme/"),
    "GIT_CONFIG_PARAMETERS": {
      GIT_CONFIG_PARAMETERS: "'url.git@github.com:evil/.insteadOf=git@github.com:acme/'",
    },
    "GIT_EXEC_PATH": { GIT_EXEC_PATH: sandbox.path },
    "GIT_TRACE": { GIT_TRACE: sandbox.at("trace"), GIT_TRACE2: sandbox.at("trace") },
  };
  await testCases(t, environments, async (env, name) => {
    const { ids, stderr } = await sandbox.hook(["a.txt"], { session: name, env });
    assert.deepEqual([ids, stderr], [["in-acme"], ""]);
  });
  const names = [...Deno.readDirSync(sandbox.path)].map((entry) => entry.name);
  assert.equal(names.includes("trace"), false);
});

Deno.test("no program that a repository's configuration names is run", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("in-acme", IN_ACME);
  await sandbox.write("repository/.gitattributes", "* filter=trip diff=trip\n");
  await sandbox.git("repository", "add", ".");
  const tripwire = sandbox.at("tripwire");
  await Deno.writeTextFile(tripwire, `#!/bin/sh\ntouch '${sandbox.at("tripped")}'\n`, {
    mode: 0o755,
  });
  for (
    const key of [
      ...["core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass"],
      ...["core.gitProxy", "credential.helper", "diff.external", "diff.trip.textconv"],
      ...["filter.trip.clean", "filter.trip.smudge", "filter.trip.process", "pager.remote"],
      ...["remote.origin.uploadpack", "gpg.program", "interactive.diffFilter"],
    ]
  ) await sandbox.git("repository", "config", key, tripwire);
  for (const name of ["remote", "rev-parse"]) {
    await sandbox.git("repository", "config", `alias.${name}`, `!${tripwire}`);
  }
  await sandbox.write("repository/.git/hooks/post-index-change", `#!/bin/sh\n${tripwire}\n`);
  await Deno.chmod(sandbox.at("repository/.git/hooks/post-index-change"), 0o755);
  await sandbox.write("repository/a.txt", "changed since it was added\n");

  assert.deepEqual((await sandbox.hook()).ids, ["in-acme"]);
  assert.throws(() => Deno.statSync(sandbox.at("tripped")), Deno.errors.NotFound);
});

Deno.test("a repository whose configuration hangs git costs its identity only", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("in-acme", IN_ACME);
  await sandbox.writeGuideline("everywhere");
  await sandbox.run("mkfifo", [sandbox.at("fifo")]);
  await sandbox.git("repository", "config", "include.path", sandbox.at("fifo"));
  const { ids } = await sandbox.hook(["a.txt"], {
    command: sandbox.hookCommand,
    timeout: DEADLINE,
  });
  assert.deepEqual(ids, ["everywhere"]);
});

Deno.test("hidden characters are never printed raw, and a notice has 500 characters at most", async (t) => {
  const long = `${HIDDEN}${"x".repeat(200)}`;
  const writeBroken = (folder: string, text: string) => async (s: Sandbox) =>
    void await s.write(`guidebook/${folder}/guideline.yaml`, text);
  const cases: Record<
    string,
    { arrange?: (sandbox: Sandbox) => Promise<void> | HookOptions; paths?: string[] }
  > = {
    "name of a changed file": { paths: [`${HIDDEN}.txt`] },
    "folder of a guideline": { arrange: writeBroken(`${HIDDEN}\n${HIDDEN}`, "[") },
    "root": { arrange: (s) => ({ args: ["--guidebook", s.at(`${long}/${long}/${long}`)] }) },
    "element of ADAPTIVE_GUIDEBOOK_ROOT": {
      arrange: () => ({ command: ["hook", "codex"], env: { ADAPTIVE_GUIDEBOOK_ROOT: long } }),
    },
    "database": { arrange: (s) => ({ args: ["--db", s.at(`${long}/${long}/${long}`)] }) },
  };
  for (const [i, text] of brokenTexts(long).entries()) {
    cases[`guideline that is wrong (${i})`] = { arrange: writeBroken("bad", text) };
  }
  await testCases(t, cases, async ({ arrange, paths = ["a.txt"] }) => {
    await using sandbox = await Sandbox.create();
    await sandbox.writeGuideline("good");
    const options = await arrange?.(sandbox) ?? {};
    const { stdout, stderr, notices } = await sandbox.hook(paths, options);
    assertVisible(stdout);
    assertVisible(stderr);
    // A notice that is broken in two would be two lines, one of them without the name.
    for (const notice of notices) {
      assert.match(notice, /^Adaptive Guidebook: /);
      assert(notice.length <= 500, `${notice.length} characters`);
      assertVisible(notice);
    }
    assert.match(notices.join("\n") + stderr, /\\u\{202e\}|\\u202e/);
  });
});

Deno.test("hidden characters in a guideline's content do not reach the agent", async () => {
  await using sandbox = await Sandbox.create();
  const content = `First\tline${HIDDEN}.\nSecond ${HIDDEN.replaceAll("\u001b", "")}line.\r\nThird`;
  await sandbox.writeGuideline("hidden", { content });
  const { context, stdout } = await sandbox.hook();
  assert.equal(
    context,
    "Adaptive Guidebook guidelines relevant to the latest changes:\n\n" +
      "[hidden]\nFirst\tline[31m.\nSecond [31mline.\nThird",
  );
  assertVisible(stdout);
});

Deno.test("a response has no field that Codex does not know", async () => {
  await using sandbox = await Sandbox.create();
  const keysOf = async (options: HookOptions) => {
    const { stdout } = await sandbox.hook(["a.txt"], options);
    const response = JSON.parse(stdout);
    return [Object.keys(response).toSorted(), Object.keys(response.hookSpecificOutput ?? {})];
  };
  const inside = ["hookEventName", "additionalContext"];
  const gone = ["--guidebook", sandbox.at("gone")];
  assert.deepEqual(await keysOf({ session: "1", args: gone }), [["systemMessage"], []]);
  await sandbox.writeGuideline("one");
  assert.deepEqual(await keysOf({ session: "2" }), [["hookSpecificOutput"], inside]);
  const both = ["hookSpecificOutput", "systemMessage"];
  assert.deepEqual(await keysOf({ session: "3", args: gone }), [both, inside]);
});

function assertNoSecret(sandbox: Sandbox, { stdout, stderr }: HookResult): void {
  assert(!stdout.includes(SECRET), "stdout has it");
  assert(!stderr.includes(SECRET), "stderr has it");
  for (const file of filesBelow(sandbox.home, ".adaptive-guidebook")) {
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(file));
    assert(!text.includes(SECRET), `${file} has it`);
    assert(!text.includes("example.com"), `${file} has the host`);
  }
}

/** Every file below `name`, if that is in `folder`; the cache is a folder of its own. */
function filesBelow(folder: string, name: string): string[] {
  const entry = [...Deno.readDirSync(folder)].find((entry) => entry.name === name);
  if (!entry) return [];
  const path = `${folder}/${name}`;
  if (!entry.isDirectory) return [path];
  return [...Deno.readDirSync(path)].flatMap((inside) => filesBelow(path, inside.name));
}
