/** How the running program is called again: what an agent's hook file names. */
import { parentPath } from "../path.ts";
import { quoteShellWord } from "../shell.ts";
import type { Io } from "./io.ts";
import { isFile } from "./path_kind.ts";

/** The launcher's path below the prefix of an installation. */
export const LAUNCHER = "bin/adaptive-guidebook";
/** The folder of releases, and of the Deno that they run on, below the same prefix. */
export const LIBRARY = "lib/adaptive-guidebook";

/** A way to call the program that an upgrade does not change. */
export interface Program {
  /** Installed: by `deno task install`. Source: a checkout. Compiled: by `deno task compile`. */
  kind: "installed" | "source" | "compiled";
  /** Absolute path of what an upgrade replaces in place: launcher, deno.json or binary. */
  path: string;
  /** The words of the call, as a shell reads them; a command and its options follow. */
  call: string;
}

/** The program that runs now; undefined for a bundle that nothing has installed. */
export function findProgram(io: Io): Program | undefined {
  if (Deno.build.standalone) {
    const path = Deno.execPath();
    return { kind: "compiled", path, call: quoteShellWord(path) };
  }
  const { programFolder } = io;
  // The bundle is in <prefix>/lib/adaptive-guidebook/<release>.
  const library = parentPath(programFolder);
  if (library.endsWith(`/${LIBRARY}`)) {
    const path = `${library.slice(0, -LIBRARY.length)}${LAUNCHER}`;
    if (isFile(path)) return { kind: "installed", path, call: quoteShellWord(path) };
  }
  const path = `${programFolder}/deno.json`;
  if (!isFile(path)) return undefined;
  const call = `deno task -q --config ${quoteShellWord(path)} adaptive-guidebook`;
  return { kind: "source", path, call };
}
