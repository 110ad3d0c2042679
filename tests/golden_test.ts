/**
 * Runs every folder of `fixtures/hook/` and `fixtures/claude-code/`. UPDATE_FIXTURES=1 writes what
 * happens as the new expectation; read the difference as carefully as code.
 */
import assert from "node:assert/strict";
import { diffOutcomes, renderOutcome } from "../lib/golden/compare.ts";
import { listFixtures, readFixture } from "../lib/golden/fixture.ts";
import { replayFixture } from "../lib/golden/replay.ts";

const FIXTURES = new URL("../fixtures", import.meta.url).pathname;
const UPDATE = Deno.env.get("UPDATE_FIXTURES") === "1";

for (const { folder, name } of ["hook", "claude-code"].flatMap(listFolder)) {
  Deno.test(`fixtures/${folder}/${name}`, async () => {
    const fixture = readFixture(`${FIXTURES}/${folder}`, name);
    const outcomes = await replayFixture(fixture);
    fixture.events.forEach(({ number, expected }, i) => {
      const file = `${fixture.folder}/${number}.expected.json`;
      if (UPDATE) return Deno.writeTextFileSync(file, renderOutcome(outcomes[i]!));
      assert(expected, `${number}.expected.json is missing: run deno task test:update`);
      const difference = diffOutcomes(expected, outcomes[i]!);
      assert(
        difference === undefined,
        `event ${number} differs (deno task test:update takes it over):\n${difference}`,
      );
    });
  });
}

function listFolder(folder: string): { folder: string; name: string }[] {
  return listFixtures(`${FIXTURES}/${folder}`).map((name) => ({ folder, name }));
}
