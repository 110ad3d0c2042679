/**
 * `deno task build [--outdir DIR]`: the program as a folder of JavaScript that needs nothing but
 * Deno, and can be copied anywhere. `main.js` holds what every edit needs; the YAML parser, the
 * schema, the globs and the other commands are files beside it that load when they are asked for.
 */
const ROOT = new URL("..", import.meta.url).pathname;

/** Where the bundle is put. */
export const BUNDLE_FOLDER = `${ROOT}dist`;

/** What lib/guideline/release.ts has in place of the bundle's name. */
const PLACEHOLDER = "{bundle}";

/**
 * Builds the bundle into `folder`, which is emptied first, and returns its entry.
 * @throws {Error} when Deno cannot bundle; it has said why on stderr.
 */
export async function buildBundle(folder: string = BUNDLE_FOLDER): Promise<string> {
  await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["bundle", "--quiet", "--minify", "--platform", "browser", "--code-splitting"],
      ...["--outdir", folder, "main.ts"],
    ],
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
  }).output();
  if (!success) throw new Error("Cannot build: deno bundle failed");
  await nameBundle(folder);
  return `${folder}/main.js`;
}

/** Caches of guidelines hold for one bundle, so it carries the hash of its own text. */
async function nameBundle(folder: string): Promise<void> {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`).sort();
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(file)));
  const bytes = new TextEncoder().encode(texts.join("\0"));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
  let named = 0;
  for (const [i, file] of files.entries()) {
    if (!texts[i]!.includes(PLACEHOLDER)) continue;
    await Deno.writeTextFile(file, texts[i]!.replaceAll(PLACEHOLDER, hash));
    named++;
  }
  if (named !== 1) {
    throw new Error(`Cannot build: "${PLACEHOLDER}" stands in ${named} files, not 1`);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

if (import.meta.main) {
  const at = Deno.args.indexOf("--outdir");
  console.log(await buildBundle(at < 0 ? BUNDLE_FOLDER : Deno.args[at + 1]));
}
