/** What every store of presentations promises the application. */
import assert from "node:assert/strict";
import type { Claim, PresentationsPort, SessionChange } from "../../lib/search/ports.ts";

const NOW = new Date("2026-09-23T09:41:18Z");

/** Runs the contract over stores that `open` makes, each of them empty; `close` ends one. */
export function testPresentations(
  name: string,
  open: () => Promise<{ store: PresentationsPort; close(): void }>,
): void {
  const test = (promise: string, check: (store: PresentationsPort) => Promise<void>) =>
    Deno.test(`${name} ${promise}`, async () => {
      const { store, close } = await open();
      try {
        await check(store);
      } finally {
        close();
      }
    });

  test("holds nothing for a session that it does not know", async (store) => {
    const claim = await store.claim("session");
    assert.deepEqual(held(claim), { presented: [], heard: [], deferred: [], forgotten: [] });
    assert.deepEqual(claim.notices, []);
    assert.equal(claim.lastHandOver, undefined);
    assert.equal(claim.contextMemory, undefined);
    claim.rollback();
  });

  test("keeps what was recorded and committed", async (store) => {
    await commit(store, "session", { presented: ["a", "b"], heard: ["first"] });
    await commit(store, "session", { presented: ["c"], heard: ["second"] });
    const { presented, heard } = await look(store, "session");
    assert.deepEqual([presented, heard], [["a", "b", "c"], ["first", "second"]]);
    assert.equal(store.exists(), true);
  });

  test("keeps nothing of what was rolled back", async (store) => {
    await commit(store, "session", { presented: ["a"] });
    const claim = await store.claim("session");
    const change = { presented: ["b"], heard: ["first"], deferred: ["c"], contextMemory: "m" };
    assert.deepEqual(claim.record(change, NOW), []);
    claim.rollback();
    const after = await look(store, "session");
    assert.deepEqual(after, { presented: ["a"], heard: [], deferred: [], forgotten: [] });
  });

  test("works after a claim that recorded nothing, however it ended", async (store) => {
    (await store.claim("session")).commit();
    (await store.claim("session")).rollback();
    await commit(store, "session", { presented: ["a"] });
    assert.deepEqual((await look(store, "session")).presented, ["a"]);
  });

  test("does not change what a claim said while it records", async (store) => {
    const claim = await store.claim("session");
    claim.record({ presented: ["a"] }, NOW);
    assert.deepEqual([...claim.presented], []);
    claim.rollback();
  });

  test("keeps sessions apart, a root from its sub-agents too", async (store) => {
    const sessions = ["s", "s/agent", "s/agent/x", "s/", "S", "s%", "s_", "ss"];
    for (const session of sessions) {
      await commit(store, session, { presented: [`of ${session}`], heard: ["code"] });
    }
    for (const session of sessions) {
      const { presented, heard } = await look(store, session);
      assert.deepEqual([presented, heard], [[`of ${session}`], ["code"]]);
    }
  });

  test("takes ids as they are, whatever characters they hold", async (store) => {
    const odd = [
      "'; DROP TABLE presentation; --",
      '"quoted" `back` $1 ?1 :a @b',
      "한국어 größe 😀",
      "a\nb\tc\\d",
      "",
      "é", // composed, and not
      "e\u0301",
      "x".repeat(10_000),
    ];
    for (const session of odd) await commit(store, session, { presented: odd, heard: odd });
    for (const session of odd) {
      const { presented, heard } = await look(store, session);
      assert.deepEqual([presented, heard], [[...odd].sort(), [...odd].sort()]);
    }
  });

  test("hears a code twice without harm", async (store) => {
    await commit(store, "session", { heard: ["code", "code"] });
    await commit(store, "session", { heard: ["code"], presented: ["a"] });
    assert.deepEqual((await look(store, "session")).heard, ["code"]);
  });

  test("presents once more what has ended", async (store) => {
    await commit(store, "session", { presented: ["a", "b"] });
    await commit(store, "other", { presented: ["a"] });
    await commit(store, "session", { ended: { ids: ["a", "unknown"], why: "compacted" } });
    assert.deepEqual((await look(store, "session")).presented, ["b"]);
    assert.deepEqual((await look(store, "other")).presented, ["a"]);
    await commit(store, "session", { presented: ["a"] });
    assert.deepEqual((await look(store, "session")).presented, ["a", "b"]);
  });

  test("ends and presents the same one in one record", async (store) => {
    await commit(store, "session", { presented: ["a"] });
    await commit(store, "session", { ended: { ids: ["a"], why: "lost" }, presented: ["a"] });
    assert.deepEqual((await look(store, "session")).presented, ["a"]);
  });

  test("holds what a session has inherited, but did not hand it over", async (store) => {
    await commit(store, "session", { inherited: ["a"] });
    const claim = await store.claim("session");
    assert.deepEqual([...claim.presented], ["a"]);
    assert.equal(claim.lastHandOver, undefined);
    claim.rollback();
  });

  test("keeps the order of what is deferred, until it is replaced", async (store) => {
    await commit(store, "session", { deferred: ["c", "a", "b"] });
    await commit(store, "other", { deferred: ["x"] });
    await commit(store, "session", { presented: ["c"] });
    assert.deepEqual((await look(store, "session")).deferred, ["c", "a", "b"]);
    await commit(store, "session", { deferred: ["b"] });
    assert.deepEqual((await look(store, "session")).deferred, ["b"]);
    await commit(store, "session", { deferred: [] });
    assert.deepEqual((await look(store, "session")).deferred, []);
    assert.deepEqual((await look(store, "other")).deferred, ["x"]);
  });

  test("returns what was handed over last, and which of it had been deferred", async (store) => {
    await commit(store, "session", { presented: ["a"], deferred: ["b"] });
    await commit(store, "session", { presented: ["b", "c"], deferred: [] });
    await commit(store, "session", { heard: ["code"] });
    const { lastHandOver, rollback } = await store.claim("session");
    rollback();
    assert.deepEqual(lastHandOver?.presented, ["b", "c"]);
    assert.deepEqual(lastHandOver?.deferred, ["b"]);
  });

  test("remembers what the context port wanted, until it wants something else", async (store) => {
    const memory = async () => {
      const claim = await store.claim("session");
      claim.rollback();
      return claim.contextMemory;
    };
    await commit(store, "session", { contextMemory: '{"offset": 1}' });
    await commit(store, "session", { presented: ["a"] });
    assert.equal(await memory(), '{"offset": 1}');
    await commit(store, "session", { contextMemory: undefined });
    assert.equal(await memory(), undefined);
  });

  test("says what cannot be recorded, keeps nothing of it, and goes on", async (store) => {
    await commit(store, "session", { presented: ["a"] });
    const claim = await store.claim("session");
    const failures = claim.record({ heard: ["code"], presented: ["b", "a"] }, NOW);
    assert.deepEqual(failures.map(({ code }) => code), ["store-unusable"]);
    claim.commit();
    const { presented, heard } = await look(store, "session");
    // But that the person has heard of it.
    assert.deepEqual([presented, heard], [["a"], ["store-unusable"]]);
    await commit(store, "session", { presented: ["b"] });
    assert.deepEqual((await look(store, "session")).presented, ["a", "b"]);
  });
}

async function commit(store: PresentationsPort, session: string, change: SessionChange) {
  const claim = await store.claim(session);
  assert.deepEqual(claim.notices, []);
  assert.deepEqual(claim.record(change, NOW), []);
  claim.commit();
}

async function look(store: PresentationsPort, session: string) {
  const claim = await store.claim(session);
  claim.rollback();
  return held(claim);
}

function held({ presented, heard, deferred, forgotten }: Claim) {
  return {
    presented: [...presented].sort(),
    heard: [...heard].sort(),
    deferred: [...deferred],
    forgotten: [...forgotten].sort(),
  };
}
