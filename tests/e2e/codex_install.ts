import { tmpdir } from "node:os";
import { join } from "node:path";
import { exists } from "./workspace.ts";

/** The release of the Codex CLI that these tests drive. */
const VERSION = "0.171.0";

/**
 * Returns the path of the native Codex binary, which npm fetches on the first call and which is
 * kept between runs. Throws when npm is missing or fails.
 */
export async function installCodex(): Promise<string> {
  const cache = join(cacheFolder(), "adaptive-guidebook");
  const folder = join(cache, `codex-${VERSION}`);
  await Deno.mkdir(cache, { recursive: true });
  // The lock ends with its process, so that a run that is killed leaves nothing in the way.
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (!await exists(folder)) {
    const partial = `${folder}.partial`;
    if (await exists(partial)) await Deno.remove(partial, { recursive: true });
    await fetchPackage(partial);
    await Deno.rename(partial, folder);
  }
  return await findBinary(folder);
}

function cacheFolder(): string {
  const home = Deno.env.get("HOME");
  return Deno.env.get("XDG_CACHE_HOME") || (home ? join(home, ".cache") : tmpdir());
}

async function fetchPackage(prefix: string): Promise<void> {
  const name = `@openai/codex@${VERSION}`;
  console.error(`Fetching ${name}: about 220 MB, once`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = new Deno.Command("npm", {
    args: ["install", "--prefix", prefix, "--no-save", ...quiet, name],
    stdin: "null",
  });
  let output: Deno.CommandOutput;
  try {
    output = await npm.output();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    const state = 'no program "npm" on the PATH';
    throw new Error(`Cannot fetch "${name}": ${state}\nhelp: Install Node.js, which brings npm`, {
      cause,
    });
  }
  if (!output.success) {
    const said = new TextDecoder().decode(output.stderr).trim();
    throw new Error(`Cannot fetch "${name}": npm exited with code ${output.code}\n${said}`);
  }
}

/** The package is a Node launcher; npm puts the binary of this platform into a package beside it. */
async function findBinary(folder: string): Promise<string> {
  const arch = { x86_64: "x64", aarch64: "arm64" }[Deno.build.arch];
  const vendor = join(folder, "node_modules/@openai", `codex-${Deno.build.os}-${arch}`, "vendor");
  if (await exists(vendor)) {
    for await (const { name: target } of Deno.readDir(vendor)) {
      const binary = join(vendor, target, "bin/codex");
      if (await exists(binary)) return binary;
    }
  }
  throw new Error(
    `Cannot find the Codex binary in "${vendor}": npm did not install it\n` +
      `help: Delete "${folder}" and run again`,
  );
}
