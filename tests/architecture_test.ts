/** Holds the sources to the directions of docs/architecture.md: deciding is pure, I/O is at the rim. */
import assert from "node:assert/strict";
import config from "../deno.json" with { type: "json" };
import { parentPath, resolvePath } from "../lib/path.ts";

const PROJECT = parentPath(import.meta.dirname!);

/** Files outside of the rim that touch the world, or bring those together that do. */
const IO_FILES = [
  "lib/absence.ts",
  "lib/context/base_file.ts",
  "lib/context/lines.ts",
  "lib/context/read_transcript.ts",
  "lib/context/transcript.ts",
  "lib/cache/file.ts",
  "lib/cache/folder.ts",
  "lib/cache/release.ts",
  "lib/cache/stamp.ts",
  "lib/guidebook/cache/read.ts",
  "lib/guidebook/cache/decode.ts",
  "lib/guidebook/files.ts",
  "lib/guidebook/cache/build_patch.ts",
  "lib/guidebook/prime_cache.ts",
  "lib/guidebook/refresh.ts",
  "lib/look/disk_looks.ts",
  "lib/look/edit_log.ts",
  "lib/look/file_key.ts",
  "lib/look/folder.ts",
  "lib/look/look.ts",
  "lib/look/state.ts",
  "lib/look/submodule.ts",
  "lib/look/tree.ts",
  "lib/pattern/regex_engine.ts",
  "lib/guidebook/store.ts",
  "lib/guidebook/take_snapshot.ts",
  "lib/guidebook/walk.ts",
  "lib/presentation/claim.ts",
  "lib/presentation/database.ts",
  "lib/presentation/inspect.ts",
  "lib/presentation/log.ts",
  "lib/presentation/open_to_read.ts",
  "lib/presentation/prune.ts",
  "lib/presentation/read.ts",
  "lib/presentation/session.ts",
  "lib/presentation/set_aside.ts",
  "lib/presentation/store.ts",
  "lib/repository/git.ts",
  "lib/repository/git_folder.ts",
  "lib/repository/git_look.ts",
  "lib/repository/locate.ts",
  "lib/repository/location_cache.ts",
  "lib/repository/git_config_fingerprint.ts",
  "lib/source/disk.ts",
];

/** Where ports meet adapters. */
const RIM = [
  "lib/cli/",
  "lib/check/",
  "lib/doctor/inspect/",
  "lib/install/options.ts",
  "lib/install/disk/",
];

interface Import {
  specifier: string;
  /** The file that it means; undefined for a package. */
  file: string | undefined;
  typeOnly: boolean;
  /** Nothing but constants and types: it brings no way to act. */
  inert: boolean;
  dynamic: boolean;
}

const sources = new Map(
  [...listFiles("lib"), "main.ts"].filter((file) => file.endsWith(".ts"))
    .map((file) => [file, Deno.readTextFileSync(`${PROJECT}/${file}`)]),
);
const imports = new Map([...sources].map(([file, text]) => [file, parseImports(file, text)]));

function* listFiles(folder: string): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(`${PROJECT}/${folder}`)) {
    const path = folder === "." ? name : `${folder}/${name}`;
    if (isDirectory && ![".git", "node_modules", "coverage", "dist"].includes(name)) {
      yield* listFiles(path);
    } else if (isFile) yield path;
  }
}

function parseImports(file: string, text: string): Import[] {
  const code = text.replace(/^\s*(?:\/\*\*?[\s\S]*?\*\/|\/\/.*)$/gm, "");
  const found: Import[] = [];
  const add = (specifier: string, names: string[] | undefined, dynamic = false) =>
    found.push({
      specifier,
      file: specifier.startsWith(".")
        ? resolvePath(`/${parentPath(`/${file}`)}`, specifier).slice(1)
        : undefined,
      typeOnly: !!names?.every((name) => /^type\s/.test(name)),
      inert: !!names?.every((name) => /^type\s|^[A-Z][A-Z_]*$/.test(name)),
      dynamic,
    });
  const statement = /^(?:import|export)\s+(type\s)?([^;"'`=(]*?)\bfrom\s+"([^"]+)"/gm;
  for (const [, type, names = "", specifier = ""] of code.matchAll(statement)) {
    const inner = /^\{([\s\S]*)\}\s*$/.exec(names)?.[1]?.split(",").map((name) => name.trim());
    add(specifier, type ? [] : inner?.filter(Boolean));
  }
  for (const [, specifier = ""] of code.matchAll(/^import\s+"([^"]+)"/gm)) {
    add(specifier, undefined);
  }
  for (const [, specifier = ""] of code.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)) {
    add(specifier, undefined, true);
  }
  return found;
}

function importsOf(file: string): Import[] {
  const found = imports.get(file);
  assert.ok(found, `${file} is imported, but is not there`);
  return found;
}

/** What is loaded together with `file`. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  known.add(file);
  for (const { file: next, typeOnly, dynamic } of importsOf(file)) {
    if (next?.endsWith(".ts") && !typeOnly && !dynamic && !known.has(next)) loadedWith(next, known);
  }
  return known;
}

function isRim(file: string): boolean {
  return file === "main.ts" || RIM.some((folder) => file.startsWith(folder));
}

/** Mentions of the world, comments and types aside. */
function touchesWorld(file: string): boolean {
  const code = sources.get(file)!.replace(/^\s*(?:\/\*\*?[\s\S]*?\*\/|\/\/.*)$/gm, "");
  const reaches = /\bDeno\.|\bfetch\(|\bprocess\.|\blocalStorage\b|\bnew (?:Worker|WebSocket)\(/;
  return reaches.test(code) ||
    importsOf(file).some(({ specifier }) => specifier.startsWith("node:"));
}

Deno.test("the parser of imports sees every import of this project", () => {
  const count = [...imports.values()].flat().length;
  const words = [...sources.values()].flatMap((text) =>
    text.match(/\bfrom\s+"|\bimport\(\s*"/g) ?? []
  );
  assert.equal(count, words.length);
  const [{ typeOnly }, { specifier, dynamic }] = parseImports(
    "lib/a.ts",
    'import { type A, type B } from "./b.ts";\nconst { c } = await import("./c.ts");',
  ) as [Import, Import];
  assert.deepEqual([typeOnly, specifier, dynamic], [true, "./c.ts", true]);
});

Deno.test("below the rim the world is touched by files that are known for it, and each of them does", () => {
  for (const file of sources.keys()) {
    if (isRim(file)) continue;
    const reaches = touchesWorld(file) ||
      importsOf(file).some(({ file, inert }) => !inert && file && IO_FILES.includes(file));
    assert.equal(reaches, IO_FILES.includes(file), file);
  }
});

Deno.test("files that decide import no file that touches the world", () => {
  for (const file of sources.keys()) {
    if (isRim(file) || IO_FILES.includes(file)) continue;
    for (const { file: imported, inert } of importsOf(file)) {
      assert.ok(
        inert || imported === undefined || !IO_FILES.includes(imported) && !isRim(imported),
        `${file} decides, but imports ${imported}`,
      );
    }
  }
});

Deno.test("files that touch the world are imported by the rim and by each other alone", () => {
  for (const [file, found] of imports) {
    for (const { file: imported, inert } of found) {
      if (inert || imported === undefined || !IO_FILES.includes(imported)) continue;
      assert.ok(isRim(file) || IO_FILES.includes(file), `${file} imports ${imported}`);
    }
  }
});

Deno.test("nothing below the rim imports the rim", () => {
  for (const [file, found] of imports) {
    if (isRim(file)) continue;
    for (const { file: imported } of found) {
      assert.ok(imported === undefined || !isRim(imported), `${file} imports ${imported}`);
    }
  }
});

Deno.test("the application knows no agent, and its ports are types", () => {
  for (const file of sources.keys()) {
    if (!file.startsWith("lib/search/")) continue;
    for (const { file: imported, specifier } of importsOf(file)) {
      assert.ok(imported, `${file} imports the package ${specifier}`);
      assert.ok(
        !/^lib\/(agent|cli|check|doctor|install)\//.test(imported),
        `${file} imports ${imported}`,
      );
    }
    assert.doesNotMatch(sources.get(file)!, /codex|claude|apply_patch|PostToolUse|tool_response/i);
  }
  assert.ok(importsOf("lib/search/ports.ts").every(({ typeOnly }) => typeOnly));
});

Deno.test("an agent's protocol is pure, and only the hook's own commands know it", () => {
  for (const file of sources.keys()) {
    if (!file.startsWith("lib/agent/")) continue;
    for (const loaded of loadedWith(file)) {
      assert.ok(!IO_FILES.includes(loaded), `${file}: ${loaded}`);
    }
  }
});

const REGISTRIES = ["lib/agent/agents.ts", "lib/agent/setups.ts"];

Deno.test("all that is known of an agent is in its folder and the registries", () => {
  const folders = [...Deno.readDirSync(`${PROJECT}/lib/agent`)]
    .filter(({ name, isDirectory }) => isDirectory && name !== "hook_file").map(({ name }) => name);
  assert.ok(folders.length > 1);
  const names = folders.flatMap((folder) => folder.split("_"))
    .filter((word) => word !== "code");
  const spelled = new RegExp(names.join("|"), "i");
  assert.match("CODEX_HOME", spelled);
  for (const [file, text] of sources) {
    const owner = /^lib\/agent\/(\w+)\//.exec(file)?.[1];
    if (owner !== undefined && folders.includes(owner)) {
      for (const other of folders.filter((folder) => folder !== owner)) {
        assert.ok(
          !importsOf(file).some(({ file }) => file?.startsWith(`lib/agent/${other}/`)),
          `${file} imports from ${other}`,
        );
      }
      continue;
    }
    assert.doesNotMatch(
      text,
      /(?<!typeof )\bagent(?:Name)? [!=]== "\w/,
      `${file} asks which agent it is`,
    );
    if (REGISTRIES.includes(file) || file === "main.ts") continue;
    const [found] = spelled.exec(text) ?? [];
    assert.equal(found, undefined, `${file} spells an agent's name`);
  }
});

Deno.test("an agent's setup is loaded when it is asked for", () => {
  const loaded = [...loadedWith("main.ts"), ...loadedWith("lib/cli/hook.ts")];
  assert.deepEqual(loaded.filter((file) => /^lib\/agent\/.*\/setup\.ts$/.test(file)), []);
});

Deno.test("the hook loads no package and no node: module before it needs one", () => {
  const loaded = [...loadedWith("main.ts"), ...loadedWith("lib/cli/hook.ts")];
  assert.ok(loaded.includes("lib/presentation/store.ts"), "the walk goes to the end");
  for (const file of loaded) {
    for (const { specifier, file: imported, typeOnly, dynamic } of importsOf(file)) {
      assert.ok(
        imported !== undefined || typeOnly || dynamic,
        `${file} imports ${specifier}, and the hook pays for it at each edit`,
      );
    }
  }
  for (const heavy of ["parse", "schema", "glob"].map((name) => `lib/guideline_file/${name}.ts`)) {
    assert.ok(!loaded.includes(heavy), `the hook loads ${heavy} at each edit`);
  }
});

Deno.test("main.ts loads each command but the hook when it is asked for", () => {
  const loaded = new Set(["main.ts", ...loadedWith("lib/cli/hook.ts")]);
  assert.deepEqual(loadedWith("main.ts"), loaded);
  const commands = importsOf("main.ts").filter(({ dynamic }) => dynamic);
  assert.ok(commands.every(({ file }) => file?.startsWith("lib/cli/")));
});

Deno.test("packages come from npm, in exact versions, by their names in deno.json", () => {
  for (const [name, target] of Object.entries(config.imports)) {
    assert.match(target, /^npm:\/?(?:@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+(?:-[\w.]+)?\/?$/, name);
  }
  const names = Object.keys(config.imports);
  const all = [...imports].flatMap(([importer, found]) => found.map((it) => ({ ...it, importer })));
  for (const { specifier, file, importer } of all) {
    const known = file !== undefined || specifier.startsWith("node:") ||
      names.some((name) => specifier === name || name.endsWith("/") && specifier.startsWith(name));
    assert.ok(known, `${importer} imports ${specifier}`);
  }
});

Deno.test("nothing in the project refers to a folder that a clone does not have", () => {
  const folder = ["sha", "red", "/"].join("");
  for (const file of listFiles(".")) {
    if (!/\.(?:ts|md|json|jsonc|yaml|yml|txt|sh|lock)$|^[^.]+$/.test(file)) continue;
    const text = Deno.readTextFileSync(`${PROJECT}/${file}`);
    assert.ok(!text.includes(folder), `${file} names ${folder}`);
  }
});

Deno.test("no file is longer than 250 lines, but a generated one", () => {
  for (const [file, text] of sources) {
    if (["lib/language/language_table.ts", "lib/language/heuristics.ts"].includes(file)) continue;
    assert.ok(text.split("\n").length <= 251, `${file} has ${text.split("\n").length - 1} lines`);
  }
});
