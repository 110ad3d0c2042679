import assert from "node:assert/strict";
import { compileGlob, compileRepositoryGlob } from "../../lib/guideline_file/glob.ts";
import { matchGlobs, type ScopedFile, whyNotApplicable } from "../../lib/guideline/scope.ts";
import { guideline, type GuidelineParts } from "../search/fake_world.ts";

function matches(globs: string[], path: string, flags: "s" | "is" = "s"): boolean {
  const compile = flags === "is" ? compileRepositoryGlob : compileGlob;
  return matchGlobs(globs.map(compile), path, flags);
}

Deno.test("matchGlobs() lets the last glob win", () => {
  const globs = ["src/**", "!**/*Test.kt", "src/keep/**"];
  assert.ok(matches(globs, "src/Order.kt"));
  assert.ok(!matches(globs, "src/OrderTest.kt"));
  assert.ok(matches(globs, "src/keep/OrderTest.kt"));
  assert.ok(!matches(["**/*Test.kt", "!src/**"], "src/OrderTest.kt"));
  assert.ok(matches(["!src/**", "**/*Test.kt"], "src/OrderTest.kt"));
});

Deno.test("matchGlobs() matches nothing that only negated globs match, and nothing without globs", () => {
  assert.ok(!matches(["src/**"], "lib/a"));
  assert.ok(!matches(["!src/**"], "lib/a"));
  assert.ok(!matches(["!src/**"], "src/a"));
  assert.ok(!matches([], "a"));
});

Deno.test("matchGlobs() looks at case only without the flag i", () => {
  assert.ok(!matches(["Acme/*"], "acme/shop"));
  assert.ok(matches(["Acme/*"], "acme/shop", "is"));
  // The same glob, compiled for one of them before.
  assert.ok(!matches(["Acme/*"], "acme/shop"));
});

Deno.test("matchGlobs() compares letters, however Unicode composes them", () => {
  const name = "größe/한국어/é.kt";
  for (const [glob, path] of [["NFC", "NFD"], ["NFD", "NFC"], ["NFD", "NFD"]] as const) {
    assert.ok(matches([name.normalize(glob)], name.normalize(path)), `${glob} and ${path}`);
  }
  assert.ok(matches(["gr?ße/**"], name.normalize("NFD")));
});

Deno.test("matchGlobs() matches no path that is longer than one can be", () => {
  assert.ok(matches(["**"], "a".repeat(4096)));
  assert.ok(!matches(["**"], "a".repeat(4097)));
});

Deno.test("matchGlobs() takes a glob that V8 does not take for one that matches nothing", () => {
  for (const regex of ["^(?:a", "(".repeat(40_000) + ")".repeat(40_000)]) {
    assert.equal(matchGlobs([{ glob: "a", negated: false, regex }], "a", "s"), false);
  }
});

const FILE: ScopedFile = {
  relativePath: "src/main/Order.kt",
  languages: ["Gradle Kotlin DSL", "Kotlin"],
  identity: "Acme/Backend-Order",
};

function why(parts: GuidelineParts, file: Partial<ScopedFile> = {}) {
  return whyNotApplicable(guideline("a", parts), "file_changed", { ...FILE, ...file });
}

Deno.test("whyNotApplicable() applies what does not restrict everywhere", () => {
  assert.equal(why({}), undefined);
  assert.equal(why({}, { identity: undefined, languages: [], relativePath: "" }), undefined);
});

Deno.test("whyNotApplicable() takes one of the languages, and looks at each of a file's", () => {
  assert.equal(why({ languages: ["Go", "Kotlin"] }), undefined);
  assert.equal(why({ languages: ["Gradle Kotlin DSL"] }), undefined);
  assert.equal(why({ languages: ["Go", "Java"] }), "languages");
  assert.equal(why({ languages: ["Kotlin"] }, { languages: [] }), "languages");
});

Deno.test("whyNotApplicable() compares repositories without regard to case, paths with", () => {
  assert.equal(why({ repositories: ["acme/backend-*"] }), undefined);
  assert.equal(why({ repositories: ["*/BACKEND-ORDER"] }), undefined);
  assert.equal(why({ repositories: ["acme/*", "!acme/backend-*"] }), "repositories");
  assert.equal(why({ repositories: ["acme"] }), "repositories");
  assert.equal(why({ paths: ["**/order.kt"] }), "paths");
  assert.equal(why({ paths: ["**/Order.kt"] }), undefined);
});

Deno.test("whyNotApplicable() takes all segments of a GitLab subgroup", () => {
  const identity = "acme/platform/web";
  assert.equal(why({ repositories: ["acme/*"] }, { identity }), "repositories");
  assert.equal(why({ repositories: ["acme/**"] }, { identity }), undefined);
  assert.equal(why({ repositories: ["acme/*/web"] }, { identity }), undefined);
});

Deno.test("whyNotApplicable() does not apply named repositories where there is no identity", () => {
  assert.equal(why({ repositories: ["**"] }, { identity: undefined }), "repositories");
  assert.equal(why({ repositories: ["!acme/x"] }, { identity: undefined }), "repositories");
});

Deno.test("whyNotApplicable() wants the event, and all parts of the scope", () => {
  assert.equal(why({ when: [] }), "when");
  assert.equal(why({ when: ["file_changed"] }), undefined);
  const parts = { repositories: ["acme/*"], languages: ["Kotlin"], paths: ["src/**"] };
  assert.equal(why(parts), undefined);
  assert.equal(why(parts, { relativePath: "lib/a.kt" }), "paths");
  assert.equal(why(parts, { languages: ["Go"] }), "languages");
  assert.equal(why(parts, { identity: "other/shop" }), "repositories");
});
