/** What git has said is kept only as long as git would say it again. */
import assert from "node:assert/strict";
import { type LocationCache, openLocationCache } from "../../lib/repository/location_cache.ts";
import { duplicateJson, verifyDuplicateJson } from "../../lib/cache/duplicate.ts";
import { GitWorkspace } from "../support/git.ts";

const ORIGIN = "https://x-access-token:SECRET@github.com/acme/web.git";
const HOUR = 60 * 60 * 1000;
/** Milliseconds after which all that was written before has settled. */
const LATER = 60_000;

class Workspace {
  asked = 0;

  private constructor(readonly git: GitWorkspace, readonly root: string) {}

  static async create(git: GitWorkspace): Promise<Workspace> {
    return new Workspace(git, await git.createRepository("web", ORIGIN));
  }

  get cache(): string {
    return this.git.at("cache");
  }

  get files(): string[] {
    try {
      return [...Deno.readDirSync(this.cache)].map(({ name }) => `${this.cache}/${name}`);
    } catch {
      return [];
    }
  }

  write(path: string, text: string, options?: Deno.WriteFileOptions): void {
    const file = this.git.at(path);
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, text, options);
  }

  /** What hooks know that run {@linkcode LATER} milliseconds from now. */
  known(base: string, variables: Record<string, string> = {}): LocationCache {
    return openLocationCache({
      cache: this.cache,
      base,
      env: (name) => variables[name] ?? "",
      now: () => Date.now() + LATER,
    });
  }

  /** The identity that a hook finds, which runs `late` milliseconds from now. */
  async find({ late = LATER, env = {}, file = "a.kt", root = this.root }: {
    late?: number;
    env?: Record<string, string>;
    file?: string;
    root?: string;
  } = {}): Promise<string | undefined> {
    const all: Record<string, string> = {
      HOME: this.git.at("home"),
      PATH: Deno.env.get("PATH") ?? "",
      ...env,
    };
    const known = openLocationCache({
      cache: this.cache,
      base: root,
      env: (name) => all[name],
      now: () => Date.now() + late,
    });
    const counting: LocationCache = {
      ...known,
      observe: (root) => {
        this.asked++;
        return known.observe(root);
      },
    };
    const [place] = await this.git.locate([`${root}/${file}`], {
      cache: counting,
      env: (name) => all[name],
    });
    return place?.identity;
  }
}

Deno.test("git is asked once for a repository in which nothing changes", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  const late = { late: LATER + HOUR - 10_000 };
  for (const run of [{}, {}, { file: "other/b.kt" }, late]) {
    assert.equal(await workspace.find(run), "acme/web");
  }
  assert.equal(workspace.asked, 1);
});

Deno.test("a note on an identity is kept with it", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  const answer = { identity: "gitlab/acme/web", note: "A note." };
  const open = () => workspace.known(workspace.root);
  const first = open();
  first.observe(workspace.root)(answer);
  first.save();
  assert.deepEqual(open().find(workspace.root), answer);
});

Deno.test("git is asked again when the configuration that an answer depends on has changed", async (t) => {
  const gitconfig = `[url "git@github.com:other/"]\n\tinsteadOf = "${ORIGIN.slice(0, -7)}"\n`;
  const cases: Record<string, {
    change: (workspace: Workspace) => unknown;
    run?: Parameters<Workspace["find"]>[0];
    identity?: string | undefined;
  }> = {
    "the repository's configuration": {
      change: ({ git }) => git.git("web", "remote", "set-url", "origin", "git@a.example:acme/two"),
      identity: "acme/two",
    },
    "no origin any more": {
      change: ({ git }) => git.git("web", "remote", "remove", "origin"),
      identity: undefined,
    },
    "a configuration of the user, where none was": {
      change: (workspace) => workspace.write("home/.gitconfig", gitconfig),
      identity: "other/web",
    },
    "the other configuration of the user": {
      change: (workspace) => workspace.write("home/.config/git/config", gitconfig),
      identity: "other/web",
    },
    "a repository that has taken its place": {
      change: async ({ git, root }) => {
        await Deno.remove(root, { recursive: true });
        await git.createRepository("web", "git@github.com:acme/new");
      },
      identity: "acme/new",
    },
    "another home": { change: () => {}, run: { env: { HOME: "/nowhere" } } },
    "another place for the user's configuration": {
      change: (workspace) => workspace.write("xdg/git/config", gitconfig),
      run: { env: { XDG_CONFIG_HOME: "xdg" } },
      identity: "other/web",
    },
    "an hour": { change: () => {}, run: { late: LATER + HOUR } },
    "a clock that went back": { change: () => {}, run: { late: LATER - 10_000 } },
  };
  for (const [name, { change, run, ...rest }] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using git = await GitWorkspace.create();
      const workspace = await Workspace.create(git);
      assert.equal(await workspace.find(), "acme/web");
      await change(workspace);
      const env = run?.env?.["XDG_CONFIG_HOME"] && { XDG_CONFIG_HOME: git.at("xdg") };
      const found = await workspace.find({ ...run, ...(env && { env }) });
      assert.equal(found, "identity" in rest ? rest.identity : "acme/web");
      assert.equal(workspace.asked, 2);
    });
  }
});

Deno.test("git is asked each time where it reads files that are not in the fingerprint", async (t) => {
  const cases: Record<string, (workspace: Workspace) => unknown> = {
    "a file that the repository includes": ({ root }) =>
      Deno.writeTextFileSync(`${root}/.git/config`, "[include]\n\tpath = more\n", { append: true }),
    "a file that the user includes": (workspace) =>
      workspace.write("home/.gitconfig", '[includeIf "gitdir:/"]\n\tpath = more\n'),
    "the configuration of one worktree": ({ git }) =>
      git.git("web", "config", "extensions.worktreeConfig", "true"),
    "the folder of another repository": ({ root }) =>
      Deno.writeTextFileSync(`${root}/.git/commondir`, "."),
    "an origin of the old kind": async ({ git, root }) => {
      await git.git("web", "remote", "remove", "origin");
      await Deno.mkdir(`${root}/.git/remotes`, { recursive: true });
      await Deno.writeTextFile(`${root}/.git/remotes/origin`, `URL: ${ORIGIN}\n`);
    },
    "an origin of the old kind, with more of it in the configuration": async ({ git, root }) => {
      await git.git("web", "config", "--unset", "remote.origin.url");
      await Deno.mkdir(`${root}/.git/remotes`, { recursive: true });
      await Deno.writeTextFile(`${root}/.git/remotes/origin`, `URL: ${ORIGIN}\n`);
    },
    "an origin of the oldest kind, with more of it in the configuration": async (
      { git, root },
    ) => {
      await git.git("web", "config", "--unset", "remote.origin.url");
      await Deno.mkdir(`${root}/.git/branches`, { recursive: true });
      await Deno.writeTextFile(`${root}/.git/branches/origin`, `${ORIGIN}\n`);
    },
    "a configuration that is very long": ({ root }) =>
      Deno.writeTextFileSync(`${root}/.git/config`, `# ${"x".repeat(70_000)}\n`, { append: true }),
  };
  for (const [name, change] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using git = await GitWorkspace.create();
      const workspace = await Workspace.create(git);
      await change(workspace);
      for (let i = 0; i < 2; i++) assert.equal(await workspace.find(), "acme/web");
      assert.deepEqual([workspace.asked, workspace.files], [2, []]);
    });
  }
  await t.step("a configuration of the user that is resolved in the repository", async () => {
    await using git = await GitWorkspace.create();
    const workspace = await Workspace.create(git);
    const env = { XDG_CONFIG_HOME: "xdg" };
    assert.equal(await workspace.find({ env }), "acme/web");
    const base = `${ORIGIN.slice(0, -"web.git".length)}`;
    workspace.write("web/xdg/git/config", `[url "git@a:other/"]\n\tinsteadOf = "${base}"\n`);
    assert.equal(await workspace.find({ env }), "other/web");
  });
  await t.step("a worktree", async () => {
    await using git = await GitWorkspace.create();
    const workspace = await Workspace.create(git);
    await git.git("web", "commit", "--quiet", "--allow-empty", "--message=First");
    await git.git("web", "worktree", "add", "--quiet", git.at("tree"));
    for (let i = 0; i < 2; i++) {
      assert.equal(await workspace.find({ root: git.at("tree") }), "acme/web");
    }
    assert.equal(workspace.asked, 2);
  });
});

Deno.test("What was changed just now is not kept, since the next change may go unnoticed", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  for (let i = 0; i < 2; i++) await workspace.find({ late: 0 });
  assert.equal(workspace.asked, 2);
});

Deno.test("The answer for a repository that temporarily replaced another is not kept", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  const known = workspace.known(workspace.root, { HOME: git.at("home") });
  const keep = known.observe(workspace.root);
  Deno.renameSync(workspace.root, git.at("aside"));
  await git.createRepository("web", "git@github.com:acme/other");
  keep({ identity: "acme/other" });
  Deno.renameSync(workspace.root, git.at("other"));
  Deno.renameSync(git.at("aside"), workspace.root);
  assert.equal(known.find(workspace.root), undefined);

  known.observe(workspace.root)({ identity: "acme/web" });
  assert.deepEqual(known.find(workspace.root), { identity: "acme/web" });
});

Deno.test("An answer that is damaged, or that others may have written, is ignored", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  await workspace.find();
  const [file] = workspace.files;
  const whole = Deno.readFileSync(file!);
  for (let i = 0; i < whole.length; i += 37) {
    for (const damaged of [whole.with(i, whole[i]! ^ 1), whole.subarray(0, i)]) {
      workspace.asked = 0;
      Deno.writeFileSync(file!, damaged);
      assert.equal(await workspace.find(), "acme/web");
      assert.equal(workspace.asked, 1, `byte ${i}`);
    }
  }
  workspace.asked = 0;
  Deno.chmodSync(file!, 0o622);
  await workspace.find();
  assert.equal(workspace.asked, 1);
});

Deno.test("Nothing of the URL is kept but the identity, and for the user alone", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  await workspace.find();
  const [file, ...more] = workspace.files;
  assert.deepEqual(more, []);
  assert.doesNotMatch(Deno.readTextFileSync(file!), /SECRET|github|https/);
  assert.equal(Deno.statSync(file!).mode! & 0o777, 0o600);
});

/** Paths below the workspace that are looked at while `act` runs. */
async function looksOf(workspace: Workspace, act: () => Promise<unknown>): Promise<string[]> {
  const { statSync, lstatSync, readDirSync } = Deno;
  const looks: string[] = [];
  const noting = <Result>(name: string, look: (path: string | URL) => Result) => {
    return (path: string | URL) => {
      looks.push(`${name} ${String(path).slice(workspace.git.path.length)}`);
      return look(path);
    };
  };
  Object.assign(Deno, {
    statSync: noting("look", statSync),
    lstatSync: noting("look", lstatSync),
    readDirSync: noting("list", readDirSync),
  });
  try {
    await act();
    return looks;
  } finally {
    Object.assign(Deno, { statSync, lstatSync, readDirSync });
  }
}

Deno.test("Folders that are known to be no repositories cost one call each", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  workspace.write("web/src/main/a.kt", "");
  const file = "src/main/a.kt";
  await workspace.find({ file });
  const looks = await looksOf(workspace, () => workspace.find({ file }));
  assert.deepEqual(looks.filter((look) => /\/web(?!\/\.git)/.test(look)), [
    "look /web/src/main",
    "look /web/src",
    "look /web",
  ]);
  assert.deepEqual(looks.filter((look) => look.startsWith("list")), []);
});

Deno.test("A repository that appears in such a folder is seen by the very next hook", async (t) => {
  const origin = "git@github.com:acme/inner.git";
  const cases: Record<string, (workspace: Workspace) => unknown> = {
    "made there": ({ git }) => git.createRepository("web/src", origin),
    "put there as a whole": async ({ git }) => {
      await git.createRepository("other", origin);
      Deno.renameSync(git.at("other/.git"), git.at("web/src/.git"));
    },
    "in place of the folder": async (workspace) => {
      await workspace.git.createRepository("other", origin);
      workspace.write("other/main/a.kt", "");
      Deno.renameSync(workspace.git.at("web/src"), workspace.git.at("aside"));
      Deno.renameSync(workspace.git.at("other"), workspace.git.at("web/src"));
    },
    "as a worktree": async ({ git }) => {
      await git.createRepository("other", origin);
      await git.git("other", "commit", "--quiet", "--allow-empty", "--message=First");
      await git.git("other", "worktree", "add", "--quiet", git.at("tree"));
      Deno.renameSync(git.at("tree/.git"), git.at("web/src/.git"));
    },
  };
  for (const [name, change] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using git = await GitWorkspace.create();
      const workspace = await Workspace.create(git);
      workspace.write("web/src/main/a.kt", "");
      const file = "src/main/a.kt";
      for (let i = 0; i < 2; i++) assert.equal(await workspace.find({ file }), "acme/web");
      await change(workspace);
      assert.equal(await workspace.find({ file }), "acme/inner");
    });
  }
});

Deno.test("An empty .git, which can become a repository unnoticed, is examined each time", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  workspace.write("web/src/a.kt", "");
  Deno.mkdirSync(git.at("web/src/.git"));
  for (let i = 0; i < 2; i++) assert.equal(await workspace.find({ file: "src/a.kt" }), "acme/web");
  await git.createRepository("other", "git@github.com:acme/inner.git");
  for (const { name } of Deno.readDirSync(git.at("other/.git"))) {
    Deno.renameSync(git.at(`other/.git/${name}`), git.at(`web/src/.git/${name}`));
  }
  assert.equal(await workspace.find({ file: "src/a.kt" }), "acme/inner");
});

Deno.test("The cache does not grow without limit", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  for (let i = 0; i < 200; i++) {
    workspace.write(`web/folder-${i}/a.kt`, "");
    await workspace.find({ file: `folder-${i}/a.kt` });
  }
  const [file, ...more] = workspace.files;
  assert.deepEqual(more, []);
  assert(Deno.statSync(file!).size < 64 * 1024, `${Deno.statSync(file!).size} bytes`);
  assert.equal(workspace.asked, 1);
});

Deno.test("A file with a valid checksum and no meaning is ignored", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  workspace.write("web/src/a.kt", "");
  await workspace.find({ file: "src/a.kt" });
  const [file] = workspace.files;
  const known = verifyDuplicateJson(Deno.readTextFileSync(file!)) as {
    answers: Record<string, unknown>[];
    plain: unknown[];
  };
  const [answer] = known.answers;
  const odd: object[] = [
    ...[null, "x", [null], undefined, {}].flatMap((it) => [{ plain: it }, { answers: it }]),
    { answers: [{ ...answer, present: undefined }] },
    { answers: [{ ...answer, absent: [null] }] },
    { answers: [{ ...answer, identity: 5 }] },
  ];
  for (const change of odd) {
    Deno.writeTextFileSync(file!, duplicateJson({ ...known, ...change }));
    const place = await workspace.find({ file: "src/a.kt" });
    assert.equal(place, "acme/web", JSON.stringify(change));
  }
});

Deno.test("A file in more folders than are kept does not cause a write at each edit", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  const file = `${"a/".repeat(100)}a.kt`;
  workspace.write(`web/${file}`, "");
  await workspace.find({ file });
  const [known] = workspace.files;
  const { ino } = Deno.statSync(known!);
  for (let i = 0; i < 3; i++) await workspace.find({ file });
  assert.equal(Deno.statSync(known!).ino, ino);
});

Deno.test("A folder that was changed just now is examined again", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  workspace.write("web/src/a.kt", "");
  const find = () => workspace.find({ file: "src/a.kt", late: 0 });
  await find();
  const looks = await looksOf(workspace, find);
  assert(looks.includes("list /web/src"), looks.join());
});

Deno.test("Results for one folder and environment are not used for another", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  await workspace.find();
  const [file] = workspace.files;
  const known = verifyDuplicateJson(Deno.readTextFileSync(file!)) as Record<string, unknown>;
  for (const change of [{ base: "/other" }, { release: "other" }, { environment: ["", "", ""] }]) {
    // Names are hashes, so others may have the same.
    Deno.writeTextFileSync(file!, duplicateJson({ ...known, ...change }));
    workspace.asked = 0;
    assert.equal(await workspace.find(), "acme/web");
    assert.equal(workspace.asked, 1, JSON.stringify(change));
  }
});

Deno.test("A configuration that is a dangling link is examined each time", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  Deno.symlinkSync(git.at("elsewhere/config"), git.at("home/.gitconfig"));
  assert.equal(await workspace.find(), "acme/web");
  const rewrite = `[url "git@github.com:other/"]\n\tinsteadOf = "${ORIGIN.slice(0, -7)}"\n`;
  workspace.write("elsewhere/config", rewrite);
  assert.equal(await workspace.find(), "other/web");
});

Deno.test("A new file that is no configuration does not start git", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  await workspace.find();
  workspace.write("home/.bash_history", "ls");
  workspace.write("web/.git/index", "");
  assert.equal(await workspace.find(), "acme/web");
  assert.equal(workspace.asked, 1);
});

Deno.test("Folders are cached in a repository without an identity, too", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  await git.git("web", "remote", "remove", "origin");
  workspace.write("web/src/a.kt", "");
  await workspace.find({ file: "src/a.kt" });
  const looks = await looksOf(workspace, () => workspace.find({ file: "src/a.kt" }));
  assert(!looks.includes("list /web/src"), looks.join());
});

Deno.test("Of many repositories the newest are kept", async () => {
  await using git = await GitWorkspace.create();
  const workspace = await Workspace.create(git);
  const known = workspace.known(git.path);
  for (let i = 0; i < 20; i++) {
    const root = await git.createRepository(`many-${i}`, `git@github.com:acme/many-${i}.git`);
    known.observe(root)({ identity: `acme/many-${i}` });
  }
  known.save();
  const { answers } = verifyDuplicateJson(Deno.readTextFileSync(workspace.files[0]!)) as {
    answers: { identity: string }[];
  };
  assert.deepEqual(
    answers.map(({ identity }) => identity),
    Array.from({ length: 8 }, (_, i) => `acme/many-${19 - i}`),
  );
});
