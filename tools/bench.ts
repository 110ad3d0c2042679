/**
 * `deno task bench [--rounds N]`: how long the hook takes as a whole process, with real git and a
 * real database, beside an empty script in the same rounds. It never fails a build.
 */
import { median, runRounds, type Runs } from "./bench/rounds.ts";
import { type Work, WORKS } from "./bench/work.ts";
import { BenchWorkspace } from "./bench/workspace.ts";
import { expandReleasedFlags } from "./released_flags.ts";

const MAIN = new URL("../main.ts", import.meta.url).pathname;
const CONFIG = new URL("../deno.json", import.meta.url).pathname;
const EMPTY = "an empty script";

const at = Deno.args.indexOf("--rounds");
const rounds = at < 0 ? 20 : Number(Deno.args[at + 1]);

using workspace = BenchWorkspace.create(WORKS);
const runs: Runs = {
  [EMPTY]: async () => {
    await workspace.run(["run", "-q", "--no-config", "--no-lock", workspace.emptyScript], "");
  },
};
WORKS.forEach((work, i) => {
  const args = ["run", ...expandReleasedFlags(workspace.home), "--config", CONFIG, MAIN];
  runs[work.name] = async () => {
    const answer = await workspace.run(
      [...args, ...workspace.hookArguments(i)],
      workspace.payload(work),
    );
    requireAnswer(work, answer);
  };
});

const times = await runRounds(runs, rounds, 2);
const empty = times[EMPTY]!;
console.log(
  `${"".padEnd(36)}${"median".padStart(11)}${"ratio".padStart(11)}${"goal".padStart(11)}`,
);
for (const [name, values] of Object.entries(times)) {
  const ratio = median(values.map((value, i) => value / empty[i]!));
  const goal = WORKS.find((work) => work.name === name)?.goal.toFixed(2) ?? "";
  console.log(
    name.padEnd(36) + `${median(values).toFixed(1)} ms`.padStart(11) +
      ratio.toFixed(2).padStart(11) +
      goal.padStart(11),
  );
}

/** What does nothing is fast: a run counts only when its answer is right. */
function requireAnswer(
  work: Work,
  { code, stdout, stderr }: { code: number; stdout: string; stderr: string },
): void {
  const expected = work.presents === undefined
    ? stdout === ""
    : stdout.includes(`[${work.presents}]`);
  if (code !== 0 || !expected) {
    throw new Error(`Cannot measure "${work.name}": it answered "${stdout}", "${stderr}"`);
  }
}
