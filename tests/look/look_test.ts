/** What a session is told of, look by look. */
import assert from "node:assert/strict";
import { logEdits } from "../../lib/look/edit_log.ts";
import { look, type LookOptions } from "../../lib/look/look.ts";
import { findRepositoryRoot } from "../../lib/repository/locate.ts";
import type { FoundChanges } from "../../lib/search/ports.ts";
import { GitWorkspace } from "../support/git.ts";

/** A repository with `a.txt` and `b.txt`, and sessions that look at it. */
class Stage implements AsyncDisposable {
  private constructor(readonly workspace: GitWorkspace, readonly root: string) {}

  static async create(): Promise<Stage> {
    const workspace = await GitWorkspace.create();
    const root = await workspace.createRepository("r");
    const stage = new Stage(workspace, root);
    stage.write("a.txt", "one\n");
    stage.write("b.txt", "one\n");
    await workspace.git("r", "add", "-A");
    await workspace.git("r", "commit", "-qm", "1");
    return stage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workspace[Symbol.asyncDispose]();
  }

  write(name: string, text: string): void {
    Deno.writeTextFileSync(`${this.root}/${name}`, text);
  }

  get store(): string {
    return this.workspace.at("looks");
  }

  async find(
    event: LookOptions["event"],
    options: Partial<LookOptions> = {},
  ): Promise<FoundChanges> {
    return await look({
      store: this.store,
      sessionId: "s",
      event,
      folder: this.root,
      home: this.workspace.at("home"),
      since: undefined,
      env: (name) => name === "HOME" ? this.workspace.at("home") : Deno.env.get(name),
      findRoot: findRepositoryRoot,
      signal: AbortSignal.timeout(30_000),
      ...options,
    });
  }

  /** A look whose findings were handed on: paths relative to the workspace. */
  async look(event: LookOptions["event"], options: Partial<LookOptions> = {}): Promise<string[]> {
    const found = await this.find(event, options);
    found.save();
    return found.changed.map((path) => path.slice(this.workspace.path.length + 1));
  }
}

Deno.test("look() finds what a command has changed since the session began, once", async () => {
  await using stage = await Stage.create();
  assert.deepEqual(await stage.look("begin"), []);
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("command"), ["r/a.txt"]);
  assert.deepEqual(await stage.look("command"), []);
});

Deno.test("look() finds it once more where it was not handed on", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  stage.write("a.txt", "two\n");
  assert.equal((await stage.find("command")).changed.length, 1);
  assert.deepEqual(await stage.look("command"), ["r/a.txt"]);
});

Deno.test("look() attributes what changes between two turns to the person", async () => {
  for (const end of ["end", "break"] as const) {
    await using stage = await Stage.create();
    await stage.look("begin");
    await stage.look("prompt");
    await stage.look(end);
    stage.write("a.txt", "two\n");
    assert.deepEqual(await stage.look("prompt"), [], end);
    assert.deepEqual(await stage.look("command"), [], end);
  }
});

Deno.test("look() finds at the end of a turn what a background command has changed", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  await stage.look("command");
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("end"), ["r/a.txt"]);
});

Deno.test("look() goes on in mid-turn, after a compaction or a prompt that steers", async () => {
  for (const event of ["compacted", "prompt"] as const) {
    await using stage = await Stage.create();
    await stage.look("begin");
    await stage.look("prompt");
    await stage.look("command");
    stage.write("a.txt", "two\n");
    assert.deepEqual(await stage.look(event), ["r/a.txt"], event);
  }
});

Deno.test("look() leaves a turn ended that a person compacts after it", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  await stage.look("command");
  await stage.look("end");
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("compacted"), []);
  assert.deepEqual(await stage.look("prompt"), []);
});

Deno.test("look() without an earlier look finds what changed while the command ran", async () => {
  await using stage = await Stage.create();
  stage.write("b.txt", "before\n");
  Deno.utimeSync(`${stage.root}/b.txt`, new Date(0), new Date(0));
  await new Promise((resolve) => setTimeout(resolve, 2100));
  const since = Date.now();
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("command", { since }), ["r/a.txt"]);
  assert.deepEqual(await stage.look("command", { sessionId: "other" }), []);
});

Deno.test("look() tells each context of a change, and a sub-agent from where its session was", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  await stage.look("begin", { sessionId: "t" });
  await stage.look("command");
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("command", { sessionId: "s/1" }), ["r/a.txt"]);
  assert.deepEqual(await stage.look("command", { sessionId: "s/1" }), []);
  assert.deepEqual(await stage.look("command"), ["r/a.txt"]);
  assert.deepEqual(await stage.look("command", { sessionId: "t" }), ["r/a.txt"]);
});

Deno.test("look() does not find the edit of an edit tool, and finds a change after it", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  const path = `${stage.root}/a.txt`;
  stage.write("a.txt", "by a tool\n");
  logEdits(stage.store, [path]);
  assert.deepEqual(await stage.look("command"), []);
  stage.write("a.txt", "by a command\n");
  assert.deepEqual(await stage.look("command"), ["r/a.txt"]);
});

Deno.test("look() presents nothing of more than 200 files, and they become the baseline", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  for (let i = 0; i < 201; i++) stage.write(`n${i}.txt`, "");
  const found = await stage.find("command");
  found.save();
  assert.deepEqual(found.changed, []);
  assert.match(found.notices[0]!.message, /: 201 files changed at once/);
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("command"), ["r/a.txt"]);
});

Deno.test("look() looks no more after git was too slow twice, until the session begins anew", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  const late = { signal: AbortSignal.abort() };
  for (const more of ["there$", "for the rest of this session$"]) {
    const found = await stage.find("command", late);
    found.save();
    assert.match(found.notices[0]!.message, new RegExp(more));
  }
  stage.write("a.txt", "two\n");
  assert.deepEqual((await stage.find("command")).notices, []);
  assert.deepEqual(await stage.look("command"), []);
  await stage.look("begin");
  stage.write("b.txt", "two\n");
  assert.deepEqual(await stage.look("command"), ["r/b.txt"]);
});

Deno.test("look() walks a folder outside of every repository, but no home", async () => {
  await using stage = await Stage.create();
  const folder = stage.workspace.at("plain");
  Deno.mkdirSync(`${folder}/src/node_modules`, { recursive: true });
  await stage.look("begin", { folder });
  Deno.writeTextFileSync(`${folder}/src/a.txt`, "");
  Deno.writeTextFileSync(`${folder}/src/node_modules/b.txt`, "");
  assert.deepEqual(await stage.look("command", { folder }), ["plain/src/a.txt"]);
  assert.deepEqual(
    await stage.look("command", { sessionId: "t", folder: stage.workspace.at("home"), since: 0 }),
    [],
  );
});

Deno.test("look() looks into sub-folders, submodules, worktrees and repositories of before", async () => {
  await using stage = await Stage.create();
  const { workspace } = stage;
  await workspace.createRepository("lib");
  Deno.writeTextFileSync(workspace.at("lib/l.txt"), "1\n");
  await workspace.git("lib", "add", "-A");
  await workspace.git("lib", "commit", "-qm", "1");
  const add = ["submodule", "--quiet", "add", workspace.at("lib"), "sub"];
  await workspace.git("r", "-c", "protocol.file.allow=always", ...add);
  await workspace.git("r", "worktree", "add", "-q", "../w");
  Deno.mkdirSync(`${stage.root}/deep/er`, { recursive: true });

  const [here, there] = [`${stage.root}/deep/er`, workspace.at("w")];
  await stage.look("begin", { folder: there });
  await stage.look("command", { folder: here });
  stage.write("sub/l.txt", "2\n");
  stage.write("deep/er/n.txt", "2\n");
  Deno.writeTextFileSync(workspace.at("w/a.txt"), "2\n");
  assert.deepEqual(await stage.look("command", { folder: here }), [
    "r/deep/er/n.txt",
    "r/sub/l.txt",
    "w/a.txt",
  ]);
});

Deno.test("look() knows the lines that a change has added to the committed version", async () => {
  await using stage = await Stage.create();
  stage.write("a.txt", "one\ntwo\nthree\nfour\n");
  await stage.workspace.git("r", "commit", "-qam", "2");
  await stage.look("begin");
  stage.write("a.txt", "zero\none\n2\n2.5\nthree\nfour\nfive");
  stage.write("new.txt", "all\n");
  const { addedRuns } = await stage.find("command");
  assert.deepEqual(
    await addedRuns(
      `${stage.root}/a.txt`,
      "zero\none\n2\n2.5\nthree\nfour\nfive",
    ),
    ["zero", "2\n2.5", "five"],
  );
  assert.equal(await addedRuns(`${stage.root}/new.txt`, "all\n"), undefined);
});

Deno.test("look() starts afresh where what it remembers is damaged", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  for (const { name } of Deno.readDirSync(stage.store)) {
    Deno.writeTextFileSync(`${stage.store}/${name}`, '{"version":1,"session":"s","trees":[[1]]}');
  }
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("command"), []);
  stage.write("b.txt", "two\n");
  assert.deepEqual(await stage.look("command"), ["r/b.txt"]);
});

Deno.test("look() reports that it cannot keep what it has seen", async () => {
  await using stage = await Stage.create();
  Deno.writeTextFileSync(stage.store, "");
  assert.deepEqual((await stage.find("begin")).notices, []);
  const { notices } = await stage.find("command");
  assert.deepEqual(notices.map(({ code }) => code), ["look-not-kept"]);
});

Deno.test("look() does not see what git writes in a bare repository, wherever that is", async () => {
  await using stage = await Stage.create();
  const { workspace, root } = stage;
  await workspace.git(".", "clone", "-q", "--bare", root, "layout/.bare");
  Deno.writeTextFileSync(workspace.at("layout/.git"), "gitdir: ./.bare\n");
  Deno.mkdirSync(workspace.at("plain"));
  await workspace.git(".", "clone", "-q", "--bare", root, "plain/bare");
  const folders = ["layout", "plain", "plain/bare"].map((name) => workspace.at(name));
  for (const folder of folders) {
    const options = { folder, sessionId: folder };
    await stage.look("begin", options);
    for (const bare of ["layout/.bare", "plain/bare"]) {
      Deno.writeTextFileSync(workspace.at(`${bare}/description`), folder);
    }
    Deno.writeTextFileSync(`${folder}/a.md`, folder);
    const own = folder.endsWith("bare") ? [] : [`${folder.slice(workspace.path.length + 1)}/a.md`];
    assert.deepEqual(await stage.look("command", options), own);
  }
});

Deno.test("look() sees changes in a workspace of jj, whether git can read it or not", async () => {
  await using stage = await Stage.create();
  const { workspace } = stage;
  const folder = workspace.at("jj");
  Deno.mkdirSync(`${folder}/.jj/repo/store`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/.jj/.gitignore`, "/*\n");
  for (const name of ["without", "with"]) {
    if (name === "with") {
      await workspace.git("jj/.jj/repo/store", "init", "-q", "--bare", "git");
      Deno.writeTextFileSync(`${folder}/.jj/repo/store/git_target`, "git");
    }
    const options = { folder, sessionId: name };
    await stage.look("begin", options);
    Deno.writeTextFileSync(`${folder}/a.txt`, name);
    const found = await stage.find("command", options);
    assert.deepEqual([found.changed, found.notices], [[`${folder}/a.txt`], []], name);
  }
});

Deno.test("look() finds what a sub-agent's first command has changed, though its session saw it first", async () => {
  await using stage = await Stage.create();
  await stage.look("begin");
  stage.write("b.txt", "two\n");
  assert.deepEqual(await stage.look("command"), ["r/b.txt"]);
  // The clock that stamps files is coarse; ctime even has seconds only.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const since = Date.now();
  stage.write("a.txt", "two\n");
  assert.deepEqual(await stage.look("command"), ["r/a.txt"]);
  const subAgent = { sessionId: "s/agent", since };
  assert.deepEqual(await stage.look("command", subAgent), ["r/a.txt"]);
  // What it has seen by itself is its own from then on.
  assert.deepEqual(await stage.look("command", subAgent), []);
});
