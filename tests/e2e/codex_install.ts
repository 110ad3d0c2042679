import { join } from "node:path";
import { installPackage } from "./npm_package.ts";
import { exists } from "./workspace.ts";

/** The release of the Codex CLI that these tests drive. */
const VERSION = "0.171.0";

/**
 * Returns the path of the native Codex binary, which npm fetches on the first call and which is
 * kept between runs. Throws when npm is missing or fails.
 */
export async function installCodex(): Promise<string> {
  return await findBinary(await installPackage("@openai/codex", VERSION, "220 MB"));
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
