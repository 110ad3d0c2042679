import { join } from "node:path";
import { installPackage } from "../npm_package.ts";

/** The release of Claude Code that these tests drive. */
const VERSION = "2.1.332";

/** Returns the path of the native binary of Claude Code. */
export async function installClaude(): Promise<string> {
  const folder = await installPackage("@anthropic-ai/claude-code", VERSION, "400 MB");
  // The package is a launcher; npm puts the binary of this platform into a package beside it.
  const arch = { x86_64: "x64", aarch64: "arm64" }[Deno.build.arch];
  const platform = `claude-code-${Deno.build.os}-${arch}`;
  const binary = join(folder, "node_modules/@anthropic-ai", platform, "claude");
  try {
    await Deno.stat(binary);
  } catch (cause) {
    throw new Error(
      `Cannot find the Claude Code binary "${binary}": npm did not install it\n` +
        `help: Delete "${folder}" and run again`,
      { cause },
    );
  }
  return binary;
}
