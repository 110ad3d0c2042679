/**
 * The runtime of a binary may not be downloadable, so the tests use Deno itself in its place;
 * what matters is what was put beside it.
 */
import assert from "node:assert/strict";
import { RELEASED_FLAGS } from "../../tools/released_flags.ts";
import { commandEnvironment } from "../support/command.ts";
import { readCompiledProgram } from "./compiled_metadata.ts";
import { namesBelow, Workspace } from "./installed.ts";

const isLinux = Deno.build.os === "linux";

Deno.test({ name: "deno task compile", ignore: !isLinux }, async (t) => {
  using workspace = new Workspace();
  const HOME = workspace.at(`it's a "home" $x`);
  Deno.mkdirSync(HOME);
  const env = { HOME, DENORT_BIN: Deno.execPath() };
  const compile = async (args: string[], more: Record<string, string> = {}) =>
    await workspace.task(["compile", ...args], { env: { ...env, ...more } });

  await t.step("puts the released permissions and V8 flags into the binary", async () => {
    const { code, stdout, stderr } = await compile(["--output", "out/a binary"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(stdout, `Compiled ${workspace.at("out/a binary")}\n`);
    const { metadata, modules } = readCompiledProgram(workspace.at("out/a binary"));
    const listOf = (flag: string) =>
      RELEASED_FLAGS.split(" ").find((word) => word.startsWith(`${flag}=`))!
        .slice(flag.length + 1).split(",");
    assert.deepEqual(metadata.permissions, {
      // An empty list is everything, null is nothing.
      allow_read: [],
      deny_read: null,
      ignore_read: null,
      allow_write: [`${HOME}/.adaptive-guidebook`],
      deny_write: [`${HOME}/.adaptive-guidebook/guidebook`],
      allow_run: ["git"],
      deny_run: null,
      allow_env: listOf("--allow-env"),
      deny_env: null,
      ignore_env: ["LOG_TOKENS", "LOG_STREAM"],
      allow_net: null,
      deny_net: null,
      allow_ffi: null,
      deny_ffi: null,
      allow_sys: null,
      deny_sys: null,
      // No flag of ours is kept here: --no-remote is not baked in.
      allow_import: [],
      deny_import: null,
      prompt: true,
    });
    const v8Flags = metadata["v8_flags"] as string[];
    assert.deepEqual(v8Flags.slice(-3), listOf("--v8-flags").flatMap((flag) => flag));
    // Deno's own come first, and none of them is about patterns.
    assert.deepEqual(v8Flags.slice(0, -3).filter((flag) => /regexp/.test(flag)), []);
    const { entrypoint_key, argv, location, log_level, node_modules, workspace_resolver } =
      metadata;
    assert.deepEqual(
      { entrypoint_key, argv, location, log_level, node_modules, workspace_resolver },
      {
        entrypoint_key: "main.js",
        argv: [],
        location: null,
        log_level: "ERROR",
        node_modules: null,
        workspace_resolver: {
          import_map: null,
          jsr_pkgs: [],
          package_jsons: {},
          pkg_json_resolution: "Enabled",
          catalogs: {},
        },
      },
    );
    for (const chunk of ["help.js", "check.js", "refresh.js"]) {
      assert(modules.includes(`"n":"${chunk}"`), `${chunk} is not inside`);
    }
    assert.equal(Deno.statSync(workspace.at("out/a binary")).mode! & 0o111, 0o111);
  });

  const failures: Record<
    string,
    [args: string[], env: Record<string, string>, code: number, said: RegExp]
  > = {
    "without a runtime": [
      ["--output", "out/b"],
      { DENORT_BIN: workspace.at("nothing") },
      1,
      /^error: Cannot compile: Deno's runtime [^\n]+\nhelp: [^\n]*dl\.deno\.land[^\n]*DENORT_BIN\n$/,
    ],
    "without a home": [
      [],
      { HOME: "" },
      64,
      /^error: Cannot find the home folder: HOME is not set/,
    ],
    "for a home with a comma": [["--output", "out/b"], { HOME: "/a,b" }, 1, /^error: .*comma\n$/],
    "with an operand": [
      ["x"],
      {},
      64,
      /^error: Unexpected argument "x"[^\n]*\nusage: deno task compile /,
    ],
    "to where nothing can be written": [
      ["--output", "out/a binary/x"],
      {},
      1,
      /^error: Cannot compile: /,
    ],
  };
  for (const [name, [args, more, code, said]] of Object.entries(failures)) {
    await t.step(name, async () => {
      const result = await compile(args, more);
      assert.deepEqual([result.code, result.stdout], [code, ""], result.stderr);
      assert.match(result.stderr, said);
      assert.deepEqual(namesBelow(workspace.at("out")), ["a binary"]);
    });
  }

  await t.step("says so when the runtime cannot be fetched", async () => {
    // No runtime is in this cache, and no host behind this proxy.
    const proxy = "http://127.0.0.1:1";
    const { code, stderr } = await workspace.task(["compile", "--output", "out/b"], {
      env: {
        ...{ HOME, DENORT_BIN: undefined, DENO_DIR: linkCache(workspace.at("cache")) },
        ...{ HTTPS_PROXY: proxy, https_proxy: proxy, NO_PROXY: undefined, no_proxy: undefined },
      },
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: Cannot compile: Deno's runtime [^\n]+\nhelp: [^\n]*DENORT_BIN\n$/,
    );
  });
});

/** What this machine's Deno has in its cache, but for the runtimes of binaries. */
function linkCache(to: string): string {
  const from = commandEnvironment({ home: to })["DENO_DIR"]!;
  for (const folder of ["", "/dl"]) {
    Deno.mkdirSync(`${to}${folder}`);
    for (const { name } of Deno.readDirSync(`${from}${folder}`)) {
      if (name !== "dl" && name !== "release") {
        Deno.symlinkSync(`${from}${folder}/${name}`, `${to}${folder}/${name}`);
      }
    }
  }
  return to;
}
