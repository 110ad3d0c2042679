/**
 * `deno task build [--outdir DIR]`: the program as a folder of JavaScript that needs only
 * Deno, and can be copied anywhere. `main.js` contains everything that an edit needs, since each
 * additional file costs a thirtieth of Deno's own start-up time; lazily loaded modules (other
 * commands, the YAML parser, the schema, the globs) are beside it.
 */
import { parentPath } from "../lib/path.ts";
import { compileEagerly } from "./build/eager.ts";
import { findLazyModules, type LazyModule } from "./build/lazy_modules.ts";
import { requireDeno } from "./deno_version.ts";
import { listFiles } from "./list_files.ts";

const ROOT = `${parentPath(import.meta.dirname!)}/`;

/** The default output folder. */
export const BUNDLE_FOLDER = `${ROOT}dist`;

/** The placeholder for the bundle's name in lib/cache/release.ts. */
const PLACEHOLDER = "{bundle}";

/**
 * Builds the bundle into `folder`, which is emptied first, and returns its entry.
 * @throws {Error} when bundling fails; Deno has printed the reason on stderr.
 */
export async function buildBundle(folder: string = BUNDLE_FOLDER): Promise<string> {
  const entry = `${folder}/main.js`;
  const lazy = await findLazyModules(ROOT);
  await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  await bundle("--code-splitting", "--outdir", folder, ...lazy.map(({ path }) => path));
  await bundle(
    ...lazy.flatMap(({ specifier }) => ["--external", specifier]),
    "-o",
    entry,
    "main.ts",
  );
  const text = redirect(await Deno.readTextFile(entry), lazy);
  await Deno.writeTextFile(entry, compileEagerly(text));
  const files = listFiles(folder).map((file) => `${folder}/${file}`);
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(file)));
  const name = await nameOf(texts);
  await Promise.all(
    files.map((file, i) =>
      Deno.writeTextFile(file, hideImports(texts[i]!).replaceAll(PLACEHOLDER, name))
    ),
  );
  return entry;
}

async function bundle(...args: string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "--platform", "browser", ...args],
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
  }).output();
  if (!success) throw new Error("Cannot build: deno bundle failed");
}

/** Makes the entry load the bundled lazy modules instead of their sources. */
function redirect(text: string, lazy: LazyModule[]): string {
  return lazy.reduce((result, { specifier, output }) => {
    const from = `import("${specifier}")`;
    if (!result.includes(from)) throw new Error(`Cannot build: ${from} is missing in the entry`);
    return result.replaceAll(from, `import("./${output}")`);
  }, text);
}

/**
 * Deno reads and analyses every module in an `import()` with a literal specifier before the program
 * starts. A module that it cannot see costs nothing until it is loaded.
 */
function hideImports(text: string): string {
  return text.replaceAll(/\bimport\(("[^"]+")\)/g, "import(String($1))");
}

/** A cache is valid for one bundle only, so the bundle contains the hash of its own text. */
async function nameOf(texts: string[]): Promise<string> {
  const count = texts.filter((text) => text.includes(PLACEHOLDER)).length;
  if (count === 0) throw new Error(`Cannot build: "${PLACEHOLDER}" is missing in the bundle`);
  const bytes = new TextEncoder().encode(texts.join("\0"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

if (import.meta.main) {
  requireDeno("build");
  const at = Deno.args.indexOf("--outdir");
  console.log(await buildBundle(at < 0 ? BUNDLE_FOLDER : Deno.args[at + 1]));
}
