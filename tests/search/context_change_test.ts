import assert from "node:assert/strict";
import { type ChangeCall, changeContext } from "../../lib/search/context_change.ts";
import type { Guideline } from "../../lib/guideline/guideline.ts";
import { createNotice } from "../../lib/notice.ts";
import type { Claim, HandOver, SessionChange } from "../../lib/search/ports.ts";
import {
  createFakeClaim,
  createFakeGuidebook,
  createFakePorts,
  type FakeClaim,
} from "../support/fake_ports.ts";

const ONE: Guideline = { id: "one", content: "One.\n", scope: {}, when: ["file_changed"] };
const TWO: Guideline = { ...ONE, id: "two", content: "Two." };
const CALL: ChangeCall = { sessionId: "s", turnId: "t", contextPath: "/a" };
const NEWEST: HandOver = { turnId: "t", newest: true, presented: ["one", "two"], deferred: [] };

async function change(
  kind: Parameters<typeof changeContext>[0],
  claim: FakeClaim,
  { call = {}, guidelines = [ONE, TWO], take = 99, exists = true }: {
    call?: Partial<ChangeCall>;
    guidelines?: Guideline[];
    take?: number;
    exists?: boolean;
  } = {},
) {
  const ports = createFakePorts({
    presentations: { exists: () => exists, claim: () => Promise.resolve(claim) },
    guidelines: createFakeGuidebook(guidelines),
    budget: { take: ({ length }) => Math.min(take, length) },
  });
  return await changeContext(kind, { ...CALL, ...call }, ports);
}

/** What is recorded for a change that hands nothing over; the claim ends with it. */
async function consequence(
  kind: Parameters<typeof changeContext>[0],
  state: Partial<Claim>,
  call: Partial<ChangeCall> = {},
): Promise<SessionChange | undefined> {
  const claim = createFakeClaim(state);
  const outcome = await change(kind, claim, { call });
  assert.deepEqual([outcome.response, outcome.deferred, outcome.notices], [[], [], []]);
  outcome.settle(true);
  assert(claim.changes.length <= 1);
  const [recorded] = claim.changes;
  assert.deepEqual(claim.ends, [recorded ? "commit" : "rollback"]);
  if (!recorded) return undefined;
  const { presented, heard, ...consequence } = recorded;
  assert.deepEqual([presented, heard], [[], []]);
  return consequence;
}

Deno.test("changeContext() does not even open a store that is not there", async () => {
  const claim = createFakeClaim(NEWEST_STATE);
  for (const kind of ["ended", "restarted", "resumed", "interrupted"] as const) {
    const outcome = await change(kind, claim, { exists: false });
    outcome.settle(true);
    assert.deepEqual(outcome.response, []);
  }
  assert.deepEqual([claim.changes, claim.ends], [[], []]);
});

const NEWEST_STATE: Partial<Claim> = {
  presented: new Set(["one", "two", "old"]),
  lastHandOver: NEWEST,
};

Deno.test("ended: all that was presented is over, and what was deferred before", async () => {
  const state = { presented: new Set(["one", "two"]), deferred: ["three"] };
  assert.deepEqual(await consequence("ended", state), {
    ended: { ids: ["one", "two"], why: "compacted" },
    deferred: [],
  });
});

Deno.test("ended in mid-turn: the last hand-over is kept aside, whether or not it is the newest call's", async () => {
  for (const newest of [true, false]) {
    const state = { ...NEWEST_STATE, deferred: ["three"], lastHandOver: { ...NEWEST, newest } };
    assert.deepEqual(await consequence("ended", state), {
      ended: { ids: ["one", "two", "old"], why: "compacted" },
      deferred: ["one", "two"],
    });
  }
});

Deno.test("ended in another turn, or in one that is not known: nothing is kept aside", async () => {
  const cases: [last: string | undefined, now: string | undefined][] = [
    ["t", "t2"],
    ["t", undefined],
    [undefined, "t"],
    [undefined, undefined],
  ];
  for (const [last, now] of cases) {
    const state = { ...NEWEST_STATE, lastHandOver: { ...NEWEST, turnId: last } };
    const change = await consequence("ended", state, { turnId: now });
    assert.deepEqual(change?.deferred, [], `${last} ${now}`);
    assert.deepEqual(change?.ended?.ids, ["one", "two", "old"]);
  }
});

Deno.test("restarted: what was kept aside is handed over as it is now, and recorded", async () => {
  const claim = createFakeClaim({ deferred: ["two", "one"] });
  const outcome = await change("restarted", claim, {
    guidelines: [{ ...ONE, content: "One, mended." }, TWO],
  });
  assert.deepEqual(outcome.response, [
    { id: "two", content: "Two." },
    { id: "one", content: "One, mended." },
  ]);
  assert.deepEqual(claim.changes.map(({ presented, deferred }) => [presented, deferred]), [
    [["two", "one"], []],
  ]);
  outcome.settle(true);
  assert.deepEqual(claim.ends, ["commit"]);
});

Deno.test("restarted: nothing is recorded where the answer was not delivered", async () => {
  const claim = createFakeClaim({ deferred: ["one"] });
  (await change("restarted", claim)).settle(false);
  assert.deepEqual(claim.ends, ["rollback"]);
});

Deno.test("restarted: what does not fit waits on, what is gone is dropped", async () => {
  const claim = createFakeClaim({ deferred: ["gone", "one", "two"] });
  const outcome = await change("restarted", claim, { take: 1 });
  assert.deepEqual(outcome.response.map(({ id }) => id), ["one"]);
  assert.deepEqual(outcome.deferred, ["two"]);
  assert.deepEqual(claim.changes[0]?.deferred, ["two"]);
});

Deno.test("restarted: with nothing kept aside nothing is said or recorded, and no guidebook is read", async () => {
  const claim = createFakeClaim({ ...NEWEST_STATE });
  const ports = createFakePorts({
    presentations: { exists: () => true, claim: () => Promise.resolve(claim) },
    guidelines: { open: () => Promise.reject(new Error("It was opened")) },
  });
  const outcome = await changeContext("restarted", CALL, ports);
  outcome.settle(true);
  assert.deepEqual([outcome.response, claim.changes, claim.ends], [[], [], ["rollback"]]);
});

Deno.test("resumed with another context: all is over", async () => {
  const state = { ...NEWEST_STATE, deferred: ["three"], contextPath: "/a" };
  assert.deepEqual(await consequence("resumed", state, { contextPath: "/b" }), {
    ended: { ids: ["one", "two", "old"], why: "rewound" },
    deferred: [],
  });
});

Deno.test("resumed with the same context, or with one that is not known: all stays", async () => {
  const cases: [before: string | undefined, now: string | undefined][] = [
    ["/a", "/a"],
    ["/a", undefined],
    [undefined, "/a"],
    [undefined, undefined],
  ];
  for (const [before, now] of cases) {
    const state = { ...NEWEST_STATE, contextPath: before };
    const change = await consequence("resumed", state, { contextPath: now });
    assert.equal(change?.ended, undefined, `${before} ${now}`);
    assert.equal(change?.deferred, undefined, `${before} ${now}`);
  }
});

Deno.test("interrupted: what the newest call was shown is taken back, and what was deferred before it", async () => {
  const lastHandOver = { ...NEWEST, deferred: ["two"] };
  const state = { ...NEWEST_STATE, lastHandOver, deferred: ["three"] };
  assert.deepEqual(await consequence("interrupted", state), {
    ended: { ids: ["one", "two"], why: "interrupted" },
    deferred: ["two", "three"],
  });
});

Deno.test("interrupted: nothing is taken back of an older call, another turn, or none", async () => {
  const states: [last: HandOver | undefined, turn: string | undefined][] = [
    [{ ...NEWEST, newest: false }, "t"],
    [NEWEST, "t2"],
    [NEWEST, undefined],
    [{ ...NEWEST, turnId: undefined }, "t"],
    [{ ...NEWEST, turnId: undefined }, undefined],
    [undefined, "t"],
  ];
  for (const [lastHandOver, turnId] of states) {
    const state = { ...NEWEST_STATE, lastHandOver };
    assert.equal(await consequence("interrupted", state, { turnId }), undefined);
  }
});

Deno.test("a change of context is taken back where the answer was not delivered", async () => {
  for (const kind of ["ended", "resumed", "interrupted"] as const) {
    const claim = createFakeClaim({ ...NEWEST_STATE, contextPath: "/b" });
    (await change(kind, claim)).settle(false);
    assert.deepEqual(claim.ends, ["rollback"], kind);
  }
});

Deno.test("a change of context says what went wrong with the store", async () => {
  const notice = createNotice("store-unusable", "Cannot use it");
  const claim = createFakeClaim({ ...NEWEST_STATE, record: () => [notice] });
  assert.deepEqual((await change("ended", claim)).notices, [notice]);
});

Deno.test("a change of context says what went wrong when the store was opened", async () => {
  const notice = createNotice("store-set-aside", "Cannot read it");
  for (const kind of ["ended", "restarted", "resumed", "interrupted"] as const) {
    const claim = createFakeClaim({ ...NEWEST_STATE, deferred: ["one"], notices: [notice] });
    assert.deepEqual((await change(kind, claim)).notices, [notice], kind);
    const heard = createFakeClaim({
      ...NEWEST_STATE,
      deferred: ["one"],
      notices: [notice],
      heard: new Set(["store-set-aside"]),
    });
    assert.deepEqual((await change(kind, heard)).notices, [], kind);
  }
});

Deno.test("a change of context gives the lock back when it fails", async () => {
  const claim = createFakeClaim({ deferred: ["one"] });
  const ports = createFakePorts({
    presentations: { exists: () => true, claim: () => Promise.resolve(claim) },
    guidelines: { open: () => Promise.reject(new Error("It cannot be opened")) },
  });
  await assert.rejects(changeContext("restarted", CALL, ports), /cannot be opened/);
  assert.deepEqual(claim.ends, ["rollback"]);
});
