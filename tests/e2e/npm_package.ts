import { tmpdir } from "node:os";
import { join } from "node:path";
import { exists } from "./workspace.ts";

/**
 * Returns the folder of an npm package, which is fetched on the first call and kept between runs.
 * @param size For the person who waits, such as "220 MB".
 * @throws {Error} when npm is missing or fails.
 */
export async function installPackage(
  name: string,
  version: string,
  size: string,
): Promise<string> {
  const cache = join(cacheFolder(), "adaptive-guidebook");
  const folder = join(cache, `${name.replace(/^.*\//, "")}-${version}`);
  await Deno.mkdir(cache, { recursive: true });
  // The lock ends with its process, so that a run that is killed leaves nothing in the way.
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (!await exists(folder)) {
    const partial = `${folder}.partial`;
    if (await exists(partial)) await Deno.remove(partial, { recursive: true });
    console.error(`Fetching ${name}@${version}: about ${size}, once`);
    await fetchPackage(`${name}@${version}`, partial);
    await Deno.rename(partial, folder);
  }
  return folder;
}

async function fetchPackage(name: string, prefix: string): Promise<void> {
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

function cacheFolder(): string {
  const home = Deno.env.get("HOME");
  return Deno.env.get("XDG_CACHE_HOME") || (home ? join(home, ".cache") : tmpdir());
}
