/**
 * The permissions and V8 flags that Adaptive Guidebook is released with. They are defined
 * once, in the task "adaptive-guidebook" of deno.json; everything that runs the command uses that.
 */
import config from "../deno.json" with { type: "json" };

/** As written in the task: shell words, with `$HOME` left to the shell. */
export const RELEASED_FLAGS = parseTask(config.tasks["adaptive-guidebook"]);

/**
 * The released flags as arguments of a process, for a user whose home is `home`.
 * @throws {TypeError} when Deno would split `home` into two folders.
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
  // Spaces separate words, and only "$HOME" in double quotes needs expansion.
  const plain = flags?.replaceAll(/"\$HOME(?:\/[\w.-]+)*"/g, "");
  if (flags === undefined || plain === undefined || !/^[\w.,=/ -]+$/.test(plain)) {
    throw new TypeError(
      `Cannot read flags from task "${task}": it is not "deno run FLAG… main.ts" in simple words`,
    );
  }
  return flags;
}

/**
 * Additional flags for the bundle: it needs only itself, and a broken deno.json, lock file or registry
 * must not prevent an answer. `DENO_NO_UPDATE_CHECK=1` belongs to them.
 */
export const BUNDLE_FLAGS = ["--no-config", "--no-lock", "--no-npm", "--cached-only"];
