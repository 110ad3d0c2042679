import assert from "node:assert/strict";
import { VERSION } from "../../lib/version.ts";
import { BIN, LIB, namesBelow, Workspace } from "./installed.ts";

/** The folders of the library, by what they are. */
function partsOf(prefix: string) {
  const names = [...Deno.readDirSync(`${prefix}/${LIB}`)].map(({ name }) => name).toSorted();
  return {
    releases: names.filter((name) => name.startsWith("release-")),
    runtimes: names.filter((name) => name.startsWith("deno-")),
    others: names.filter((name) => !/^(?:release|deno)-|^\.lock$/.test(name)),
  };
}

/** Whether the launcher under `prefix` still starts the program. */
async function assertWorks(workspace: Workspace, prefix: string): Promise<void> {
  const { code, stdout, stderr } = await workspace.launch([`${prefix}/${BIN}`, "--version"]);
  assert.deepEqual([code, stdout, stderr], [0, `adaptive-guidebook ${VERSION}\n`, ""]);
}

Deno.test("deno task install", async (t) => {
  using workspace = new Workspace();
  const prefix = `${workspace.home}/.local`;
  const launcher = `${prefix}/${BIN}`;
  const install = async (...args: Parameters<Workspace["task"]>) => {
    const [[...options] = [], ...rest] = args;
    return await workspace.task(["install", ...options], ...rest);
  };
  /** Each launcher that was there: what may still be running. */
  let first: ReturnType<typeof partsOf>;

  await t.step("installs into ~/.local, and tells what is next", async () => {
    // Whatever the umask: others may use this prefix, too.
    const wrap = ["/bin/sh", "-c", 'umask 077; exec "$@"', "sh"];
    const { code, stdout, stderr } = await install([], {}, wrap);
    assert.deepEqual([code, stderr], [0, ""]);
    const book = "--guidebook ~/guidebook";
    for (const next of [`install codex ${book}`, `install claude-code ${book}`, "doctor"]) {
      assert(stdout.includes(`\n    ${launcher} ${next}\n`), stdout);
    }
    const [, start] = /^ {4}(mkdir .*)$/m.exec(stdout)!;
    const started = await workspace.launch(["/bin/sh", "-c", `${start}`]);
    assert.equal(started.code, 0, started.stderr);
    Deno.statSync(`${workspace.home}/guidebook`);
    assert.match(stdout, /help: "[^"]+\/\.local\/bin" is not in PATH/);
    const [, extend] = /^ {4}(export PATH=.*)$/m.exec(stdout)!;
    const found = await workspace.launch([
      "/bin/sh",
      "-c",
      `${extend}; adaptive-guidebook --version`,
    ]);
    assert.equal(found.stdout, `adaptive-guidebook ${VERSION}\n`);
    await assertWorks(workspace, prefix);
    first = partsOf(prefix);
    assert.deepEqual([first.releases.length, first.runtimes.length, first.others], [1, 1, []]);
    const modeOf = (path: string) => Deno.statSync(path).mode! & 0o777;
    const [release = "", runtime = ""] = [...first.releases, ...first.runtimes];
    const modes = [
      launcher,
      `${prefix}/${LIB}`,
      `${prefix}/${LIB}/${release}/main.js`,
      `${prefix}/${LIB}/${release}/cli`,
      `${prefix}/${LIB}/${runtime}/deno`,
    ].map(modeOf);
    assert.deepEqual(modes, [0o755, 0o755, 0o644, 0o755, 0o755]);
  });

  await t.step("a second time changes nothing", async () => {
    const bytes = Deno.readTextFileSync(launcher);
    const { ino } = Deno.statSync(`${prefix}/${LIB}/${first.runtimes[0]}/deno`);
    const PATH = `${Deno.env.get("PATH")}:${prefix}/bin`;
    const data = `${workspace.home}/.adaptive-guidebook`;
    Deno.removeSync(data);
    const { code, stdout } = await install([], { env: { PATH } });
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /not in PATH/);
    // Before somebody's mkdir -p makes it for everybody.
    assert.equal(Deno.statSync(data).mode! & 0o777, 0o700);
    assert.equal(Deno.readTextFileSync(launcher), bytes);
    assert.equal(Deno.statSync(launcher).mode! & 0o777, 0o755);
    assert.deepEqual(partsOf(prefix), first);
    assert.equal(Deno.statSync(`${prefix}/${LIB}/${first.runtimes[0]}/deno`).ino, ino);
  });

  await t.step(
    "of another release keeps the launcher's path, and the release before it",
    async () => {
      const { ino } = Deno.statSync(`${prefix}/${LIB}/${first.runtimes[0]}/deno`);
      workspace.changeProgram("very ");
      assert.equal((await install([])).code, 0);
      await assertWorks(workspace, prefix);
      const second = partsOf(prefix);
      assert.equal(second.releases.length, 2);
      assert(second.releases.includes(first.releases[0]!));
      assert.equal(Deno.statSync(`${prefix}/${LIB}/${first.runtimes[0]}/deno`).ino, ino);
      // Once more, which must not count as the next release.
      assert.equal((await install([])).code, 0);
      assert.deepEqual(partsOf(prefix), second);

      workspace.changeProgram("most ");
      assert.equal((await install([])).code, 0);
      const third = partsOf(prefix);
      assert.equal(third.releases.length, 2);
      assert(!third.releases.includes(first.releases[0]!), "the oldest is removed");
      await assertWorks(workspace, prefix);
    },
  );

  await t.step("mends a release that somebody has changed", async () => {
    const [, release] = /^release=(.*)$/m.exec(Deno.readTextFileSync(launcher))!;
    const chunk = `${prefix}/${LIB}/${release}/cli/help.js`;
    const text = Deno.readTextFileSync(chunk);
    Deno.writeTextFileSync(chunk, "throw 1");
    assert.equal((await install([])).code, 0);
    assert.equal(Deno.readTextFileSync(chunk), text);
    assert.deepEqual(partsOf(prefix).others, []);
  });

  const assertFailed = async (
    { code, stdout, stderr }: { code: number; stdout: string; stderr: string },
    said: RegExp,
  ) => {
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr.trimEnd().split("\n").at(-1)!, said);
    await assertWorks(workspace, prefix);
  };

  await t.step("that cannot build leaves the old one working", async () => {
    const main = `${workspace.checkout}/main.ts`;
    const text = Deno.readTextFileSync(main);
    const before = [Deno.readTextFileSync(launcher), namesBelow(`${prefix}/${LIB}`)];
    Deno.writeTextFileSync(main, `${text}\n)`);
    await assertFailed(await install([]), /^error: Cannot build: /);
    // It can be built, but does not start.
    Deno.writeTextFileSync(main, `throw new Error("on purpose");\n${text}`);
    await assertFailed(
      await install([]),
      /^error: Cannot start the installed program: .*on purpose/,
    );
    Deno.writeTextFileSync(main, text);
    assert.equal(Deno.readTextFileSync(launcher), before[0]);
    assert.deepEqual([...Deno.readDirSync(`${prefix}/bin`)].length, 1);
  });

  await t.step("on a full disk leaves the old one working", async () => {
    const [runtime = ""] = partsOf(prefix).runtimes;
    // As if it had come with another Deno, so that this one has to be copied.
    Deno.renameSync(`${prefix}/${LIB}/${runtime}`, `${prefix}/${LIB}/deno-old`);
    const text = Deno.readTextFileSync(launcher).replace(`runtime=${runtime}`, "runtime=deno-old");
    Deno.writeTextFileSync(launcher, text);
    // 80 MB, less than Deno has. Not by `deno task`, which does not let its child ignore the signal.
    const limited = `trap '' XFSZ; ulimit -f 160000; exec "$0" run -q --allow-all "$1"`;
    const script = `${workspace.checkout}/tools/install.ts`;
    const wrap = ["/bin/sh", "-c", limited, Deno.execPath(), script];
    await assertFailed(await install([], {}, wrap), /^error: Cannot install: .*too large/);
    assert.deepEqual(partsOf(prefix).others, []);
    const left = [...Deno.readDirSync(`${prefix}/${LIB}/${runtime}`)];
    assert.deepEqual(left, []);
    assert.equal((await install([])).code, 0);
    assert.deepEqual(partsOf(prefix).runtimes, [runtime, "deno-old"].toSorted());
  });

  await t.step("removes what an interrupted one has left, and nothing of others", async () => {
    for (const name of [".new-x/cli", "release-0.0.1-x", "deno-1", "mine"]) {
      Deno.mkdirSync(`${prefix}/${LIB}/${name}`, { recursive: true });
    }
    workspace.changeProgram("last ");
    assert.equal((await install([])).code, 0);
    const { releases, others } = partsOf(prefix);
    assert.deepEqual([releases.length, others], [2, ["mine"]]);
  });

  await t.step("twice at once does no harm", async () => {
    const target = workspace.at("twice");
    const both = await Promise.all([1, 2].map(() => install(["--prefix", target])));
    assert.deepEqual(both.map(({ code }) => code), [0, 0], both.map((it) => it.stderr).join());
    await assertWorks(workspace, target);
    const { releases, runtimes, others } = partsOf(target);
    assert.deepEqual([releases.length, runtimes.length, others], [1, 1, []]);
    Deno.removeSync(target, { recursive: true });
  });

  await t.step("waits for another one, even where that takes the library away", async () => {
    const target = workspace.at("locked");
    const path = workspace.write(`locked/${LIB}/.lock`, "");
    using lock = Deno.openSync(path, { write: true });
    lock.lockSync(true);
    const child = workspace.startTask(["install", "--prefix", target]);
    await child.stdin.close();
    const { value } = await child.stderr.pipeThrough(new TextDecoderStream()).getReader().read();
    assert.equal(value, "Another installation is running here: waiting for it\n");
    Deno.removeSync(`${target}/${LIB}`, { recursive: true });
    lock.unlockSync();
    assert.equal((await child.status).code, 0);
    await child.stdout.cancel();
    await assertWorks(workspace, target);
    Deno.statSync(path);
  });

  await t.step("refuses what cannot be had, and says why", async () => {
    workspace.write("file", "");
    const refused: [args: string[], code: number, said: RegExp, env?: Record<string, string>][] = [
      [["--prefix", "file/x"], 1, /^error: Cannot install: /],
      [["--prefix", "/proc/x"], 1, /^error: Cannot install: /],
      [["--db", "a,b.db"], 64, /^error: Cannot permit writing "[^"]+\/a,b\.db": .*comma\n/],
      [["--db", "home"], 64, /^error: Cannot use database "[^"]+\/home": it is a folder\n/],
      [["--db", "file/x.db"], 1, /^error: Cannot install: /],
      [["--nonsense"], 64, /^error: .*\nusage: deno task install \[--prefix DIR\] \[--db FILE\]\n/],
      [["x"], 64, /^error: Unexpected argument "x"\n/],
      [[], 64, /^error: Cannot find the home folder: HOME is not set; give --prefix/, { HOME: "" }],
      [[], 64, /^error: .*HOME is not an absolute path/, { HOME: "home" }],
      [[], 64, /^error: Cannot install for home "\/a,b": .*comma\n/, { HOME: "/a,b" }],
    ];
    for (const [args, code, said, env = {}] of refused) {
      const result = await install(args, { env });
      assert.deepEqual([result.code, result.stdout], [code, ""], args.join(" "));
      assert.match(result.stderr, said);
    }
    await assertWorks(workspace, prefix);
  });
});
