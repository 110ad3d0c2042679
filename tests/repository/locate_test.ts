import assert from "node:assert/strict";
import { type Deadline, NO_DEADLINE } from "../../lib/deadline.ts";
import { createGitLocations } from "../../lib/repository/locate.ts";
import { GitWorkspace, within } from "../support/git.ts";

const ORIGIN = "https://x-access-token:SECRET@github.com/acme/web.git";
/** Milliseconds; generous, since the machines are noisy. A git that is not killed hangs for longer. */
const SOON = 4500;

Deno.test("createGitLocations() finds a repository, and the path inside it", async (t) => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  await Deno.mkdir(`${root}/src/app`, { recursive: true });
  await Deno.writeTextFile(`${root}/src/app/main.kt`, "");
  await Deno.symlink(`${root}/src`, workspace.at("link"));
  await Deno.symlink("app/main.kt", `${root}/src/alias.kt`);

  const cases: Record<string, [path: string, relativePath: string]> = {
    "at its root": [`${root}/README.md`, "README.md"],
    "in a folder below": [`${root}/src/app/main.kt`, "src/app/main.kt"],
    "in folders that are gone": [`${root}/src/gone/far/away.kt`, "src/gone/far/away.kt"],
    "below what is a file now": [`${root}/src/app/main.kt/x.kt`, "src/app/main.kt/x.kt"],
    "through a linked folder": [workspace.at("link/app/main.kt"), "src/app/main.kt"],
    "through a linked folder and gone": [workspace.at("link/gone/x.kt"), "src/gone/x.kt"],
    "of a file that is a link itself": [`${root}/src/alias.kt`, "src/alias.kt"],
    "inside .git": [`${root}/.git/hooks/update`, ".git/hooks/update"],
    "with an unusual name": [`${root}/a "b"\n'c' 漢字 😀 %2F\\.kt`, `a "b"\n'c' 漢字 😀 %2F\\.kt`],
    "with a NUL in a folder": [`${root}/a\0b/c.kt`, "a\0b/c.kt"],
    "deeper than any path": [`${root}${"/x".repeat(50_000)}`, "x/".repeat(50_000).slice(0, -1)],
  };
  for (const [name, [path, relativePath]] of Object.entries(cases)) {
    await t.step(name, async () => {
      const expected = { path, relativePath, root, identity: "acme/web" };
      assert.deepEqual(await workspace.locate([path]), [expected]);
    });
  }
});

Deno.test("createGitLocations() finds a repository in a folder with an unusual name", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository(`a "b"\n'c' 漢字 -C %2F\\`, ORIGIN);
  const [place] = await workspace.locate([`${root}/x.kt`]);
  assert.deepEqual([place?.root, place?.identity], [root, "acme/web"]);
});

Deno.test("createGitLocations() gives paths outside every repository relative to the base", async (t) => {
  await using workspace = await GitWorkspace.create();
  await Deno.mkdir(workspace.at("base/src"), { recursive: true });
  await Deno.symlink(workspace.at("base"), workspace.at("link"));
  const outside = { root: undefined, identity: undefined };

  for (const base of [workspace.at("base"), workspace.at("link")]) {
    const path = `${base}/src/x.kt`;
    assert.deepEqual(
      await workspace.locate([path, workspace.at("other/x.kt")], { base }),
      [
        { path, relativePath: "src/x.kt", ...outside },
        {
          path: workspace.at("other/x.kt"),
          relativePath: workspace.at("other/x.kt").slice(1),
          ...outside,
        },
      ],
    );
  }
  await t.step("with a base that is gone, or the root of the disk", async () => {
    const path = workspace.at("gone/x.kt");
    const [below] = await workspace.locate([path], { base: workspace.at("gone") });
    assert.equal(below?.relativePath, "x.kt");
    const [belowRoot] = await workspace.locate([path], { base: "/" });
    assert.equal(belowRoot?.relativePath, path.slice(1));
    const [atRoot] = await workspace.locate(["/x.kt"]);
    assert.equal(atRoot?.relativePath, "x.kt");
  });
});

Deno.test("createGitLocations() reads origin of a worktree and of a submodule", async () => {
  await using workspace = await GitWorkspace.create();
  const web = await workspace.createRepository("web", ORIGIN);
  await workspace.git("web", "commit", "--quiet", "--allow-empty", "--message=First");
  await workspace.git("web", "worktree", "add", "--quiet", "../tree");
  const shop = await workspace.createRepository("shop", "git@github.com:acme/shop.git");
  const add = ["submodule", "--quiet", "add", web, "libs/web"];
  await workspace.git("shop", "-c", "protocol.file.allow=always", ...add);
  await workspace.git("shop/libs/web", "remote", "set-url", "origin", "git@github.com:acme/lib");

  const places = await workspace.locate([
    workspace.at("tree/src/x.kt"),
    `${shop}/libs/web/src/x.kt`,
    `${shop}/libs/x.kt`,
  ]);
  assert.deepEqual(places.map(({ root, identity }) => [root, identity]), [
    [workspace.at("tree"), "acme/web"],
    [`${shop}/libs/web`, "acme/lib"],
    [shop, "acme/shop"],
  ]);
});

Deno.test("createGitLocations() follows insteadOf and included files", async () => {
  await using workspace = await GitWorkspace.create();
  await workspace.createRepository("rewritten", "corp:web.git");
  const rewrite = "url.https://me:SECRET@gitlab.example/acme/platform/.insteadOf";
  await workspace.git("rewritten", "config", "--global", rewrite, "corp:");
  await workspace.createRepository("included");
  await Deno.writeTextFile(workspace.at("extra"), `[remote "origin"]\nurl = ${ORIGIN}\n`);
  await workspace.git("included", "config", "include.path", "../../extra");

  const paths = [workspace.at("rewritten/x.kt"), workspace.at("included/x.kt")];
  const places = await workspace.locate(paths);
  assert.deepEqual(places.map((place) => place.identity), ["acme/platform/web", "acme/web"]);
});

Deno.test("createGitLocations() reads the git configuration in XDG_CONFIG_HOME", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", "corp:web.git");
  await Deno.mkdir(workspace.at("xdg/git"), { recursive: true });
  const config = '[url "git@github.com:acme/"]\ninsteadOf = "corp:"\n';
  await Deno.writeTextFile(workspace.at("xdg/git/config"), config);
  const env = { XDG_CONFIG_HOME: workspace.at("xdg") };
  const { places } = await workspace.locateInChild([`${root}/x.kt`], { env });
  assert.equal(places[0]?.identity, "acme/web");
});

Deno.test("createGitLocations() gives a root but no identity without a usable origin", async (t) => {
  await using workspace = await GitWorkspace.create();
  await workspace.createRepository("outer", ORIGIN);
  await workspace.createRepository("outer/no-origin");
  await workspace.git("outer/no-origin", "remote", "add", "upstream", ORIGIN);
  await workspace.createRepository("outer/one-segment", "https://github.com/web");
  await workspace.createRepository("outer/corrupt", ORIGIN);
  await Deno.writeTextFile(workspace.at("outer/corrupt/.git/config"), "[[[");
  await workspace.createRepository("outer/not-utf8", ORIGIN);
  const config = new TextEncoder().encode('[remote "origin"]\nurl = git@github.com:acme/we_\n');
  config[config.indexOf("_".charCodeAt(0))] = 0xff;
  await Deno.writeFile(workspace.at("outer/not-utf8/.git/config"), config);
  await workspace.createRepository("outer/long", `git@github.com:acme/${"w".repeat(100_000)}`);
  // git itself would climb to "outer" from this one.
  await Deno.mkdir(workspace.at("outer/half/.git"), { recursive: true });
  await Deno.writeTextFile(workspace.at("outer/half/.git/HEAD"), "ref: refs/heads/main\n");
  await Deno.mkdir(workspace.at("outer/dead-link"));
  await Deno.writeTextFile(workspace.at("outer/dead-link/.git"), "gitdir: ../gone\n");

  for (
    const name of ["no-origin", "one-segment", "corrupt", "not-utf8", "long", "half", "dead-link"]
  ) {
    await t.step(name, async () => {
      const [place] = await workspace.locate([workspace.at(`outer/${name}/x.kt`)]);
      assert.equal(place?.root, workspace.at(`outer/${name}`));
      assert.equal(place?.identity, undefined);
    });
  }
});

Deno.test("createGitLocations() passes over a .git that is no repository", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  await Deno.mkdir(`${root}/bogus/.git`, { recursive: true });
  const [place] = await workspace.locate([`${root}/bogus/x.kt`]);
  const path = `${root}/bogus/x.kt`;
  assert.deepEqual(place, { path, relativePath: "bogus/x.kt", root, identity: "acme/web" });
});

Deno.test("createGitLocations() accepts a HEAD that is a link to a branch without a commit", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  await Deno.remove(`${root}/.git/HEAD`);
  await Deno.symlink("refs/heads/unborn", `${root}/.git/HEAD`);
  const [place] = await workspace.locate([`${root}/x.kt`]);
  assert.deepEqual([place?.root, place?.identity], [root, "acme/web"]);
});

Deno.test("createGitLocations() reads a repository that belongs to somebody else", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  if (Deno.uid() === 0) {
    for (const path of [root, `${root}/.git`]) await Deno.chown(path, 12345, 12345);
    await assert.rejects(workspace.git("web", "remote", "get-url", "origin"), /dubious ownership/);
  }
  const [place] = await workspace.locate([`${root}/x.kt`]);
  assert.equal(place?.identity, "acme/web");
});

Deno.test("createGitLocations() works without git", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  const [place] = await workspace.locate([`${root}/x.kt`], { env: () => "/nowhere" });
  assert.deepEqual([place?.root, place?.identity], [root, undefined]);
});

Deno.test("createGitLocations() runs nothing that a repository's configuration names", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  const tripwire = workspace.at("tripwire");
  const trap = workspace.at("trap");
  await Deno.writeTextFile(trap, `#!/bin/sh\ntouch '${tripwire}'\n`, { mode: 0o755 });
  for (const hook of ["post-index-change", "reference-transaction", "post-checkout"]) {
    await Deno.symlink(trap, `${root}/.git/hooks/${hook}`);
  }
  const settings: Record<string, string> = {
    "core.fsmonitor": trap,
    "core.sshCommand": trap,
    "core.pager": trap,
    "core.editor": trap,
    "core.askPass": trap,
    "core.alternateRefsCommand": trap,
    "credential.helper": `!${trap}`,
    "alias.remote": `!${trap}`,
    "pager.remote": trap,
    "diff.external": trap,
    "remote.origin.uploadpack": trap,
    "remote.origin.vcs": "trap",
    "filter.trap.clean": trap,
  };
  for (const [key, value] of Object.entries(settings)) {
    await workspace.git("web", "config", key, value);
  }

  const { places } = await workspace.locateInChild([`${root}/x.kt`]);
  assert.equal(places[0]?.identity, "acme/web");
  await assert.rejects(Deno.stat(tripwire), Deno.errors.NotFound);

  // The trap itself works: this is why git is asked for nothing else.
  await workspace.git("web", "status").catch(() => {});
  await Deno.stat(tripwire);
});

Deno.test("createGitLocations() asks git once for a repository, four at a time", async (t) => {
  await using workspace = await GitWorkspace.create();
  await workspace.createFakeGit('echo "+" >>log; sleep 0.1; "$REAL_GIT" "$@"; echo "-" >>log');
  const paths: string[] = [];
  const expected: string[] = [];
  for (let n = 0; n < 9; n++) {
    const root = await workspace.createRepository(`r${n}`, `git@github.com:acme/r${n}`);
    for (let file = 0; file < 20; file++) paths.push(`${root}/d${file % 3}/${file}.kt`);
    for (let file = 0; file < 20; file++) expected.push(`acme/r${n}`);
  }
  const { places } = await workspace.locateInChild(paths);
  assert.deepEqual(places.map(({ path }) => path), paths);
  assert.deepEqual(places.map(({ identity }) => identity), expected);

  const log = (await Deno.readTextFile(workspace.at("log"))).trim().split("\n");
  let running = 0;
  const atATime = log.map((sign) => running += sign === "+" ? 1 : -1);
  await t.step("once each", () => assert.equal(log.filter((sign) => sign === "+").length, 9));
  await t.step("four at a time", () => assert.equal(Math.max(...atATime), 4));
});

Deno.test("createGitLocations() starts git before anybody asks for an identity", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  const environment = [["HOME", workspace.at("home")], ["PATH", Deno.env.get("PATH")!]];
  let asked = 0;
  const { locate } = createGitLocations({
    base: workspace.path,
    env: (name) => (asked++, Object.fromEntries(environment)[name]),
    deadline: within(60_000),
  });
  const [first] = await locate([`${root}/x.kt`]);
  assert.ok(asked > 0);
  const [second] = await locate([`${root}/y.kt`]);
  asked = 0;
  assert.equal(await first?.identity(), "acme/web");
  assert.equal(await second?.identity(), "acme/web");
  assert.equal(asked, 0);
});

Deno.test("createGitLocations() gives git a clean environment and exact arguments", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  await workspace.createRepository("other", "git@github.com:acme/other");
  await workspace.createFakeGit(
    'env >env; printf "%s\\n" "$@" >arguments; cat >stdin; "$REAL_GIT" "$@"',
  );
  const env = {
    GIT_DIR: workspace.at("other/.git"),
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "remote.origin.url",
    GIT_CONFIG_VALUE_0: "git@github.com:acme/injected",
    GIT_TRACE: workspace.at("trace"),
    LD_LIBRARY_PATH: workspace.path,
    XDG_CONFIG_HOME: workspace.at("xdg"),
  };
  const { places } = await workspace.locateInChild([`${root}/x.kt`], { env });
  assert.equal(places[0]?.identity, "acme/web");
  await assert.rejects(Deno.stat(workspace.at("trace")), Deno.errors.NotFound);

  const addedByShell = /^(PWD|OLDPWD|SHLVL|_|REAL_GIT)=/;
  const lines = (await Deno.readTextFile(workspace.at("env"))).trim().split("\n");
  assert.deepEqual(lines.filter((line) => !addedByShell.test(line)).sort(), [
    "GIT_TERMINAL_PROMPT=0",
    `HOME=${workspace.at("home")}`,
    "LC_ALL=C",
    `PATH=${workspace.at("bin")}:${Deno.env.get("PATH")}`,
    `XDG_CONFIG_HOME=${workspace.at("xdg")}`,
  ]);
  assert.deepEqual((await Deno.readTextFile(workspace.at("arguments"))).trim().split("\n"), [
    ...["-C", root, `--git-dir=${root}/.git`, "-c", "safe.directory=*"],
    ...["remote", "get-url", "origin"],
  ]);
  assert.equal(await Deno.readTextFile(workspace.at("stdin")), "");
});

for (const [name, value] of [["GIT_DIR", "other/.git"], ["LD_LIBRARY_PATH", "."]] as const) {
  Deno.test(`createGitLocations() is not misled by ${name}`, async () => {
    await using workspace = await GitWorkspace.create();
    const root = await workspace.createRepository("web", ORIGIN);
    await workspace.createRepository("other", "git@github.com:acme/other");
    const env = { [name]: workspace.at(value) };
    const { places } = await workspace.locateInChild([`${root}/x.kt`], { env });
    assert.equal(places[0]?.identity, "acme/web");
  });
}

for (const ms of [900, 0]) {
  Deno.test(`createGitLocations() gives up a git that hangs, with ${ms} ms left`, async () => {
    await using workspace = await GitWorkspace.create();
    const hanging = await workspace.createHangingRepository("hanging", ORIGIN);
    const startedAt = performance.now();
    const [place] = await workspace.locate([`${hanging}/x.kt`], { deadline: within(ms) });
    const elapsed = performance.now() - startedAt;
    assert.deepEqual([place?.root, place?.identity], [hanging, undefined]);
    assert.ok(elapsed >= ms && elapsed < SOON, `It took ${elapsed} ms`);
  });
}

Deno.test("createGitLocations() gives up a git that hangs also where there is no deadline", async () => {
  await using workspace = await GitWorkspace.create();
  const hanging = await workspace.createHangingRepository("hanging", ORIGIN);
  const start = performance.now();
  const deadline = NO_DEADLINE;
  const [place] = await workspace.locate([`${hanging}/x.kt`], { deadline });
  assert.deepEqual([place?.root, place?.identity], [hanging, undefined]);
  assert(performance.now() - start < SOON);
});

Deno.test("createGitLocations() reports a git that hangs or is missing, when it was asked", async () => {
  await using workspace = await GitWorkspace.create();
  const hanging = await workspace.createHangingRepository("hanging", ORIGIN);
  const root = await workspace.createRepository("web", ORIGIN);
  const codes = async (
    path: string,
    deadline: Deadline,
    ask: boolean,
    searched = Deno.env.get("PATH"),
  ) => {
    const places = createGitLocations({
      base: "/",
      env: (name) => name === "PATH" ? searched : workspace.at("home"),
      deadline,
    });
    const [place] = await places.locate([path]);
    if (ask) await place?.identity();
    return places.notices().map(({ code }) => code);
  };
  assert.deepEqual(await codes(`${hanging}/x.kt`, within(100), true), ["git-late"]);
  assert.deepEqual(await codes(`${hanging}/x.kt`, within(100), false), []);
  assert.deepEqual(await codes(`${root}/x.kt`, within(60_000), true), []);
  const missing = await codes(`${root}/x.kt`, within(60_000), true, "/nonexistent");
  assert.deepEqual(missing, ["git-missing"]);
});

Deno.test("createGitLocations() loses no other identity to a git that hangs", async () => {
  await using workspace = await GitWorkspace.create();
  const paths: string[] = [];
  for (let n = 0; n < 3; n++) {
    paths.push(`${await workspace.createHangingRepository(`hanging${n}`, ORIGIN)}/x.kt`);
  }
  for (let n = 0; n < 6; n++) {
    paths.push(`${await workspace.createRepository(`r${n}`, `git@github.com:acme/r${n}`)}/x.kt`);
  }
  const places = await workspace.locate(paths, { deadline: within(3000) });
  const expected = [0, 1, 2, 3, 4, 5].map((n) => `acme/r${n}`);
  assert.deepEqual(places.slice(3).map(({ identity }) => identity), expected);
});

Deno.test("createGitLocations() spends the time once on many that hang", async () => {
  await using workspace = await GitWorkspace.create();
  const paths: string[] = [];
  for (let n = 0; n < 9; n++) {
    paths.push(`${await workspace.createHangingRepository(`hanging${n}`, ORIGIN)}/x.kt`);
  }
  const startedAt = performance.now();
  await workspace.locate(paths, { deadline: within(1000) });
  // One after the other they would take 9 s.
  assert.ok(performance.now() - startedAt < 5000);
});

Deno.test("createGitLocations() kills a git that hangs, and leaves a child that holds the pipe", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  await workspace.createFakeGit(`trap "" TERM; echo ${ORIGIN}; sleep 6 & sleep 2; echo >survived`);
  const startedAt = performance.now();
  const { places, elapsed, lingered } = await workspace.locateInChild([`${root}/x.kt`], {
    remaining: 900,
  });
  assert.equal(places[0]?.identity, undefined);
  assert.ok(elapsed < SOON, `It took ${elapsed} ms`);
  assert.ok(lingered < SOON, `It took ${lingered} ms to end`);
  await new Promise((resolve) => setTimeout(resolve, startedAt + 3000 - performance.now()));
  await assert.rejects(Deno.stat(workspace.at("survived")), Deno.errors.NotFound);
});

Deno.test("createGitLocations() lets the program end as soon as git has answered", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  const { lingered } = await workspace.locateInChild([`${root}/x.kt`]);
  assert.ok(lingered < SOON, `It took ${lingered} ms to end`);
});

Deno.test("createGitLocations() trusts no git that fails or prints too much", async (t) => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("web", ORIGIN);
  const cases: Record<string, [script: string, identity: string | undefined]> = {
    "fails after its answer": [`echo ${ORIGIN}; exit 3`, undefined],
    "says nothing": ["exit 0", undefined],
    "never stops talking": ["yes", undefined],
    "has several URLs": ["echo git@host:acme/first; echo git@host:acme/second", "acme/first"],
  };
  for (const [name, [script, identity]] of Object.entries(cases)) {
    await t.step(name, async () => {
      await workspace.createFakeGit(script);
      const { places, elapsed } = await workspace.locateInChild([`${root}/x.kt`]);
      assert.equal(places[0]?.identity, identity);
      assert.ok(elapsed < SOON, `It took ${elapsed} ms`);
    });
  }
});

Deno.test("createGitLocations() reads a jj workspace without .git", async (t) => {
  await using workspace = await GitWorkspace.create();
  const store = "shop/.jj/repo/store";
  await workspace.createRepository("bare", ORIGIN);
  await Deno.mkdir(workspace.at(store), { recursive: true });
  await Deno.mkdir(workspace.at("shop/src"));
  await Deno.rename(workspace.at("bare/.git"), workspace.at(`${store}/git`));
  const locate = async (folder: string) => {
    const [place] = await workspace.locate([workspace.at(`${folder}/src/x.kt`)]);
    return [place?.root, place?.relativePath, place?.identity];
  };
  const expected = (folder: string) => [workspace.at(folder), "src/x.kt", "acme/web"];
  await t.step("with its git data in the store", async () => {
    assert.deepEqual(await locate("shop"), expected("shop"));
  });
  await t.step("with a file that names its git data", async () => {
    await workspace.createRepository("colocated", ORIGIN);
    await Deno.mkdir(workspace.at("jj/.jj/repo/store"), { recursive: true });
    const target = "../../../../colocated/.git";
    await Deno.writeTextFile(workspace.at("jj/.jj/repo/store/git_target"), target);
    assert.deepEqual(await locate("jj"), expected("jj"));
  });
  await t.step("in a second workspace", async () => {
    await Deno.mkdir(workspace.at("second/.jj"), { recursive: true });
    await Deno.writeTextFile(workspace.at("second/.jj/repo"), "../../shop/.jj/repo");
    assert.deepEqual(await locate("second"), expected("second"));
  });
  await t.step("without git data", async () => {
    await Deno.mkdir(workspace.at("native/.jj/repo/store"), { recursive: true });
    assert.deepEqual(await locate("native"), [workspace.at("native"), "src/x.kt", undefined]);
  });
});

Deno.test("createGitLocations() reads a repository that this git does not open", async (t) => {
  await using workspace = await GitWorkspace.create();
  const web = await workspace.createRepository("web", "corp:web.git");
  await workspace.git("web", "config", "--global", "url.git@github.com:acme/.insteadOf", "corp:");
  await workspace.git("web", "commit", "--quiet", "--allow-empty", "--message=First");
  await workspace.git("web", "worktree", "add", "--quiet", "../tree");
  await Deno.writeTextFile(workspace.at("tree/.git"), "gitdir: ../web/.git/worktrees/tree\n");
  await workspace.git("web", "config", "core.repositoryFormatVersion", "1");
  await workspace.git("web", "config", "extensions.unknownToEveryGit", "true");
  const paths = [`${web}/x.kt`, workspace.at("tree/x.kt")];
  await t.step("an extension that it does not know", async () => {
    const places = await workspace.locate(paths);
    assert.deepEqual(places.map(({ identity }) => identity), ["acme/web", "acme/web"]);
  });
  await t.step("no origin", async () => {
    await workspace.git(
      "web",
      "config",
      "--file",
      ".git/config",
      "--remove-section",
      "remote.origin",
    );
    const places = await workspace.locate(paths);
    assert.deepEqual(places.map(({ identity }) => identity), [undefined, undefined]);
  });
});

Deno.test("createGitLocations() gives a reason, and a notice where something is wrong", async (t) => {
  await using workspace = await GitWorkspace.create();
  await workspace.createRepository("web", ORIGIN);
  await workspace.createRepository("no-origin");
  await workspace.createRepository("gerrit", "ssh://me@review.acme.example:29418/web");
  await workspace.createRepository("damaged", ORIGIN);
  await Deno.writeTextFile(workspace.at("damaged/.git/config"), "[[[SECRET");
  const ask = async (folder: string, path?: string) => {
    const locations = createGitLocations({
      base: "/",
      env: (name) => name === "PATH" ? path ?? Deno.env.get("PATH") : workspace.at("home"),
      deadline: within(60_000),
    });
    const [location] = await locations.locate([workspace.at(`${folder}/x.kt`)]);
    await location?.identity();
    const identified = await location?.identify?.();
    const notices = locations.notices();
    assert.doesNotMatch(JSON.stringify([identified, notices]), /SECRET|review/);
    return [
      identified && "reason" in identified ? identified.reason : "",
      ...notices.map(({ code }) => code),
    ];
  };
  await t.step("no origin", async () => {
    assert.deepEqual(await ask("no-origin"), [
      `${workspace.at("no-origin")} has no remote "origin"`,
    ]);
  });
  await t.step("an origin without an owner", async () => {
    const [reason, code] = await ask("gerrit");
    assert.match(reason!, /on a Gerrit server/);
    assert.equal(code, "origin-unnamed");
  });
  await t.step("a damaged repository", async () => {
    assert.equal((await ask("damaged"))[1], "git-failed");
  });
  await t.step("a repository that git refuses", async () => {
    const script = `#!/bin/sh
echo "fatal: detected dubious ownership in repository at 'SECRET'" >&2
exit 128
`;
    await Deno.writeTextFile(workspace.at("bin/git"), script, { mode: 0o755 });
    assert.equal((await ask("web", workspace.at("bin")))[1], "git-ownership");
  });
  await t.step("a repository that git refuses to open, but not its configuration", async () => {
    await workspace.createFakeGit(
      'case "$*" in *ls-remote*) exec "$REAL_GIT" "$@";; esac\n' +
        `echo "fatal: unsafe repository ('/' is owned by someone else)" >&2; exit 128`,
    );
    const { places } = await workspace.locateInChild([workspace.at("web/x.kt")]);
    assert.equal(places[0]?.identity, "acme/web");
  });
});
