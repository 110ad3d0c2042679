/** Checks the project's own guidelines: each fires on its samples, and no other does. */
import assert from "node:assert/strict";
import { languagesOf } from "../../lib/language/language.ts";
import { evaluateMatch } from "../../lib/guideline/matcher.ts";
import { parseGuideline } from "../../lib/guideline_file/parse.ts";
import { whyNotApplicable } from "../../lib/guideline/scope.ts";
import { listFiles, readDocument } from "./documents.ts";

interface Sample {
  /** Relative to the repository. */
  path: string;
  source: string;
  /** Default: this project. */
  identity?: string;
}

const OURS = "acme/adaptive-guidebook";

/** By the id of the one guideline that fires. */
const MATCHED: Record<string, Sample[]> = {
  "service-depends-on-port": [{
    path: "src/OrderService.kt",
    source: "class OrderService(private val orders: OrderRepositoryImpl)\n",
    identity: "acme/backend-order",
  }],
  "dependency-is-a-pinned-npm-package": [
    { path: "lib/path.ts", source: 'import { join } from "jsr:@std/path@1.1.0";\n' },
    { path: "tests/path_test.ts", source: 'await import("https://example.com/mod.ts");\n' },
    { path: "deno.json", source: '{ "imports": { "zod": "npm:zod@^4.6.7" } }\n' },
    { path: "deno.json", source: '{ "imports": { "zod": "npm:zod" } }\n' },
    { path: "deno.json", source: '{ "imports": { "yaml": "jsr:@std/yaml@1.0.0" } }\n' },
  ],
  "diagnostic-with-help": [
    { path: "lib/guideline_file/validate.ts", source: 'found.add("bad-id", message, at);\n' },
  ],
  "doc-sentence-for-export": [
    { path: "lib/search/search.ts", source: "const a = 1;\n\nexport function search() {}\n" },
  ],
  "git-runs-nothing-of-a-repository": [
    {
      path: "lib/repository/git.ts",
      source: 'new Deno.Command("git", { args: ["status"] });\n',
    },
  ],
  "message-without-final-period": [
    { path: "lib/cli/io.ts", source: 'throw new TypeError("Cannot read stdin: it is closed.");\n' },
    { path: "tools/demo.ts", source: "  message: `Cannot load ${id}.`,\n" },
  ],
  "never-exit-with-2": [{ path: "lib/exit_code.ts", source: "export const EXIT = {};\n" }],
  "no-node-import-on-hook-path": [
    { path: "lib/path.ts", source: '/** Paths. */\nimport { join } from "node:path";\n' },
    { path: "main.ts", source: 'import * as os from "node:os";\n' },
  ],
  "no-timer-on-hook-path": [{ path: "lib/deadline.ts", source: "setTimeout(stop, 1000);\n" }],
  "one-process-exit": [{ path: "lib/cli/check.ts", source: "Deno.exit(1);\n" }],
  "pure-file-without-input-or-output": [
    { path: "lib/path.ts", source: "/**\n * Paths. Pure.\n */\nDeno.statSync(path);\n" },
  ],
  "test-name-is-a-sentence": [
    { path: "tests/path_test.ts", source: 'Deno.test("resolvePath", () => {});\n' },
    { path: "tests/path_test.ts", source: 'await t.step("should resolve", () => {});\n' },
  ],
};

/** No guideline fires. */
const IGNORED: Sample[] = [
  {
    path: "src/OrderService.kt",
    source: "val orders = OrderRepositoryImpl()\n",
    identity: "acme/web",
  },
  { path: "lib/path.ts", source: "Deno.exit(2);\n", identity: "acme/web" },
  { path: "main.ts", source: "Deno.exit(await run(Deno.args));\n" },
  { path: "lib/presentation/store.ts", source: 'import type { D } from "node:sqlite";\n' },
  { path: "lib/presentation/store.ts", source: 'const { D } = await import("node:sqlite");\n' },
  { path: "lib/deadline.ts", source: "// `setTimeout` brings Node's timers.\n" },
  { path: "lib/cli/io.ts", source: 'throw new TypeError("Cannot read stdin: it is closed");\n' },
  { path: "lib/path.ts", source: "/** Joins. */\nexport function join() {}\n" },
  { path: "deno.json", source: '{ "imports": { "zod": "npm:zod@4.6.7" } }\n' },
  { path: "tests/path_test.ts", source: 'Deno.test("join() keeps a final slash", check);\n' },
  { path: "README.md", source: 'Deno.exit(2); import "jsr:@std/path";\n' },
];

const GUIDELINES = listFiles("guidebook", /^guideline\.yaml$/).map((path) => {
  const { guideline, problems } = parseGuideline(readDocument(path));
  assert(guideline, `${path}: ${problems[0]?.message}`);
  return { path, guideline };
});

Deno.test("Each of our guidelines is in a folder with its name", () => {
  for (const { path, guideline } of GUIDELINES) assert.equal(path.split("/").at(-2), guideline.id);
});

for (const { guideline: { id } } of GUIDELINES) {
  Deno.test(`guidebook: ${id} fires on its samples, alone`, () => {
    const samples = MATCHED[id] ?? [];
    assert(samples.length > 0, `There is no sample for ${id}`);
    for (const sample of samples) assert.deepEqual(findMatched(sample), [id], sample.source);
  });
}

Deno.test("guidebook: nothing fires on correct sources", () => {
  for (const sample of IGNORED) assert.deepEqual(findMatched(sample), [], sample.source);
});

function findMatched({ path, source, identity = OURS }: Sample): string[] {
  const file = { relativePath: path, languages: languagesOf(path).languages, identity };
  return GUIDELINES.map(({ guideline }) => guideline)
    .filter((guideline) => whyNotApplicable(guideline, "file_changed", file) === undefined)
    .filter(({ match }) =>
      evaluateMatch(match, ({ pattern, flags }) => new RegExp(pattern, flags).test(source))
    )
    .map(({ id }) => id);
}
