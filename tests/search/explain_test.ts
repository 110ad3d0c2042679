import assert from "node:assert/strict";
import { PROJECT } from "../support/command.ts";
import { runCommand } from "../support/in_process.ts";
import { damageTexts } from "../support/damage.ts";
import { TemporaryFolder } from "../support/files.ts";
import { GitWorkspace } from "../support/git.ts";

const GUIDEBOOK = {
  "guidebook/found/guideline.yaml": `id: found
title: A title
when: [file_changed]
match: { all: [{ regex: { pattern: 'class (\\w|\\n)+' } }] }
content: x
`,
  "guidebook/high/guideline.yaml": `id: high
priority: high
when: [file_changed]
match: { any: [{ regex: { pattern: 'secret' } }, { regex: { pattern: class, on: added } }] }
content: x
`,
  "guidebook/other-repository/guideline.yaml": `id: other-repository
scope: { repositories: ['acme/*', '!acme/web'] }
when: [file_changed]
content: x
`,
  "guidebook/other-language/guideline.yaml": `id: other-language
scope: { languages: [kotlin] }
when: [file_changed]
content: x
`,
  "guidebook/other-path/guideline.yaml": `id: other-path
scope: { paths: ['lib/**', 'app/**'] }
when: [file_changed]
content: x
`,
  "guidebook/no-match/guideline.yaml": `id: no-match
when: [file_changed]
match: { none: [{ regex: { pattern: class } }] }
content: x
`,
  "guidebook/runaway/guideline.yaml": `id: runaway
when: [file_changed]
match: { any: [{ regex: { pattern: '(?=a)(a+)+$' } }] }
content: x
`,
};

async function createWorld() {
  const workspace = await GitWorkspace.create();
  await workspace.createRepository("web", "https://user:token@github.com/acme/web.git");
  for (const [path, text] of Object.entries(GUIDEBOOK)) {
    const full = workspace.at(path);
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(full, text);
  }
  await Deno.writeTextFile(workspace.at("web/a.ts"), `class A\n{}\n${"a".repeat(40)}!\n`);
  const explain = (...args: string[]) =>
    runCommand(["explain", "--guidebook", "guidebook", "--db", "store.db", ...args], {
      folder: workspace.path,
      env: { HOME: workspace.at("home"), PATH: Deno.env.get("PATH") ?? "" },
    });
  return { workspace, explain };
}

Deno.test("explain shows why each guideline is presented or not", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const { exitCode, stdout, stderr } = await explain("--all", "web/a.ts");
  assert.equal(exitCode, 0);
  assert.equal(stderr, "");
  assert.equal(
    stdout.replaceAll(workspace.path, "$WORK"),
    `note: Adaptive Guidebook: Cannot evaluate the patterns of guideline "runaway" in time: they backtrack too long or are too large. Simplify them, see adaptive-guidebook check

web/a.ts
  repository  acme/web, from the remote "origin" of $WORK/web
  path        a.ts
  language    TypeScript

  would be presented
    high: 1:1 "class", match.any[1] is found; it is for added lines, but without a patch the whole file is searched
    found (A title): 1:1 "class A\\n", match.all[0] is found
  cut off: its patterns take too long or are too large
    runaway: match.any[0] backtracks too long or is too large
  no match
    no-match: match.none[0] is found
  not applicable
    other-language: language TypeScript is not Kotlin
    other-path: path a.ts is not lib/** or app/**
    other-repository: repository acme/web is taken out by !acme/web

For a session that was shown nothing yet; --session ID names another one.
`,
  );
  assert.throws(() => Deno.statSync(workspace.at("store.db")), Deno.errors.NotFound);
});

Deno.test("explain counts what did not match, and lists it with --all", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const { stdout } = await explain("web/a.ts");
  assert.match(stdout, /\n {2}no match: 1\n {2}not applicable: 3\n/);
  assert.match(stdout, /--all lists the guidelines that are only counted/);
  assert.doesNotMatch(stdout, /other-path/);
});

Deno.test("explain shows when a session was shown a guideline, as the hook recorded it", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const payload = JSON.stringify({
    ...{ hook_event_name: "PostToolUse", tool_name: "apply_patch", session_id: "session-1" },
    cwd: workspace.at("web"),
    tool_input: { command: "*** Begin Patch\n*** Update File: a.ts\n@@\n+x\n*** End Patch" },
    tool_response: "Success. Updated the following files:\nM a.ts\n",
  });
  const hook = await runCommand(
    ["hook", "codex", "--guidebook", "guidebook", "--db", "store.db"],
    {
      folder: workspace.path,
      env: { HOME: workspace.at("home"), PATH: Deno.env.get("PATH") ?? "" },
      stdin: payload,
    },
  );
  // The patch added no class, so the guideline on added lines stayed silent.
  assert.match(hook.stdout, /\[found\]/);
  assert.doesNotMatch(hook.stdout, /\[high\]/);

  const shown = "shown at 2026-09-23T09:41:18Z in session session-1";
  const same = await explain("--session", "session-1", "web/a.ts");
  assert(
    same.stdout.includes(
      `  already presented\n    found (A title): 1:1 "class A\\n", match.all[0] is found; ${shown}\n`,
    ),
    same.stdout,
  );
  const other = await explain("--session", "session-2", "web/a.ts");
  assert.match(other.stdout, /would be presented\n {4}high.*\n {4}found/);
  assert.doesNotMatch(other.stdout, /session-1/);
  const none = await explain("web/a.ts");
  assert(none.stdout.includes(`is found; last ${shown}`), none.stdout);
});

Deno.test("explain gives programs the same as JSON, and never a URL", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const { stdout } = await explain("--all", "--format", "json", "web/a.ts");
  assert.doesNotMatch(stdout, /token|github/);
  const { files: [file], session } = JSON.parse(stdout);
  assert.equal(session, null);
  assert.deepEqual(file.repository, {
    identity: "acme/web",
    root: workspace.at("web"),
    found: `acme/web, from the remote "origin" of ${workspace.at("web")}`,
  });
  assert.equal(file.guidelines.length, Object.keys(GUIDEBOOK).length);
  assert.deepEqual(file.notListed, {});
  assert.deepEqual(file.guidelines[1], {
    ...{ id: "found", title: "A title", verdict: "would-be-presented" },
    ...{ reason: "match.all[0] is found", line: 1, column: 1, text: "class A\n" },
    lastPresented: null,
  });
});

Deno.test("explain quotes no text of a file outside of repositories and the current folder", async () => {
  using outside = new TemporaryFolder({ "notes.txt": "x class y" });
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const { stdout } = await explain(outside.at("notes.txt"));
  assert.match(stdout, /repository {2}none: there is no \.git in the folders above/);
  assert.match(stdout, /found \(A title\): 1:3, match\.all\[0\] is found\n/);
  await Deno.writeTextFile(workspace.at("web/.git/config"), "[class https]\n", { append: true });
  assert.match((await explain("web/.git/config")).stdout, /found \(A title\): \d+:2, match/);
  const json = await explain("--format", "json", outside.at("notes.txt"));
  assert(!json.stdout.includes("class y"));
});

Deno.test("explain lists in JSON what it lists as text, and counts the others", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const { files: [file] } = JSON.parse((await explain("--format", "json", "web/a.ts")).stdout);
  assert.deepEqual(
    file.guidelines.map(({ id, verdict }: Record<string, string>) => [id, verdict]),
    [["high", "would-be-presented"], ["found", "would-be-presented"], ["runaway", "cut-off"]],
  );
  assert.deepEqual(file.notListed, { "no-match": 1, "not-applicable": 3 });
});

Deno.test("explain quotes no file of version control, and none outside that a link leads to", async (t) => {
  using outside = new TemporaryFolder({ "secret.kt": "class SECRET" });
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const web = workspace.at("web");
  await Deno.writeTextFile(`${web}/.git/config`, "# class SECRET\n", { append: true });
  await workspace.git("web", "commit", "--quiet", "--allow-empty", "--message", "x");
  await workspace.git("web", "worktree", "add", "--quiet", "../tree");
  await workspace.git(".", "init", "--quiet", "--bare", "web/bare");
  await workspace.git(".", "init", "--quiet", "--separate-git-dir", "web/meta", "separate");
  for (const folder of ["bare", "meta"]) {
    await Deno.writeTextFile(`${web}/${folder}/config`, "# class SECRET\n", { append: true });
  }
  await Deno.mkdir(`${web}/.jj/repo`, { recursive: true });
  await Deno.writeTextFile(`${web}/.jj/repo/config.toml`, "class SECRET");
  await Deno.writeTextFile(`${web}/.git/worktrees/tree/config.worktree`, "class SECRET");
  const link = (target: string, name: string) => Deno.symlink(target, `${web}/${name}`);
  await link(".git/config", "config.kt");
  await link(".git", "folder");
  await link("config.kt", "twice.kt");
  await link(outside.at("secret.kt"), "outside.kt");
  await link(outside.path, "elsewhere");
  await Deno.link(`${web}/.git/config`, `${web}/hard.kt`);
  for (
    const path of [
      ...[".git/config", "config.kt", "folder/config", "twice.kt", "outside.kt", "hard.kt"],
      ...["elsewhere/secret.kt", "bare/config", "meta/config", ".jj/repo/config.toml"],
      ".git/worktrees/tree/config.worktree",
    ]
  ) {
    await t.step(path, async () => {
      for (const format of ["text", "json"]) {
        const { stdout } = await explain("--format", format, `web/${path}`);
        assert.match(stdout, /match\.all\[0\] is found/);
        assert.doesNotMatch(stdout, /SECRET/);
      }
    });
  }
  await t.step("but a link to a file of the repository, and a worktree", async () => {
    await link("a.ts", "inside.ts");
    await Deno.writeTextFile(workspace.at("tree/b.ts"), "class B");
    assert.match((await explain("web/inside.ts")).stdout, /"class A/);
    assert.match((await explain("tree/b.ts")).stdout, /"class B/);
  });
});

Deno.test("explain quotes 200 characters at most", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  await Deno.writeTextFile(workspace.at("web/a.ts"), `class ${"b".repeat(300)}`);
  const [, quoted = ""] = /found \(A title\): 1:1 "(.*?)",/.exec(
    (await explain("web/a.ts")).stdout,
  )!;
  assert.equal([...quoted].length, 200);
  assert(quoted.endsWith("…"));
});

Deno.test("explain says why an origin gives no identity, or one that ssh does not give", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const explainOrigin = async (url: string) => {
    await workspace.git("web", "remote", "set-url", "origin", url);
    return (await explain("web/a.ts")).stdout;
  };
  const gerrit = await explainOrigin("ssh://SECRET@review.example:29418/web");
  assert.match(gerrit, /no identity: its remote "origin" is on a Gerrit server/);
  assert.match(gerrit, /^note: .*The URL of the remote "origin" names no owner/m);
  assert.doesNotMatch(gerrit, /SECRET|review/);
  const gitlab = await explainOrigin("https://SECRET@host.example/gitlab/acme/web.git");
  assert.match(
    gitlab,
    /gitlab\/acme\/web, from .*; where "gitlab" is .* a clone by SSH has the identity acme\/web/,
  );
  assert.doesNotMatch(gitlab, /SECRET|host\.example/);
});

Deno.test("explain says that a file is not UTF-8", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  const encodingOf = async (...bytes: number[]) => {
    await Deno.writeFile(workspace.at("web/a.ts"), new Uint8Array(bytes));
    return /^ {2}encoding {4}(.*)$/m.exec((await explain("web/a.ts")).stdout)?.[1];
  };
  assert.equal(await encodingOf(0x61), undefined);
  assert.equal(await encodingOf(0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee), "euc-kr, not UTF-8");
  assert.match(await encodingOf(0xff) ?? "", /^not UTF-8, and no other that is sure/);
});

Deno.test("explain says that a file is not one of the project's own", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  await Deno.mkdir(workspace.at("web/node_modules"));
  await Deno.writeTextFile(workspace.at("web/node_modules/a.ts"), "class A");
  await Deno.mkdir(workspace.at("home/.codex"));
  await Deno.writeTextFile(workspace.at("home/.codex/a.ts"), "class A");
  const reason = async (path: string) =>
    /^ {4}high: (.*)$/m.exec((await explain("--all", path)).stdout)?.[1];
  assert.equal(
    await reason("web/node_modules/a.ts"),
    'it is in "node_modules", which scope.paths does not name',
  );
  assert.equal(
    await reason("home/.codex/a.ts"),
    'it is a file of the agent\'s own, in its folder ".codex", which scope.paths does not name',
  );
  assert.equal(
    await reason("guidebook/high/guideline.yaml"),
    'it is a guideline of the guidebook in use, in "guidebook", which scope.paths does not name',
  );
});

Deno.test("explain reports that a repository without origin has no identity", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  await workspace.createRepository("local");
  await Deno.writeTextFile(workspace.at("local/a.kt"), "");
  const { stdout } = await explain("--all", "local/a.kt");
  assert.match(stdout, /no identity: .*\/local has no remote "origin"/);
  assert.match(stdout, /other-repository: no repository identity, it is for acme\/\*\n/);
});

Deno.test("explain refuses what it cannot do", async (t) => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  await t.step("no file", async () => assert.equal((await explain()).exitCode, 64));
  await t.step("a missing file", async () => assert.equal((await explain("nowhere")).exitCode, 66));
  await t.step("a folder", async () => {
    const { exitCode, stderr } = await explain("web");
    assert.equal(exitCode, 64);
    assert.match(stderr, /it is a folder; name files in it/);
  });
  await t.step("a wrong format", async () => {
    assert.equal((await explain("--format", "xml", "web/a.ts")).exitCode, 64);
  });
  await t.step("a corrupt database is reported, not repaired", async () => {
    await Deno.writeTextFile(workspace.at("store.db"), "no database".repeat(200));
    const { exitCode, stdout } = await explain("web/a.ts");
    assert.equal(exitCode, 0);
    assert.match(stdout, /^note: Adaptive Guidebook: Cannot read database/m);
    assert.match(await Deno.readTextFile(workspace.at("store.db")), /^no database/);
  });
});

Deno.test("explain needs no access but reading and git", async () => {
  const { workspace } = await createWorld();
  await using _ = workspace;
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(workspace.at("store.db"));
  database.exec(`CREATE TABLE presentation (session_id, guideline_id, presented_at);
    INSERT INTO presentation VALUES ('old', 'found', '2026-09-23T09:41:18Z')`);
  database.close();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-prompt", "--allow-read", "--allow-run=git"],
      ...["--allow-env=HOME,PATH", "--ignore-env=LOG_TOKENS,LOG_STREAM"],
      ...[`${PROJECT}/main.ts`, "explain", "--session", "old"],
      ...["--guidebook", "guidebook", "--db", "store.db", "web/a.ts"],
    ],
    cwd: workspace.path,
    env: { HOME: workspace.at("home") },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  // A database of the first release has but this table.
  assert.match(new TextDecoder().decode(stdout), /already presented\n {4}found.*in session old\n/);
});

Deno.test("explain explains each file separately", async () => {
  const { workspace, explain } = await createWorld();
  await using _ = workspace;
  await Deno.writeTextFile(workspace.at("web/b.kt"), "object B\n");
  const paths = ["web/a.ts", "web/b.kt"];
  const { files } = JSON.parse((await explain("--all", "--format", "json", ...paths)).stdout);
  const verdictsOf = (id: string) =>
    files.map(({ guidelines }: { guidelines: { id: string; verdict: string; reason: string }[] }) =>
      guidelines.filter((guideline) => guideline.id === id)
        .map(({ verdict, reason }) => `${verdict}: ${reason}`).join()
    );
  assert.deepEqual(verdictsOf("found"), [
    "would-be-presented: match.all[0] is found",
    "no-match: match.all[0] is not found",
  ]);
  assert.deepEqual(verdictsOf("other-language"), [
    "not-applicable: language TypeScript is not Kotlin",
    "would-be-presented: it has no match, so it is for every file of its scope",
  ]);
});

Deno.test("explain repairs a cache whose texts are damaged", async () => {
  using folder = new TemporaryFolder({ ...GUIDEBOOK, "a.txt": "class" });
  const explain = () =>
    runCommand(["explain", "--guidebook", "guidebook", "a.txt"], {
      folder: folder.path,
      env: { HOME: folder.path, PATH: Deno.env.get("PATH") ?? "" },
    });
  const expected = await explain();
  assert.deepEqual([expected.exitCode, expected.stderr], [0, ""]);
  damageTexts(folder.at(".adaptive-guidebook/cache"));
  assert.deepEqual(await explain(), expected);
});
