/** What the launcher starts, and with what. */
import assert from "node:assert/strict";
import { BUNDLE_FLAGS, expandReleasedFlags } from "../../tools/released_flags.ts";
import { Sandbox } from "../support/sandbox.ts";
import { installAndDeleteCheckout, type Workspace } from "./installed.ts";

let workspace: Workspace;
let launcher: string;
let library: string;

Deno.test.beforeAll(async () => {
  ({ workspace, launcher, library } = await installAndDeleteCheckout());
});

Deno.test.afterAll(() => workspace[Symbol.dispose]());

Deno.test("the launcher hands on what the program may read, and its arguments as they are", async () => {
  using edited = new EditedLauncher("runtime", "deno", '#!/bin/sh\nprintf "%s\\0" "$@"\nenv -0\n');
  const given: Record<string, string> = {
    HOME: "/home/a b$x",
    PATH: Deno.env.get("PATH") ?? "",
    TERM: "xterm",
    NO_COLOR: "",
    XDG_CONFIG_HOME: "it's\na=b",
    ADAPTIVE_GUIDEBOOK: "off",
    ADAPTIVE_GUIDEBOOK_CACHE: "off",
    ADAPTIVE_GUIDEBOOK_DB: '"',
    ADAPTIVE_GUIDEBOOK_ROOT: "/a:/b",
    INIT_CWD: "*",
  };
  const run = async (args: string[], env: Record<string, string>) => {
    const { stdout } = await workspace.launch([edited.path, ...args], { env });
    return stdout.split("\0").slice(0, -1);
  };
  const flags = ["run", ...expandReleasedFlags(given["HOME"]!), ...BUNDLE_FLAGS];
  const main = [...Deno.readDirSync(library)].find(({ name }) => name.startsWith("release-"))!;
  const program = `${library}/${main.name}/main.js`;
  const odd = ["a b", "", "*", "$HOME", "'\"\n", "é", "--", "-x"];

  const hooked = await run(["hook", ...odd], {
    ...given,
    SECRET: "x",
    ADAPTIVE_GUIDEBOOK_HOME: "x",
  });
  const argued = [...flags, "--no-prompt", program, "hook", ...odd];
  assert.deepEqual(hooked.slice(0, argued.length), argued);
  const environment = Object.entries({
    ...given,
    HOME: library,
    ADAPTIVE_GUIDEBOOK_HOME: given["HOME"],
    DENO_DIR: "/home/a b$x/.cache/deno",
    DENO_NO_UPDATE_CHECK: "1",
  }).map(([name, value]) => `${name}=${value}`);
  const shellOwn = /^(?:PWD|OLDPWD|SHLVL|_)=/;
  assert.deepEqual(
    hooked.slice(argued.length).filter((it) => !shellOwn.test(it)).toSorted(),
    environment.toSorted(),
  );

  // A person may be asked by Deno.
  for (const command of ["new", "test", "help"]) {
    const called = await run([command, "hook"], given);
    assert.deepEqual(called.slice(0, flags.length + 3), [...flags, program, command, "hook"]);
  }
  const chosen = async (env: Record<string, string>) =>
    (await run([], { ...given, ...env })).find((it) => it.startsWith("DENO_DIR="));
  assert.equal(await chosen({ DENO_DIR: "/d", XDG_CACHE_HOME: "/x" }), "DENO_DIR=/d");
  assert.equal(await chosen({ DENO_DIR: "d", XDG_CACHE_HOME: "/x" }), "DENO_DIR=/x/deno");
});

Deno.test("behind the launcher no more can be written, run or reached than is released", async (t) => {
  await using sandbox = await Sandbox.create();
  await Deno.mkdir(`${sandbox.data}/guidebook`, { recursive: true });
  const attempts: Record<string, [code: string, expected: RegExp]> = {
    "write the data folder": [
      "Deno.writeTextFileSync(`${HOME}/.adaptive-guidebook/x`, '')",
      /^done$/,
    ],
    "run git": ["new Deno.Command('git', { args: ['version'] }).outputSync()", /^done$/],
    "write the home": ["Deno.writeTextFileSync(`${HOME}/x`, '')", /^NotCapable/],
    "write the guidebook": [
      "Deno.writeTextFileSync(`${HOME}/.adaptive-guidebook/guidebook/x`, '')",
      /^NotCapable/,
    ],
    "write the program": ["Deno.writeTextFileSync(import.meta.filename, '')", /^NotCapable/],
    "run a shell": ["new Deno.Command('sh').outputSync()", /^NotCapable/],
    "fetch": ["await fetch('http://127.0.0.1:8080/')", /^NotCapable/],
    "connect": ["await Deno.connect({ port: 8080 })", /^NotCapable/],
    "import a remote module": ["await import('https://jsr.io/' + 'x.ts')", /--no-remote/],
    "import a package": ["await import('npm:' + 'yaml@2.9.1')", /./],
    "read another variable": ["Deno.env.get('SECRET')", /^NotCapable/],
  };
  const script = Object.entries(attempts).map(([name, [code]]) =>
    `try { ${code}; report[${JSON.stringify(name)}] = "done"; }
     catch (error) { report[${JSON.stringify(name)}] = error.name + ": " + error.message; }`
  ).join("\n");
  using edited = new EditedLauncher(
    "release",
    "main.js",
    `const HOME = Deno.env.get("ADAPTIVE_GUIDEBOOK_HOME"); const report = {};
     ${script}; console.log(JSON.stringify(report));`,
  );
  const { stdout, stderr } = await workspace.launch([edited.path, "hook"], {
    env: { HOME: sandbox.home },
  });
  assert.equal(stderr, "");
  const report: Record<string, string> = JSON.parse(stdout);
  for (const [name, [, expected]] of Object.entries(attempts)) {
    await t.step(name, () => assert.match(report[name]!, expected));
  }
  assert.notEqual(report["import a package"], "done");
});

Deno.test("a half of the program that is gone is a line, and never more", async (t) => {
  const present = [...Deno.readDirSync(library)].map(({ name }) => name);
  const at = (prefix: string) => `${library}/${present.find((name) => name.startsWith(prefix))}`;
  // One after the other: they break the same installation.
  for (const path of [`${at("deno-")}/deno`, `${at("release-")}/main.js`]) {
    for (const state of ["gone", "a folder"]) {
      await t.step(`${path.slice(library.length + 1)} ${state}`, async () => {
        await Deno.rename(path, `${path}.away`);
        try {
          if (state === "a folder") await Deno.mkdir(path);
          for (
            const [command, exitCode] of [["hook", 0], ["new", 0], ["check", 66], [
              "test",
              66,
            ]] as const
          ) {
            const { code, stdout, stderr } = await workspace.launch([launcher, command]);
            assert.deepEqual([code, stdout], [exitCode, ""]);
            assert.match(
              stderr,
              /^adaptive-guidebook: Cannot start "[^\n]+": it is not there[^\n]*\n$/,
            );
          }
        } finally {
          if (state === "a folder") await Deno.remove(path);
          await Deno.rename(`${path}.away`, path);
        }
      });
    }
  }
});

Deno.test("a Deno of another processor, or a broken one, does not end with 2", async (t) => {
  const files: Record<string, string> = {
    "for an odd processor": `\x7fELF\x02\x01\x01${"\0".repeat(9)}\x03\0\x01\x01\n'(`,
    "only zeros": "\0".repeat(4096),
  };
  for (const [name, text] of Object.entries(files)) {
    await t.step(name, async () => {
      using edited = new EditedLauncher("runtime", "deno", text);
      const { code, stdout } = await workspace.launch([edited.path, "hook", "codex"]);
      assert.deepEqual([code, stdout], [126, ""]);
    });
  }
});

/** A launcher beside the real one, for which a file of the library is another one. */
class EditedLauncher implements Disposable {
  readonly path = `${launcher}-edited`;
  readonly #folder = `${library}/edited`;

  constructor(part: "runtime" | "release", file: string, text: string) {
    const real = Deno.readTextFileSync(launcher);
    const edited = real.replace(new RegExp(`^${part}=.*$`, "m"), `${part}=edited`);
    Deno.writeTextFileSync(this.path, edited, { mode: 0o755 });
    Deno.mkdirSync(this.#folder);
    Deno.writeTextFileSync(`${this.#folder}/${file}`, text, { mode: 0o755 });
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path);
    Deno.removeSync(this.#folder, { recursive: true });
  }
}
