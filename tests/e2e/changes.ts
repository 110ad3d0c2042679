/** Ways in which an agent changes files without its edit tool, for both clients. */
import type { Files } from "./workspace.ts";

/** A command, and the ids of the guidelines that the model reads right after it. */
export type Change = readonly [command: string, ...ids: string[]];

const COMMIT = "git -c user.name=A -c user.email=a@example.com commit --quiet --message=Change";

/** What an agent runs in its shell; what is changed below a folder brings the guideline of its name. */
export const COMMANDS: readonly Change[] = [
  ["sed -i s/one/two/ sed/a.txt", "sed"],
  ["cat >heredoc/a.txt <<'EOF'\ntwo\nEOF", "heredoc"],
  [`node -e "require('fs').writeFileSync('script/a.txt', 'two')"`, "script"],
  [
    "git apply <<'EOF'\n--- a/patch/a.txt\n+++ b/patch/a.txt\n@@ -1 +1 @@\n-one\n+two\nEOF",
    "patch",
  ],
  ["mv outside/a.txt move/b.txt", "move"],
  // Old times, as a file has them that was checked out long ago: git finds that nothing has changed.
  ["touch -d 2001-01-01 outside/b.txt"],
  ["cp -p outside/b.txt copy/b.txt", "copy"],
  ["for i in $(seq 30); do sed -i s/one/two/ formatter/$i.txt; done", "formatter"],
  [`sed -i s/one/two/ staged/a.txt && git add --all`, "staged"],
  [`sed -i s/one/two/ commit/a.txt && git add --all && ${COMMIT}`, "commit"],
  ["sed -i s/one/two/ several-1/a.txt several-2/a.txt", "several-1", "several-2"],
  // What is there by now has been presented.
  ["sed -i s/two/three/ sed/a.txt"],
];

/** What an agent runs in its shell all day without a change of its own. */
export const READS: readonly string[] = [
  ...["ls -la", "cat sed/a.txt", "grep -rn one .", "find . -name '*.txt'", "wc -l */*.txt", "pwd"],
  ...["git status", "git diff", "git log --oneline", "git show --stat", "git blame sed/a.txt"],
  ...["head -n 1 */a.txt", "sed -n 1p sed/a.txt", "echo 'one > sed/a.txt'", "true >/dev/null"],
  ...["cat <<'EOF'\none\nEOF", "node -e 'console.log(1)'", "env | sort", "false", "exit 3"],
  ...["sort sed/a.txt | uniq -c", "diff sed/a.txt copy/a.txt", "(cd sed && cat a.txt)", "date"],
  ...["du -s .", "stat sed/a.txt", "file sed/a.txt", "git branch --all", "git ls-files | wc -l"],
  // git writes these, and leaves them clean.
  ...["git checkout --quiet other", "cat sed/a.txt", "git switch --quiet -"],
  ...["git merge --quiet other", "git reset --quiet --hard HEAD^", "git rebase --quiet other"],
  // Ignored, deleted, elsewhere, or as it was.
  ...["mkdir ignored && date >ignored/a.txt", "rm outside/c.txt", 'date >"$TMPDIR/a.txt"'],
  ...["touch outside/d.txt", "chmod u+w outside/d.txt"],
];

/** Makes a branch `other` with a newer version of each file, one commit before it. */
export async function addBranch(repository: string): Promise<void> {
  const script = `git checkout --quiet -b other && sed -i s/one/two/ */*.txt &&
    echo 'ignored/' >.gitignore && git add --all && ${COMMIT} && git checkout --quiet -`;
  const { success, stderr } = await new Deno.Command("sh", {
    args: ["-c", script],
    cwd: repository,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** The guidebook, a guideline for each folder of `files`. */
export const GUIDEBOOK: Files = Object.fromEntries(
  [
    ...COMMANDS.flatMap(([, ...ids]) => ids),
    ...[
      "background",
      "polled",
      "failure",
      "half",
      "heredoc-patch",
      "last",
      "write",
      "edit",
      "mcp-move",
    ],
  ].map((id) => [`${id}/guideline.yaml`, renderGuideline(id)]),
);

/** A guideline that looks at added lines only. */
export const ADDED: Files = {
  "added/guideline.yaml": `${renderGuideline("added")}match:
  any:
    - regex: { pattern: forbidden, on: added }
`,
};

/** A guidebook with one guideline, for every file. */
export const ANY_FILE: Files = {
  "any-file/guideline.yaml": renderGuideline("any-file").replace(/^scope:\n.*\n/m, ""),
};

/** The repository, in which each file has the line "one". */
export const FILES: Files = Object.fromEntries(
  [
    ...Object.keys({ ...GUIDEBOOK, ...ADDED }).map((path) =>
      path.replace("guideline.yaml", "a.txt")
    ),
    ...Array.from({ length: 30 }, (_, i) => `formatter/${i + 1}.txt`),
    ...["a", "b", "c", "d"].map((name) => `outside/${name}.txt`),
  ].map((path) => [path, "one\n"]),
);

/** A command that ends when `condition` holds, or half a minute later: it must not outlive the test. */
export function until(condition: string): string {
  return `for i in $(seq 600); do ${condition} && break; sleep 0.05; done`;
}

function renderGuideline(id: string): string {
  return `id: ${id}
scope:
  paths: ['${id}/**']
when: [file_changed]
content: |
  About ${id}.
`;
}

/** What the model reads of these guidelines. */
export function presentationOf(ids: readonly string[]): string {
  const blocks = ids.map((id) => `[${id}]\nAbout ${id}.`);
  return ["Adaptive Guidebook guidelines relevant to the latest changes:", ...blocks].join("\n\n");
}
