import assert from "node:assert/strict";
import {
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

Deno.test("createDeadline() counts a phase from its own beginning, and stops at 0", async () => {
  const deadline = createDeadline(100);
  const early = deadline.begin("look");
  assert.ok(early.remaining() > 50 && early.remaining() <= 100);
  await sleep(120);
  assert.equal(early.remaining(), 0);
  assert.ok(deadline.begin("look").remaining() > 50, "the phase before it was late");
});

Deno.test("createDeadline() shares the whole among the phases that follow each other", () => {
  const shares = (names: PhaseName[]) =>
    names.map((name) => createDeadline(1000).begin(name).remaining());
  for (const ms of shares(["git", "load", "match", "look", "write"])) {
    assert.ok(ms > 0 && ms <= 1000);
  }
  const waits = shares(["git", "match", "look", "write"]);
  assert.ok(waits.reduce((sum, ms) => sum + ms) <= 1100);
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
