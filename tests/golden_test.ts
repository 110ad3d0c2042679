/**
 * Runs every folder of `fixtures/hook/` and `fixtures/claude-code/` through the harness of
 * `adaptive-guidebook test`. UPDATE_FIXTURES=1 writes what happens as the new expectation; read the
 * difference as carefully as code.
 */
import assert from "node:assert/strict";
import { listFixtures } from "../lib/cli/test/fixture.ts";
import { runFixture } from "../lib/cli/test/run.ts";

const FIXTURES = `${import.meta.dirname}/../fixtures`;
const UPDATE = Deno.env.get("UPDATE_FIXTURES") === "1";

for (const { folder, name } of ["hook", "claude-code"].flatMap(listFolder)) {
  Deno.test(`fixtures/${folder}/${name}`, async () => {
    const { failures } = await runFixture(`${FIXTURES}/${folder}`, name, {
      guidebooks: [],
      updateCommand: "deno task test:update",
      write: UPDATE ? Deno.writeTextFileSync : undefined,
    });
    assert(failures.length === 0, failures.join("\n"));
  });
}

function listFolder(folder: string): { folder: string; name: string }[] {
  return listFixtures(`${FIXTURES}/${folder}`).map((name) => ({ folder, name }));
}
