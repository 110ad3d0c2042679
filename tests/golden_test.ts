/**
 * Runs every folder of `fixtures/hook/` through the harness of `adaptive-guidebook test`.
 * UPDATE_FIXTURES=1 writes what happens as the new expectation; read the difference as carefully as
 * code.
 */
import assert from "node:assert/strict";
import { listFixtures } from "../lib/golden/fixture.ts";
import { runFixture } from "../lib/golden/run.ts";

const FOLDER = `${import.meta.dirname}/../fixtures/hook`;
const UPDATE = Deno.env.get("UPDATE_FIXTURES") === "1";

for (const name of listFixtures(FOLDER)) {
  Deno.test(`fixtures/hook/${name}`, async () => {
    const { failures } = await runFixture(FOLDER, name, {
      guidebooks: [],
      updateCommand: "deno task test:update",
      write: UPDATE ? Deno.writeTextFileSync : undefined,
    });
    assert(failures.length === 0, failures.join("\n"));
  });
}
