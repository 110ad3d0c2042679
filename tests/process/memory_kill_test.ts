/** Recorded means delivered, whatever kills the hook, and however many run at once. */
import assert from "node:assert/strict";
import { readResponse } from "../support/sandbox.ts";
import { Machine } from "./memory_process.ts";

const KILLS = 80;
const AT_ONCE = 2;
const ROUNDS = 5;
const HOOKS = 32;
/** So many hooks may take longer than 2 s, which is not what these tests check. */
const LONG_DEADLINE = { args: ["--deadline", "60000"] };

/** When a hook is killed. */
type Moment =
  | { kind: "time"; ms: number }
  /** After the first byte of its answer. */
  | { kind: "answer"; ms: number }
  /** In the middle of an answer that a pipe does not hold. */
  | { kind: "middle"; bytes: number };

Deno.test(`a hook that is killed, ${KILLS} times, has recorded nothing that was not written`, async () => {
  await using small = await Machine.create("one", "two");
  await using large = await Machine.create("one");
  large.writeGuideline("two", { content: "x".repeat(200_000) });
  const whole = await large.hook({ session: "whole", args: ["--context-limit", "0"] });
  const { duration } = await small.hook({ session: "whole" });

  const outcomes = { nothing: 0, part: 0, written: 0, recorded: 0 };
  let number = 0;
  const killNext = async () => {
    for (let i = number++; i < KILLS; i = number++) {
      const moment: Moment = i % 10 < 4
        ? { kind: "time", ms: Math.random() * duration * 1.5 }
        : i % 10 < 7
        ? { kind: "answer", ms: Math.random() * 8 }
        : { kind: "middle", bytes: Math.random() * whole.stdout.length };
      const machine = moment.kind === "middle" ? large : small;
      const session = `killed-${String(i).padStart(3, "0")}`;
      const stdout = await killHook(machine, session, moment);
      const recorded = machine.recorded().filter((row) => row.startsWith(`${session} `));
      const detail = `${JSON.stringify(moment)}: ${stdout.length} bytes, ${recorded.join()}`;
      const isWhole = isComplete(stdout);
      if (recorded.length > 0) {
        assert(isWhole, detail);
        assert.deepEqual(
          recorded,
          readResponse(stdout).ids.map((id) => `${session} ${id}`),
          detail,
        );
      }
      const outcome = recorded.length > 0
        ? "recorded"
        : isWhole
        ? "written"
        : stdout === ""
        ? "nothing"
        : "part";
      outcomes[outcome]++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, killNext));

  const detail = JSON.stringify(outcomes);
  // Else the moments were not those that count.
  assert(outcomes.nothing > 0 && outcomes.part > 0, detail);
  assert(outcomes.written + outcomes.recorded > 0, detail);
  for (const machine of [small, large]) {
    assert.deepEqual(machine.query("PRAGMA integrity_check").map((row) => ({ ...row })), [
      { integrity_check: "ok" },
    ]);
    assert.deepEqual(machine.files().filter((name) => name.includes("corrupt")), []);
    // What is held and what is told of it are one.
    assert.deepEqual(
      machine.query("SELECT session_id, guideline_id FROM presentation ORDER BY 1, 2"),
      machine.query(
        "SELECT session_id, guideline_id FROM presentation_history WHERE ended_at IS NULL ORDER BY 1, 2",
      ),
    );
  }
  // The next hook of the session says what was not recorded, and then no more.
  for (const session of ["killed-000", "killed-005", "killed-009", "whole"]) {
    const recorded = small.recorded().filter((row) => row.startsWith(`${session} `)).length;
    const { ids, notices } = await small.hook({ session });
    assert.deepEqual([ids.length, notices], [2 - recorded, []], session);
    assert.equal((await small.hook({ session })).stdout, "");
  }
});

/** Starts a hook, kills it at its moment, and gives all that it has written. */
async function killHook(machine: Machine, session: string, moment: Moment): Promise<string> {
  const child = machine.start({ session, args: ["--context-limit", "0"] });
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = child.stdout.getReader({ mode: "byob" });
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  if (moment.kind === "time") await pause(moment.ms).then(kill);
  for (let isKilled = moment.kind === "time";;) {
    // Small pieces, so that most of a large answer waits in the pipe or before it.
    const { value, done } = await reader.read(new Uint8Array(1024));
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (isKilled || (moment.kind === "middle" && length < moment.bytes)) continue;
    if (moment.kind === "answer") await pause(moment.ms);
    kill();
    isKilled = true;
  }
  kill();
  await Promise.all([child.status, child.stderr.cancel()]);
  return await new Blob(chunks as Uint8Array<ArrayBuffer>[]).text();
}

function isComplete(stdout: string): boolean {
  try {
    return JSON.parse(stdout) !== undefined;
  } catch {
    return false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

Deno.test(`${HOOKS} hooks of one session at once, with no database, present each guideline once, ${ROUNDS} times`, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    await using machine = await Machine.create("one", "two");
    const answers = await Promise.all(
      Array.from({ length: HOOKS }, () => machine.hook(LONG_DEADLINE)),
    );
    const talk = answers.flatMap(({ notices, stderr }) => [...notices, stderr]).filter(Boolean);
    assert.deepEqual(talk, [], `round ${round}`);
    const shown = answers.flatMap(({ ids }) => ids).toSorted();
    assert.deepEqual(shown, ["one", "two"], `round ${round}`);
    assert.deepEqual(machine.recorded(), ["s one", "s two"], `round ${round}`);
  }
});

Deno.test("hooks of different agents at once present each guideline once to each", async () => {
  await using machine = await Machine.create("one", "two");
  const agents = [{}, { agent_id: "a" }, { agent_id: "b" }, { agent_id: "c" }];
  const answers = await Promise.all(
    [...agents, ...agents].map((fields) => machine.hook({ fields, ...LONG_DEADLINE })),
  );
  assert.equal(answers.flatMap(({ ids }) => ids).length, 8);
  assert.deepEqual(
    machine.recorded(),
    ["s", "s/a", "s/b", "s/c"].flatMap((session) => [`${session} one`, `${session} two`]),
  );
});
