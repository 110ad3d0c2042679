/**
 * The permissions and V8 flags that Adaptive Guidebook is released with. They are written once, in
 * the task "adaptive-guidebook" of deno.json; whatever else runs the command reads them from there.
 */
import config from "../deno.json" with { type: "json" };

/** As they stand in the task: shell words, with `$HOME` left to the shell. */
export const RELEASED_FLAGS = parseTask(config.tasks["adaptive-guidebook"]);

/**
 * The released flags as arguments of a process, for a user whose home is `home`.
 * @throws {TypeError} when Deno would read `home` as two folders.
 */
export function expandReleasedFlags(home: string): string[] {
  if (home.includes(",")) {
    throw new TypeError(`Cannot expand flags for home "${home}": Deno splits them at the comma`);
  }
  return RELEASED_FLAGS.split(" ").map((word) =>
    word.replace(/"([^"]*)"/g, (_, quoted: string) => quoted.replace("$HOME", () => home))
  );
}

function parseTask(task: string): string {
  const flags = /^deno run (-.+) main\.ts$/.exec(task)?.[1];
  // Blanks separate words, and "$HOME" in double quotes is all that a shell has to expand.
  const plain = flags?.replaceAll(/"\$HOME(?:\/[\w.-]+)*"/g, "");
  if (flags === undefined || plain === undefined || !/^[\w.,=/ -]+$/.test(plain)) {
    throw new TypeError(
      `Cannot read flags from task "${task}": it is not "deno run FLAG… main.ts" in simple words`,
    );
  }
  return flags;
}

/**
 * What the bundle gets beside them: it needs nothing but itself, and no broken deno.json, lock file
 * or registry near it may keep it from answering. `DENO_NO_UPDATE_CHECK=1` belongs to them.
 */
export const BUNDLE_FLAGS = ["--no-config", "--no-lock", "--no-npm", "--cached-only"];
