/** Looks at real git repositories: what a command between two looks has changed. */
import assert from "node:assert/strict";
import { findChanged, type TreeLook } from "../../lib/look/compare.ts";
import { lookAtTree, type LookedTree } from "../../lib/look/tree.ts";
import { GitWorkspace } from "../support/git.ts";

/** A repository with a few committed files, and shell commands that run in it. */
class Repository {
  private constructor(readonly workspace: GitWorkspace, readonly root: string) {}

  static async create(workspace: GitWorkspace): Promise<Repository> {
    const repository = new Repository(workspace, await workspace.createRepository("r"));
    await repository.run(
      "mkdir src && for f in a.txt b.txt src/c.txt; do echo one > $f; done && echo ignored/ > .gitignore",
    );
    await repository.commit();
    return repository;
  }

  async commit(): Promise<void> {
    await this.run("git add -A && git commit -qm all");
  }

  async run(script: string): Promise<void> {
    const { success, stderr } = await new Deno.Command("bash", {
      args: ["-ec", script],
      cwd: this.root,
      clearEnv: true,
      env: {
        HOME: this.workspace.at("home"),
        PATH: Deno.env.get("PATH") ?? "",
        ...Object.fromEntries(
          ["AUTHOR", "COMMITTER"].flatMap((who) => [[`GIT_${who}_NAME`, "A"], [
            `GIT_${who}_EMAIL`,
            "a@example.com",
          ]]),
        ),
      },
    }).output();
    assert(success, `${script}: ${new TextDecoder().decode(stderr)}`);
  }

  async look(before?: TreeLook): Promise<LookedTree> {
    const looked = await lookAtTree({
      root: this.root,
      gitDir: `${this.root}/.git`,
      env: (name) => name === "HOME" ? this.workspace.at("home") : Deno.env.get(name),
      signal: AbortSignal.timeout(30_000),
    }, before);
    assert(typeof looked !== "string", String(looked));
    return looked;
  }

  /** What `script` has changed, as a look after it finds it. */
  async changedBy(script: string): Promise<string[]> {
    // Deno gives a ctime in whole seconds: a change in the second of a look may be before or after it.
    await pause();
    const before = await this.look();
    await pause();
    await this.run(script);
    return findChanged(before, await this.look(before)).sort();
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1050));
}

/** What is there before the first look, what is run, and what has changed. */
const CASES: Record<string, [before: string, script: string, changed: string[]]> = {
  "nothing": ["", "true", []],
  "reads": ["", "cat a.txt; git status; git diff; ls -R", []],
  "sed -i": ["", "sed -i s/one/two/ a.txt", ["a.txt"]],
  "a redirection into a new file": ["", "echo new > 'd e.txt'", ["d e.txt"]],
  "a file in a new folder": ["", "mkdir -p x/y && echo 1 > x/y/z.txt", ["x/y/z.txt"]],
  "a name with a line break, quotes and other scripts": [
    "",
    `printf x > $'l\\nb "q" 日本語 -> é.txt'`,
    ['l\nb "q" 日本語 -> é.txt'],
  ],
  "mv": ["", "mv a.txt z.txt", ["z.txt"]],
  "cp -p": ["", "cp -p a.txt z.txt", ["z.txt"]],
  "a change with an old modification time": [
    "",
    "echo two > a.txt && touch -d '2001-01-01' a.txt",
    ["a.txt"],
  ],
  "a change to the same size": ["", "echo two > a.txt", ["a.txt"]],
  "a rename over a file": ["", "echo two > t && mv t a.txt", ["a.txt"]],
  "a file in an ignored folder": ["", "mkdir ignored && echo 1 > ignored/x", []],
  "a deleted file": ["", "rm a.txt", []],
  "a file that was changed before": ["echo two > a.txt", "true", []],
  "a file that was changed before, and again": ["echo two > a.txt", "echo 3 > a.txt", ["a.txt"]],
  "an untracked file that was there before": ["echo 1 > n.txt", "echo 2 > b.txt", ["b.txt"]],
  "git add": ["", "sed -i s/one/two/ a.txt && git add -A", ["a.txt"]],
  "git commit -a": ["", "sed -i s/one/two/ a.txt && git commit -qam x", ["a.txt"]],
  "a commit of a new file": ["", "echo 1 > n && git add n && git commit -qm x", ["n"]],
  "two commits": [
    "",
    "echo 1 > n && git add n && git commit -qm x && echo 2 > b.txt && git commit -qam y",
    ["b.txt", "n"],
  ],
  "git commit --amend": [
    "",
    "sed -i s/one/two/ a.txt && git commit -qa --amend --no-edit",
    ["a.txt"],
  ],
  "a commit of what was changed before": ["echo two > a.txt", "git commit -qam x", []],
  "git reset --mixed": ["echo 2 > a.txt && git commit -qam 2", "git reset -q HEAD~1", []],
  "git reset --hard": ["echo 2 > a.txt && git commit -qam 2", "git reset -q --hard HEAD~1", []],
  "a switch to another branch": [
    "git switch -qc o && echo 2 > a.txt && git commit -qam 2 && git switch -q -",
    "git switch -q o",
    [],
  ],
  "a merge without conflict": [
    "git switch -qc o && echo 2 > a.txt && git commit -qam 2 && git switch -q - && " +
    "echo 2 > b.txt && git commit -qam 3",
    "git merge -q --no-edit o",
    [],
  ],
  "a fast-forward": [
    "git switch -qc o && echo 2 > a.txt && git commit -qam 2 && git switch -q -",
    "git merge -q o",
    [],
  ],
  "a rebase": [
    "git switch -qc o && echo 2 > a.txt && git commit -qam 2 && git switch -q - && " +
    "echo 2 > b.txt && git commit -qam 3 && git switch -q o",
    "git rebase -q -",
    [],
  ],
  "a merge whose conflict was resolved": [
    "git switch -qc o && echo 2 > a.txt && echo 2 > b.txt && git commit -qam 2 && git switch -q - && " +
    "echo 3 > a.txt && git commit -qam 3",
    "git merge -q o || true; echo both > a.txt && git commit -qam merged",
    ["a.txt"],
  ],
  "git stash, which puts away what was changed": ["echo 2 > a.txt", "git stash -q", []],
  "git stash pop, which cannot be told from an edit": [
    "echo 2 > a.txt && git stash -q",
    "git stash pop -q",
    ["a.txt"],
  ],
  "git checkout of a file from another commit, which cannot be told from an edit": [
    "echo 2 > a.txt && git commit -qam 2",
    "git checkout -q HEAD~1 -- a.txt",
    ["a.txt"],
  ],
  "git checkout of a file as it was": ["echo 2 > a.txt", "git checkout -q -- a.txt", []],
  "a change of the mode alone": ["", "chmod +x a.txt", ["a.txt"]],
};

// Side by side, since each waits for the clock of the file system.
Deno.test("lookAtTree() finds what a command has changed", async (t) => {
  const results = new Map(
    await Promise.all(
      Object.entries(CASES).map(async ([name, [before, script]]) => {
        await using workspace = await GitWorkspace.create();
        const repository = await Repository.create(workspace);
        if (before !== "") await repository.run(before);
        return [name, await repository.changedBy(script)] as const;
      }),
    ),
  );
  for (const [name, [, , changed]] of Object.entries(CASES)) {
    await t.step(name, () => assert.deepEqual(results.get(name), changed));
  }
});

Deno.test("lookAtTree() finds a first commit", async () => {
  await using workspace = await GitWorkspace.create();
  const root = await workspace.createRepository("r");
  const repository = Object.assign(Object.create(Repository.prototype), { workspace, root });
  assert.deepEqual(
    await repository.changedBy("echo 1 > a && git add a && git commit -qm first"),
    ["a"],
  );
});

Deno.test("lookAtTree() knows the blobs of the last look's commit", async () => {
  await using workspace = await GitWorkspace.create();
  const repository = await Repository.create(workspace);
  const before = await repository.look();
  await repository.run(
    "echo two > a.txt && git commit -qam 2 && echo 3 > a.txt && git commit -qam 3 && echo new > n",
  );
  const looked = await repository.look(before);
  const blob = looked.blobOf("a.txt")!;
  const blobs = await looked.readBlobs([blob]);
  assert.equal(new TextDecoder().decode(blobs.get(blob)), "one\n");
  assert.equal(looked.blobOf("n"), undefined);
});
