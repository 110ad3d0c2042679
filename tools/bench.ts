/**
 * `deno task bench [--rounds N] [--source] [--update]`: measures the hook as a whole process, with
 * real git and a real database, relative to an empty script in the same rounds; a look also starts
 * git, so it is relative to an empty script and a plain `git status`. The ratios are
 * compared with tools/bench/baseline.json, which `--update` writes. It never fails a build.
 */
import { parentPath } from "../lib/path.ts";
import { readBaseline, writeBaseline } from "./bench/baseline.ts";
import { runRounds, type Runs } from "./bench/rounds.ts";
import { renderTable, summarize } from "./bench/table.ts";
import { statusName, type Work, WORKS } from "./bench/work.ts";
import { BenchWorkspace } from "./bench/workspace.ts";
import { buildBundle } from "./build.ts";
import { requireDeno } from "./deno_version.ts";
import { BUNDLE_FLAGS, expandReleasedFlags } from "./released_flags.ts";

const ROOT = `${parentPath(import.meta.dirname!)}/`;
const EMPTY = "an empty script";

requireDeno("bench");
const rounds = Number(valueOf("--rounds") ?? 20);
const fromSource = Deno.args.includes("--source");

// The sources need packages from the developer's cache.
using workspace = BenchWorkspace.create(WORKS, fromSource ? findDenoFolder() : undefined);
const permissions = expandReleasedFlags(workspace.home);
const command = fromSource
  ? [...permissions, "--config", `${ROOT}deno.json`, `${ROOT}main.ts`]
  : [...permissions, ...BUNDLE_FLAGS, await buildBundle(`${workspace.path}/bundle`)];
const runEmpty = async () => {
  await workspace.run(["run", "-q", "--no-config", "--no-lock", workspace.emptyScript], "");
};
const runs: Runs = { [EMPTY]: { run: runEmpty } };
const references = new Map<string, string>();
WORKS.forEach((work, i) => {
  if (work.tree !== undefined) {
    const reference = statusName(work.tree);
    references.set(work.name, reference);
    runs[reference] = {
      run: async () => {
        await runEmpty();
        await workspace.gitStatus(i);
      },
    };
  }
  const args = ["run", ...command, ...workspace.hookArguments(i)];
  runs[work.name] = {
    prepare: () => {
      if (work.edits) workspace.editGuideline(i);
      if (work.asksGit) workspace.forgetGit(i);
    },
    run: async () => {
      const startedAt = Date.now();
      checkAnswer(work, await workspace.run(args, workspace.payload(i, work)));
      if (work.tree !== undefined && !workspace.hasLookedSince(startedAt)) {
        console.error(`Wrong answer to "${work.name}": it did not look`);
      }
    },
  };
});
await warmUp();

const measured = summarize(await runRounds(runs, rounds, 1), EMPTY, references);
const goals = new Map(WORKS.map(({ name, goal }) => [name, goal]));
console.log(renderTable(measured, goals, readBaseline()));
Deno.writeTextFileSync(
  `${ROOT}bench.json`,
  `${JSON.stringify({ rounds, fromSource, measured }, null, 2)}\n`,
);
if (Deno.args.includes("--update")) writeBaseline(measured);

/** Fills the caches, as earlier hooks would have done, without a deadline. */
async function warmUp(): Promise<void> {
  // The cache does not trust files that changed within the last two seconds.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  for (const [i, work] of WORKS.entries()) {
    const args = ["run", ...command, ...workspace.hookArguments(i), "--deadline", "600000"];
    await workspace.run(args, workspace.payload(i, work));
    // git remembers which files it has seen unchanged; a look takes no lock, and so does not.
    if (work.tree !== undefined) await workspace.gitStatus(i);
  }
}

/** Reports a wrong answer, since doing nothing is fast; on a busy machine the hook may time out. */
function checkAnswer(
  { name, presents }: Work,
  { code, stdout, stderr }: { code: number; stdout: string; stderr: string },
): void {
  const shown = [...stdout.matchAll(/\[([a-z0-9-]+)\]\\n/g)].map(([, id]) => id);
  if (code === 0 && shown.join() === presents.join()) return;
  console.error(`Wrong answer to "${name}": "${stdout.slice(0, 300)}", "${stderr.slice(0, 300)}"`);
}

function valueOf(option: string): string | undefined {
  const at = Deno.args.indexOf(option);
  return at < 0 ? undefined : Deno.args[at + 1];
}

function findDenoFolder(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
