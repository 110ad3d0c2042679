/** Which release of Codex is installed, as far as that is known without running it. Pure. */
import { isRecord } from "../../json.ts";
import { parentPath, resolvePath } from "../../path.ts";
import type { FileReader } from "../setup.ts";

/** The release whose undocumented rules (trust, form of the hook file) were measured. */
export const MEASURED_RELEASE = "0.171.0";

const PACKAGE = "@openai/codex";

/** The release of the npm package whose program a shell starts for `codex`; else undefined. */
export async function findInstalledRelease(reader: FileReader): Promise<string | undefined> {
  const found = reader.findProgram("codex");
  const program = found === undefined ? undefined : reader.realPath(found);
  if (program === undefined) return undefined;
  // The program is PACKAGE/bin/codex.js, and what is on the PATH is a link to it.
  const { text } = await reader.readText(
    resolvePath(parentPath(parentPath(program)), "package.json"),
    64 * 1024,
  );
  try {
    const manifest: unknown = JSON.parse(text ?? "");
    const isOurs = isRecord(manifest) && manifest["name"] === PACKAGE;
    return isOurs && typeof manifest["version"] === "string" ? manifest["version"] : undefined;
  } catch {
    return undefined;
  }
}
