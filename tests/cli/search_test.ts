import assert from "node:assert/strict";
import { run } from "../../lib/cli/search.ts";
import { createScriptedIo } from "../../lib/cli/scripted_io.ts";
import { runCommand } from "../support/in_process.ts";
import { TemporaryFolder } from "../support/files.ts";

const GUIDELINE = `id: service-depends-on-port
scope: { languages: [kotlin] }
when: [file_changed]
match: { any: [{ regex: { pattern: 'RepositoryImpl' } }] }
content: |
  Services should depend on repository abstractions.
`;

const RESPONSE = [{
  id: "service-depends-on-port",
  content: "Services should depend on repository abstractions.",
}];

function createWorld() {
  return new TemporaryFolder({
    "home/.adaptive-guidebook/guidebook/a/guideline.yaml": GUIDELINE,
    "src/Order.kt": "class Order(val orders: OrderRepositoryImpl)",
  });
}

async function search(world: TemporaryFolder, filepaths: string[], args: string[] = []) {
  const stdin = JSON.stringify({ sessionId: "session", filepaths });
  const env = { HOME: world.at("home") };
  const { exitCode, stdout, stderr } = await runCommand(["search", ...args], { env, stdin });
  return { exitCode, stderr, response: JSON.parse(stdout) };
}

Deno.test("search answers once per session, with a line of JSON", async () => {
  using world = createWorld();
  const path = world.at("src/Order.kt");
  assert.deepEqual(await search(world, [path]), { exitCode: 0, stderr: "", response: RESPONSE });
  assert.deepEqual(await search(world, [path]), { exitCode: 0, stderr: "", response: [] });
});

Deno.test("search --dry-run records nothing, and makes no database", async () => {
  using world = createWorld();
  const path = world.at("src/Order.kt");
  for (let i = 0; i < 2; i++) {
    assert.deepEqual((await search(world, [path], ["--dry-run"])).response, RESPONSE);
  }
  const data = [...Deno.readDirSync(world.at("home/.adaptive-guidebook"))];
  assert.deepEqual(data.map(({ name }) => name), ["guidebook"]);
  await search(world, [path]);
  assert.deepEqual((await search(world, [path], ["--dry-run"])).response, []);
});

Deno.test("search normalises paths, and reports files that it could not read", async () => {
  using world = createWorld();
  const { response, stderr } = await search(world, [
    `${world.path}//src/../src/./Order.kt`,
    world.at("src/Gone\u001b.kt"),
  ]);
  assert.deepEqual(response, RESPONSE);
  assert.match(stderr, /^Cannot look at changed file ".*Gone\\u\{1b\}.kt": there is no such file$/);
});

Deno.test("search says its notices to the person", async () => {
  using world = createWorld();
  const { response, stderr } = await search(world, [world.at("src/Order.kt")], [
    "--guidebook",
    world.at("gone"),
  ]);
  assert.deepEqual(response, []);
  assert.match(stderr, /^Adaptive Guidebook: Cannot read guidebook ".*gone"/);
});

Deno.test("search refuses a malformed request with 65, and shows what one looks like", async () => {
  for (const stdin of ["", "{", "[]", '{"sessionId":"s","filepaths":["a"]}']) {
    const { exitCode, stdout, stderr } = await runCommand(["search"], { stdin });
    assert.deepEqual([exitCode, stdout], [65, ""]);
    assert.match(stderr, /^error: Cannot read SearchRequest: .+\nhelp: It looks like \{/);
  }
});

Deno.test("search refuses an operand and a terminal", async () => {
  assert.equal((await runCommand(["search", "file"], { stdin: "{}" })).exitCode, 64);
  const terminal = await runCommand(["search"]);
  assert.equal(terminal.exitCode, 64);
  assert.match(terminal.stderr, /SearchRequest is read from stdin/);
});

Deno.test("search records nothing when its reader has gone", async () => {
  using world = createWorld();
  const path = world.at("src/Order.kt");
  const request = JSON.stringify({ sessionId: "session", filepaths: [path] });
  const { io } = createScriptedIo(request, {
    env: (name) => name === "HOME" ? world.at("home") : undefined,
    callerFolder: () => "/",
    programFolder: "/",
    now: () => new Date(),
  });
  io.stdout.write = () => Promise.reject(new Deno.errors.BrokenPipe("gone"));
  await assert.rejects(run([], io), Deno.errors.BrokenPipe);
  assert.deepEqual((await search(world, [path])).response, RESPONSE);
});
