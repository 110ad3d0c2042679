import assert from "node:assert/strict";
import {
  beginPhase,
  createDeadline,
  NO_DEADLINE,
  type Phase,
  type PhaseName,
  within,
} from "../lib/deadline.ts";
import { Silence } from "./support/silence.ts";

function phaseOf(ms: number): Phase {
  return { remaining: () => ms };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const PHASES: PhaseName[] = ["git", "load", "read", "match", "claim", "transcript", "write"];

/** A deadline of two seconds on a clock that the test moves. */
function createClock() {
  const clock = { ms: 0 };
  return { clock, deadline: createDeadline(2000, () => clock.ms) };
}

Deno.test("createDeadline() lets what hangs end within the whole, whichever phases it is", () => {
  for (let hanging = 1; hanging < 2 ** PHASES.length; hanging++) {
    const { clock, deadline } = createClock();
    PHASES.forEach((name, i) => {
      const phase = deadline.begin(name);
      if ((hanging & 2 ** i) === 0) return;
      clock.ms += phase.remaining();
      phase.expire?.();
      // To begin again brings no more time.
      clock.ms += deadline.begin(name).remaining() > 800 ? 1 : 0;
    });
    assert.ok(clock.ms <= 2000, `${hanging}: ${clock.ms}`);
  }
});

Deno.test("createDeadline() keeps time for the answer, whatever of the phases before it hangs", () => {
  const { clock, deadline } = createClock();
  for (const name of PHASES.slice(0, -1)) {
    const phase = deadline.begin(name);
    clock.ms += phase.remaining();
    phase.expire?.();
  }
  assert.ok(clock.ms <= 1800, `${clock.ms}`);
  assert.ok(deadline.begin("write").remaining() >= 199);
});

Deno.test("createDeadline() gives a phase that begins late its least time once, where something hangs", () => {
  const { clock, deadline } = createClock();
  deadline.begin("git").expire?.();
  clock.ms = 5000;
  const late = deadline.begin("load");
  assert.equal(late.remaining(), 100);
  clock.ms += 60;
  assert.equal(late.remaining(), 40);
  assert.equal(deadline.begin("load").remaining(), 40);
  clock.ms += 60;
  assert.equal(late.remaining(), 0);
  assert.equal(deadline.begin("load").remaining(), 0);
});

Deno.test("createDeadline() drops nothing of a hook that is late where nothing hangs", () => {
  const { clock, deadline } = createClock();
  clock.ms = 5000;
  const left = PHASES.map((name) => [name, deadline.begin(name).remaining()]);
  assert.deepEqual(Object.fromEntries(left), {
    ...{ git: 1000, load: 800, read: 200, match: 400, transcript: 200 },
    // Those wait for others in any case.
    ...{ claim: 500, write: 200 },
  });
});

Deno.test("within() reports a wait that timed out to the phase", async () => {
  using silence = new Silence();
  let expired = 0;
  const phase = { remaining: () => 0, expire: () => void expired++ };
  assert.equal(await within(phase, Promise.resolve("value"), "late"), "value");
  await sleep(150);
  assert.equal(expired, 0);
  assert.equal(await within(phase, silence.promise, "late"), "late");
  assert.equal(expired, 1);
});

Deno.test("createDeadline() counts a phase from its own beginning, and stops at 0", () => {
  const { clock, deadline } = createClock();
  clock.ms = 300;
  const phase = deadline.begin("match");
  assert.equal(phase.remaining(), 400);
  clock.ms += 401;
  assert.equal(phase.remaining(), 0);
  assert.equal(deadline.begin("match").remaining(), 400);
});

Deno.test("beginPhase() is over after its time", async () => {
  const phase = beginPhase(20);
  assert.ok(phase.remaining() > 0 && phase.remaining() <= 20);
  await sleep(30);
  assert.equal(phase.remaining(), 0);
});

Deno.test("within() yields what the promise yields in time", async () => {
  assert.equal(await within(phaseOf(5000), Promise.resolve("value"), "late"), "value");
});

Deno.test("within() waits as long as a timer can where there is no deadline", async () => {
  const later = sleep(20).then(() => "value");
  assert.equal(await within(NO_DEADLINE.begin("match"), later, "late"), "value");
});

Deno.test("within() yields the other value when the time is over", async () => {
  using silence = new Silence();
  const start = performance.now();
  assert.equal(await within(phaseOf(20), silence.promise, "late"), "late");
  assert.ok(performance.now() - start >= 19);
  assert.equal(await within(phaseOf(0), silence.promise, undefined), undefined);
});

Deno.test("within() takes what is done although no time is left", async () => {
  assert.equal(await within(phaseOf(0), Promise.resolve("value"), "late"), "value");
  assert.equal(await within(phaseOf(0), sleep(1).then(() => "value"), "late"), "value");
});

Deno.test("within() lets a rejection through", async () => {
  const rejected = Promise.reject(new RangeError("no"));
  await assert.rejects(within(phaseOf(5000), rejected, "late"), RangeError);
});

Deno.test("within() swallows a rejection that comes too late", async () => {
  using _silence = new Silence();
  const { promise, reject } = Promise.withResolvers();
  assert.equal(await within(phaseOf(1), promise, "late"), "late");
  reject(new Error("nobody may see this"));
  await sleep(5); // an unhandled one would fail the test
});
