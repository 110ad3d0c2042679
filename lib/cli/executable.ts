/** Finds programs as a shell does. */
import { isAbsolutePath } from "../path.ts";
import type { Io } from "./io.ts";

/** Whether the file is executable. */
export function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/** The program that a shell in `folder` starts for `word`; undefined where there is none. */
export function findExecutable(
  word: string,
  folder: string,
  io: Pick<Io, "env">,
): string | undefined {
  const home = io.env("HOME") ?? "";
  const name = word.replace(/^(?:\$HOME|\$\{HOME\}|~)(?=\/)/, () => home);
  const paths = name.includes("/")
    ? [isAbsolutePath(name) ? name : `${folder}/${name}`]
    : (io.env("PATH") ?? "").split(":").map((place) => `${place === "" ? folder : place}/${name}`);
  return paths.find(isExecutable);
}
