import assert from "node:assert/strict";
import { testCases } from "../support/batches.ts";
import { runCommand, type RunOptions } from "../support/command.ts";
import { assertVisible, HIDDEN } from "../support/hidden.ts";
import { Sandbox } from "../support/sandbox.ts";

Deno.test("search answers a SearchRequest with a SearchResponse, byte for byte", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("service-depends-on-port", {
    scope: "scope: { repositories: [acme/backend-*] }\n",
    content: "Services should depend on repository abstractions.",
  });
  const request =
    `{ "sessionId": "codex-session-id", "filepaths": ["${sandbox.repository}/a.txt"] }`;
  const answer = await search(sandbox, request);
  assert.deepEqual(answer, {
    code: 0,
    stdout:
      '[{"id":"service-depends-on-port","content":"Services should depend on repository abstractions."}]\n',
    stderr: "",
  });
  assert.deepEqual(sandbox.recorded(), ["codex-session-id service-depends-on-port"]);
  assert.deepEqual(await search(sandbox, request), { code: 0, stdout: "[]\n", stderr: "" });
});

Deno.test("search and the hook share what a session holds", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  await search(sandbox, requestFor([sandbox.at("repository/a.txt")]));
  assert.equal((await sandbox.hook()).stdout, "");
});

Deno.test("search in several repositories at once finds the guidelines of each", async () => {
  await using sandbox = await Sandbox.create();
  const repositories = ["acme/web", "acme/shop", "other/web"];
  for (const repository of repositories) {
    const id = repository.replace("/", "-");
    await sandbox.createRepository(id, `https://example.com/${repository}.git`);
    await sandbox.write(`${id}/src/a.txt`, id);
    const scope = `scope: { repositories: [${repository}], paths: [src/*] }\n`;
    await sandbox.writeGuideline(id, { scope });
  }
  await sandbox.writeGuideline("nowhere", { scope: "scope: { repositories: [acme/nowhere] }\n" });
  const paths = ["other-web", "acme-web", "acme-shop"].map((id) => sandbox.at(`${id}/src/a.txt`));
  const { stdout } = await search(sandbox, requestFor(paths));
  assert.deepEqual(idsOf(stdout), ["acme-shop", "acme-web", "other-web"]);
});

Deno.test("search --dry-run records nothing and makes no file", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const request = requestFor([sandbox.at("repository/a.txt")]);
  const dryRun = { args: ["--dry-run"] };

  await t.step("where there is no database", async () => {
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(idsOf((await search(sandbox, request, dryRun)).stdout), ["one"]);
    }
    assert.deepEqual([...Deno.readDirSync(sandbox.home)], []);
  });

  await sandbox.hook(["a.txt"], { session: "earlier" });
  const files = () => readFiles(sandbox.data);
  await t.step("where there is one", async () => {
    const before = await files();
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(idsOf((await search(sandbox, request, dryRun)).stdout), ["one"]);
    }
    const earlier = requestFor([sandbox.at("repository/a.txt")], "earlier");
    assert.deepEqual(idsOf((await search(sandbox, earlier, dryRun)).stdout), []);
    assert.deepEqual(await files(), before);
  });

  await t.step("where it is corrupt", async () => {
    await Deno.writeTextFile(sandbox.database, "garbage ".repeat(1000));
    const before = await files();
    const { stdout, stderr } = await search(sandbox, request, dryRun);
    assert.deepEqual(idsOf(stdout), ["one"]);
    assert.match(stderr, /Cannot/);
    assert.deepEqual(await files(), before);
  });
});

Deno.test("search ends with exit code 65 for a malformed SearchRequest, and says what it is", async (t) => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const path = sandbox.at("repository/a.txt");
  const cases: Record<string, [request: string, complaint: RegExp]> = {
    "empty": ["", /stdin is empty/],
    "not JSON": ["{", /not JSON/],
    "an array": ["[]", /not a JSON object/],
    "null": ["null", /not a JSON object/],
    "no sessionId": [JSON.stringify({ filepaths: [path] }), /"sessionId"/],
    "an empty sessionId": [requestFor([path], ""), /"sessionId"/],
    "a sessionId that is a number": [`{"sessionId": 1, "filepaths": []}`, /"sessionId"/],
    "no filepaths": [`{"sessionId": "s"}`, /"filepaths"/],
    "filepaths that are text": [`{"sessionId": "s", "filepaths": "${path}"}`, /"filepaths"/],
    "a relative path": [requestFor([path, "a.txt"]), /"filepaths\[1\]" is not an absolute path/],
    "a path that is null": [`{"sessionId": "s", "filepaths": [null]}`, /"filepaths\[0\]"/],
    "an unknown key": [`{"sessionId": "s", "filepaths": [], "cwd": "/"}`, /unknown key "cwd"/],
    "a key with hidden characters": [JSON.stringify({ [HIDDEN]: 1 }), /unknown key/],
  };
  await testCases(t, cases, async ([request, complaint]) => {
    const { code, stdout, stderr } = await search(sandbox, request);
    assert.deepEqual([code, stdout], [65, ""]);
    assert.match(stderr, /^error: Cannot read SearchRequest: [^\n]+\nhelp: [^\n]+\n$/);
    assert.match(stderr, complaint);
    assertVisible(stderr);
  });
});

Deno.test("search says on stderr what a person should know, and nothing else on stdout", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  await sandbox.write(`guidebook/${HIDDEN}/guideline.yaml`, "id: [\n");
  const paths = [`gone${HIDDEN}.txt`, "a.txt"].map((name) => `${sandbox.repository}/${name}`);
  const { code, stdout, stderr } = await search(sandbox, requestFor(paths));
  assert.deepEqual([code, idsOf(stdout)], [0, ["one"]]);
  assert.match(
    stderr,
    /^Adaptive Guidebook: Cannot load guideline [^\n]+\nCannot look at [^\n]+\n$/,
  );
  assertVisible(stderr);
});

Deno.test("search takes a relative --guidebook and --db from where it is called", async () => {
  await using sandbox = await Sandbox.create();
  await sandbox.writeGuideline("one");
  const { stdout } = await runCommand(
    ["search", "--guidebook", "../guidebook", "--db", "../home/.adaptive-guidebook/mine.db"],
    {
      home: sandbox.home,
      cwd: sandbox.repository,
      stdin: requestFor([`${sandbox.repository}/a.txt`]),
    },
  );
  assert.deepEqual(idsOf(stdout), ["one"]);
  assert.deepEqual(sandbox.recorded(`${sandbox.data}/mine.db`), ["s one"]);
});

function requestFor(filepaths: string[], sessionId = "s"): string {
  return JSON.stringify({ sessionId, filepaths });
}

async function search(
  sandbox: Sandbox,
  stdin: string,
  { args = [], ...options }: Partial<RunOptions> & { args?: string[] } = {},
) {
  const command = ["search", "--guidebook", sandbox.guidebook, ...args];
  return await runCommand(command, { home: sandbox.home, stdin, ...options });
}

function idsOf(stdout: string): string[] {
  return JSON.parse(stdout).map(({ id }: { id: string }) => id);
}

/** A digest of each file in a folder, by its name. */
async function readFiles(folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name } of Deno.readDirSync(folder)) {
    const bytes = await Deno.readFile(`${folder}/${name}`);
    digests[name] = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  }
  return digests;
}
