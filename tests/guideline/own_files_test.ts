import assert from "node:assert/strict";
import { classifyOwnFile, namesOwnFile } from "../../lib/guideline/own_files.ts";
import { whyNotApplicable } from "../../lib/guideline/scope.ts";
import { compileGlob } from "../../lib/guideline_file/glob.ts";
import { pathInside } from "../../lib/path.ts";
import { guideline } from "../search/fake_world.ts";

function classify(path: string, { root }: { root?: string } = {}) {
  const within = (folder: string) => (path: string) =>
    pathInside(folder, path) === undefined ? undefined : folder;
  const relativePath = (root && pathInside(root, path)) ?? path.slice(1);
  return classifyOwnFile({ path, relativePath, root }, within("/home/me/.agent"), within("/team"));
}

Deno.test("classifyOwnFile() knows an agent's files, packages and guidelines in use", () => {
  assert.deepEqual(classify("/home/me/.agent/plans/a.md"), { kind: "agent", folder: ".agent" });
  const packaged = { kind: "package", folder: "node_modules" };
  assert.deepEqual(classify("/shop/node_modules/x/index.js", { root: "/shop" }), packaged);
  assert.deepEqual(classify("/shop/web/node_modules/a.js", { root: "/shop" }), packaged);
  const guidebook = { kind: "guidebook", folder: "team" };
  assert.deepEqual(classify("/team/a/guideline.yaml", { root: "/team" }), guidebook);
});

Deno.test("classifyOwnFile() takes other files for ordinary ones", () => {
  assert.equal(classify("/shop/src/a.ts", { root: "/shop" }), undefined);
  assert.equal(classify("/home/me/.agents/a.md"), undefined);
  assert.equal(classify("/shop/node_modules", { root: "/shop" }), undefined);
  assert.equal(classify("/shop/my_node_modules/a.js", { root: "/shop" }), undefined);
  // A repository of its own.
  assert.equal(classify("/shop/node_modules/x/a.js", { root: "/shop/node_modules/x" }), undefined);
  const worktree = "/home/me/.agent/worktrees/shop";
  assert.equal(classify(`${worktree}/a.ts`, { root: worktree }), undefined);
  assert.deepEqual(classify("/home/me/.agent/a.md", { root: "/home/me/.agent" }), {
    ...{ kind: "agent", folder: ".agent" },
  });
});

Deno.test("namesOwnFile() takes a whole literal segment of a positive glob", () => {
  const names = (...globs: string[]) =>
    namesOwnFile(
      { paths: globs.map(compileGlob) },
      { kind: "package", folder: "node_modules" },
      "node_modules/x/index.js",
    );
  const yes = ["**/node_modules/**", "node_modules/x/*.js", "**/{vendor,node_modules}/**"];
  for (const glob of [...yes, "**/index.js", "\\node_modules/**"]) assert.ok(names(glob), glob);
  const no = [
    "**",
    "**/*.js",
    "*_modules/**",
    "**/node_*/**",
    "my_node_modules/**",
    "!node_modules/**",
  ];
  for (const glob of no) assert.ok(!names(glob), glob);
  assert.ok(names("**/*.js", "node_modules/**"));
  assert.ok(!names());
});

Deno.test("whyNotApplicable() leaves own files out before it needs the repository", () => {
  const own = { kind: "package" as const, folder: "node_modules" };
  const file = { relativePath: "node_modules/a.js", languages: [], identity: undefined, own };
  const why = (paths?: string[], repositories?: string[]) =>
    whyNotApplicable(
      guideline("a", { ...(paths && { paths }), ...(repositories && { repositories }) }),
      "file_changed",
      file,
    );
  assert.equal(why(), "own-file");
  assert.equal(why(["**/*.js"]), "own-file");
  assert.equal(why(["**/*.js"], ["acme/*"]), "own-file");
  assert.equal(why(["node_modules/**"], ["acme/*"]), "repositories");
  assert.equal(why(["node_modules/**"]), undefined);
});
