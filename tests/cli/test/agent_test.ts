import assert from "node:assert/strict";
import { FixtureError, readFixture } from "../../../lib/cli/test/fixture.ts";
import { replayFixture } from "../../../lib/cli/test/replay.ts";

const FIXTURES = `${import.meta.dirname}/../../../fixtures`;

Deno.test("A fixture is about Codex unless its file agent names another one", () => {
  const agentOf = (folder: string) => readFixture(folder, "presents-once-per-session").agent;
  assert.equal(agentOf(`${FIXTURES}/hook`), "codex");
  assert.equal(agentOf(`${FIXTURES}/claude-code`), "claude-code");
});

Deno.test("A fixture about an agent without a hook cannot be run", async () => {
  const fixture = readFixture(`${FIXTURES}/claude-code`, "presents-once-per-session");
  for (const agent of ["claude", "", "constructor"]) {
    await assert.rejects(replayFixture({ ...fixture, agent }), FixtureError);
  }
});
