/** Whole sessions through the application, with a real database and a guidebook that changes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Guideline } from "../../lib/guideline/guideline.ts";
import { createNotice, type Notice } from "../../lib/notice.ts";
import { createMemoryPresentationStore } from "../../lib/presentation/store.ts";
import { changeContext, type ContextChange } from "../../lib/search/context_change.ts";
import type { SearchOutcome } from "../../lib/search/hand_over.ts";
import type { CallContext, ContextView, Ports, PresentationsPort } from "../../lib/search/ports.ts";
import { search } from "../../lib/search/search.ts";
import {
  createFakeClaim,
  createFakeGuidebook,
  createFakePorts,
  type FakeClaim,
} from "../support/fake_ports.ts";

function guideline(id: string, content = `About ${id}.`): Guideline {
  return { id, content, scope: {}, when: ["file_changed"] };
}

/** An agent's session: edits and changes of context, one after the other. */
class Session {
  /** The guidebook as it is now. */
  guidebook: Guideline[] = [];
  notices: Notice[] = [];
  /** How many guidelines the agent takes at once. */
  room = 99;
  /** What the transcript holds, as `id: content`; undefined where it cannot be read. */
  context: string[] | undefined;
  turn: string | undefined = "t1";
  transcript: string | undefined = "/transcript";
  private calls = 0;

  private constructor(
    private readonly store: (call?: CallContext) => PresentationsPort,
    private readonly id: string,
  ) {}

  static async create(...ids: string[]): Promise<Session> {
    const session = new Session(await createMemoryPresentationStore(), "s");
    session.guidebook = ids.map((id) => guideline(id));
    return session;
  }

  /** Another agent with the same store and guidebook. */
  other(id: string): Session {
    const session = new Session(this.store, id);
    session.guidebook = this.guidebook;
    return session;
  }

  /** The ids that are handed over for an edit; by default of one file. */
  async edit({ files = ["/a.txt"], delivered = true } = {}): Promise<string[]> {
    const outcome = await this.search({ files });
    outcome.settle(delivered);
    return outcome.response.map(({ id }) => id);
  }

  /** The next search is about the same call as the last one. */
  repeatCall(): void {
    this.calls--;
  }

  async search({ files = ["/a.txt"] } = {}): Promise<SearchOutcome> {
    this.calls++;
    return await search({ sessionId: this.id, filepaths: files }, this.ports());
  }

  async change(kind: ContextChange, { turn = this.turn, transcript = this.transcript } = {}) {
    const turnId = turn === "" ? undefined : turn;
    const call = { turnId, callId: undefined, contextPath: transcript };
    const outcome = await changeContext(
      kind,
      { sessionId: this.id, turnId, contextPath: transcript },
      { ...this.ports(), presentations: this.store(call) },
    );
    outcome.settle(true);
    return outcome.response.map(({ id }) => id);
  }

  private ports(): Ports {
    const callId = this.turn === undefined ? undefined : `call-${this.calls}`;
    const { context } = this;
    const view: ContextView = {
      holds: ({ id, content }) => context?.includes(`${id}: ${content}`),
      memory: undefined,
    };
    return createFakePorts({
      guidelines: createFakeGuidebook(this.guidebook, this.notices),
      presentations: this.store({ turnId: this.turn, callId, contextPath: this.transcript }),
      context: { look: () => Promise.resolve(view) },
      budget: { take: ({ length }) => Math.min(this.room, length) },
    });
  }
}

Deno.test("what was deferred is handed over as the guidebook has it now", async () => {
  const session = await Session.create("one", "two");
  session.room = 1;
  assert.deepEqual(await session.edit(), ["one"]);
  session.guidebook = [guideline("one"), guideline("two", "Two, mended.")];
  const outcome = await session.search({ files: [] });
  outcome.settle(true);
  assert.deepEqual(outcome.response, [{ id: "two", content: "Two, mended." }]);
});

Deno.test("what was deferred and is no longer in the guidebook is dropped for good", async () => {
  const session = await Session.create("one", "two", "three");
  session.room = 1;
  assert.deepEqual(await session.edit(), ["one"]);
  const { guidebook } = session;
  session.guidebook = [guideline("one"), guideline("three")];
  assert.deepEqual(await session.edit({ files: [] }), ["three"]);
  session.guidebook = guidebook;
  // It is back, but nothing is deferred: only an edit that it matches hands it over.
  assert.deepEqual(await session.edit({ files: [] }), []);
  assert.deepEqual(await session.edit(), ["two"]);
});

Deno.test("what was deferred waits on while part of the guidebook cannot be read", async () => {
  const session = await Session.create("one", "two", "three");
  session.room = 1;
  assert.deepEqual(await session.edit(), ["one"]);
  const { guidebook } = session;
  session.room = 99;
  session.guidebook = [guideline("three")];
  session.notices = [createNotice("guidebook-cut-off", "Cannot load 2 of 3")];
  assert.deepEqual(await session.edit({ files: [] }), ["three"]);
  session.guidebook = guidebook;
  session.notices = [];
  assert.deepEqual(await session.edit({ files: [] }), ["two"]);
  assert.deepEqual(await session.edit(), []);
});

Deno.test("where all that was deferred is gone, nothing is said, and nothing stays deferred", async () => {
  const session = await Session.create("one", "two");
  session.room = 1;
  await session.edit();
  session.guidebook = [];
  assert.deepEqual(await session.edit({ files: [] }), []);
  session.guidebook = [guideline("two")];
  assert.deepEqual(await session.edit({ files: [] }), []);
});

Deno.test("what was deferred comes first, in its order, and then what is new", async () => {
  const session = await Session.create("b", "c", "d");
  session.room = 1;
  assert.deepEqual(await session.edit(), ["b"]);
  session.room = 99;
  session.guidebook = ["a", "b", "c", "d", "e"].map((id) => guideline(id));
  assert.deepEqual(await session.edit(), ["c", "d", "a", "e"]);
});

Deno.test("one by one everything is handed over once, whatever the room is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ room: fc.integer({ min: 1, max: 4 }), isDeletion: fc.boolean() }), {
        minLength: 12,
        maxLength: 12,
      }),
      async (steps) => {
        const ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        const session = await Session.create(...ids);
        const shown = await session.edit({ files: ["/a.txt"], ...{ room: session.room = 2 } });
        for (const { room, isDeletion } of steps) {
          session.room = room;
          shown.push(...await session.edit({ files: isDeletion ? [] : ["/a.txt"] }));
        }
        assert.deepEqual(shown, ids);
      },
    ),
    { numRuns: 25 },
  );
});

Deno.test("what was deferred is not recorded as presented, and a compaction forgets it", async () => {
  const session = await Session.create("one", "two");
  session.room = 1;
  await session.edit();
  session.turn = "t2";
  assert.deepEqual(await session.change("ended"), []);
  assert.deepEqual(await session.change("restarted"), []);
  assert.deepEqual(await session.edit({ files: [] }), []);
  session.room = 99;
  assert.deepEqual(await session.edit(), ["one", "two"]);
});

Deno.test("nothing is recorded, and nothing deferred, where the answer was not delivered", async () => {
  const session = await Session.create("one", "two");
  session.room = 1;
  assert.deepEqual(await session.edit({ delivered: false }), ["one"]);
  assert.deepEqual(await session.edit({ files: [] }), []);
  assert.deepEqual(await session.edit(), ["one"]);
  assert.deepEqual(await session.edit({ delivered: false }), ["two"]);
  assert.deepEqual(await session.edit({ files: [] }), ["two"]);
  assert.deepEqual(await session.edit(), []);
});

Deno.test("recorded but not in the context: fresh again, and once", async () => {
  const session = await Session.create("one", "two");
  assert.deepEqual(await session.edit(), ["one", "two"]);
  session.context = ["two: About two."];
  assert.deepEqual(await session.edit(), ["one"]);
  session.context = ["one: About one.", "two: About two."];
  assert.deepEqual(await session.edit(), []);
  session.context = undefined;
  assert.deepEqual(await session.edit(), []);
});

Deno.test("what this very call was shown cannot be in the context yet, and is not said twice", async () => {
  const session = await Session.create("one");
  session.context = [];
  assert.deepEqual(await session.edit(), ["one"]);
  // The hook is registered twice, for the user and for the project.
  session.repeatCall();
  assert.deepEqual(await session.edit(), []);
  // By the next call it should be there.
  assert.deepEqual(await session.edit(), ["one"]);
});

Deno.test("in the context but not recorded: recorded, and not repeated", async () => {
  const session = await Session.create("one", "two");
  session.context = ["one: About one."];
  assert.deepEqual(await session.edit(), ["two"]);
  session.context = undefined;
  assert.deepEqual(await session.edit(), []);
});

Deno.test("in the context with another content: shown as it is now", async () => {
  const session = await Session.create("one");
  await session.edit();
  session.context = ["one: About one."];
  session.guidebook = [guideline("one", "One, mended.")];
  const outcome = await session.search();
  outcome.settle(true);
  assert.deepEqual(outcome.response, [{ id: "one", content: "One, mended." }]);
  session.context.push("one: One, mended.");
  assert.deepEqual(await session.edit(), []);
});

Deno.test("what is lost and does not fit is deferred, and not recorded any more", async () => {
  const session = await Session.create("one", "two");
  await session.edit();
  session.context = [];
  session.room = 1;
  assert.deepEqual(await session.edit(), ["one"]);
  session.context = undefined;
  assert.deepEqual(await session.edit({ files: [] }), ["two"]);
});

Deno.test("what was deferred and is in the context already is recorded, and not repeated", async () => {
  const session = await Session.create("one", "two", "three");
  session.room = 1;
  await session.edit();
  session.room = 99;
  session.context = ["one: About one.", "two: About two."];
  assert.deepEqual(await session.edit({ files: [] }), ["three"]);
  session.context = undefined;
  assert.deepEqual(await session.edit(), []);
});

Deno.test("a compaction in mid-turn repeats the last hand-over, and only that", async () => {
  const session = await Session.create("one");
  assert.deepEqual(await session.edit(), ["one"]);
  session.guidebook.push(guideline("two"));
  assert.deepEqual(await session.edit(), ["two"]);
  assert.deepEqual(await session.change("ended"), []);
  assert.deepEqual(await session.change("restarted"), ["two"]);
  assert.deepEqual(await session.change("restarted"), []);
  assert.deepEqual(await session.edit(), ["one"]);
  assert.deepEqual(await session.edit(), []);
});

Deno.test("what a restart said belongs to the turn that goes on, and is said again after its next compaction", async () => {
  const session = await Session.create("one");
  await session.edit();
  await session.change("ended");
  // A SessionStart has no turn.
  assert.deepEqual(await session.change("restarted", { turn: "" }), ["one"]);
  await session.change("ended");
  assert.deepEqual(await session.change("restarted", { turn: "" }), ["one"]);
  assert.deepEqual(await session.edit(), []);
  await session.change("ended", { turn: "t2" });
  assert.deepEqual(await session.change("restarted", { turn: "" }), []);
  assert.deepEqual(await session.edit(), ["one"]);
});

Deno.test("a restart does not say again what a compaction has kept", async () => {
  const session = await Session.create("one", "two");
  assert.deepEqual(await session.edit(), ["one", "two"]);
  await session.change("ended");
  session.context = ["one: About one."];
  assert.deepEqual(await session.change("restarted"), ["two"]);
  session.context = undefined;
  assert.deepEqual(await session.edit(), []);
});

Deno.test("without a restart the next edit says it, whatever that is about", async () => {
  const session = await Session.create("one", "two");
  assert.deepEqual(await session.edit(), ["one", "two"]);
  await session.change("ended");
  assert.deepEqual(await session.edit({ files: [] }), ["one", "two"]);
  assert.deepEqual(await session.edit(), []);
});

Deno.test("an interrupt takes back what the newest call was shown, and only once", async () => {
  const session = await Session.create("one");
  await session.edit();
  session.guidebook.push(guideline("two"));
  assert.deepEqual(await session.edit(), ["two"]);
  await session.change("interrupted");
  await session.change("interrupted");
  assert.deepEqual(await session.edit(), ["two"]);
  assert.deepEqual(await session.edit(), []);
});

Deno.test("an interrupt takes nothing back after a call that found nothing, or nothing new", async () => {
  for (const files of [["/a.txt"], []]) {
    const session = await Session.create("one");
    await session.edit();
    assert.deepEqual(await session.edit({ files }), []);
    await session.change("interrupted");
    assert.deepEqual(await session.edit(), []);
  }
});

Deno.test("an interrupt defers again what had been deferred, before what still is", async () => {
  const session = await Session.create("one", "two", "three", "four");
  session.room = 1;
  assert.deepEqual(await session.edit(), ["one"]);
  assert.deepEqual(await session.edit({ files: [] }), ["two"]);
  await session.change("interrupted");
  session.room = 99;
  assert.deepEqual(await session.edit({ files: [] }), ["two", "three", "four"]);
});

Deno.test("what is deferred twice over is handed over once", async () => {
  const session = await Session.create("one", "two");
  session.room = 1;
  await session.edit();
  session.room = 99;
  assert.deepEqual(await session.edit({ files: [] }), ["two"]);
  await session.change("ended");
  await session.change("interrupted");
  await session.change("interrupted");
  assert.deepEqual(await session.change("restarted"), ["two"]);
  assert.deepEqual(await session.edit(), ["one"]);
});

Deno.test("a context elsewhere forgets all, and is then the one to compare with", async () => {
  const session = await Session.create("one");
  await session.edit();
  await session.change("resumed");
  assert.deepEqual(await session.edit(), []);
  session.transcript = "/rewound";
  await session.change("resumed");
  assert.deepEqual(await session.edit(), ["one"]);
  await session.change("resumed");
  assert.deepEqual(await session.edit(), []);
});

Deno.test("each agent has a context of its own", async () => {
  const root = await Session.create("one");
  const [child, sibling] = [root.other("s/child"), root.other("s/sibling")];
  for (const agent of [root, child, sibling]) assert.deepEqual(await agent.edit(), ["one"]);
  await child.change("ended");
  await child.change("interrupted");
  for (const agent of [root, sibling]) assert.deepEqual(await agent.edit(), []);
  assert.deepEqual(await child.edit({ files: [] }), ["one"]);
});

Deno.test("a notice is said once a session, and once where two have one code", async () => {
  const session = await Session.create("one");
  session.notices = [createNotice("a", "First"), createNotice("a", "Second")];
  const first = await session.search();
  first.settle(true);
  assert.deepEqual(first.response.length, 1);
  assert.deepEqual(first.notices.map(({ code }) => code), ["a"]);
  assert.match(first.notices[0]!.message, /First.*Second/);
  const second = await session.search();
  second.settle(true);
  assert.deepEqual([second.response, second.notices], [[], []]);
});

/** Ports whose store hands out `claim`. */
function portsWith(claim: FakeClaim, guidelines: Guideline[], over: Partial<Ports> = {}): Ports {
  return createFakePorts({
    guidelines: createFakeGuidebook(guidelines),
    presentations: { exists: () => true, claim: () => Promise.resolve(claim) },
    ...over,
  });
}

const REQUEST = { sessionId: "s", filepaths: ["/a.txt"] };

Deno.test("search() shows once more what somebody forgot, also when the context holds it", async () => {
  const claim = createFakeClaim({ forgotten: new Set(["one"]) });
  const context = { look: () => Promise.resolve({ holds: () => true, memory: undefined }) };
  const outcome = await search(
    REQUEST,
    portsWith(claim, [guideline("one"), guideline("two")], { context }),
  );
  assert.deepEqual(outcome.response.map(({ id }) => id), ["one"]);
  assert.deepEqual(claim.changes[0]?.inherited, ["two"]);
});

Deno.test("search() hands the context what was remembered, and remembers what it says", async () => {
  const claim = createFakeClaim({ contextMemory: "before" });
  const asked: (string | undefined)[] = [];
  const context = {
    look: (memory: string | undefined) => {
      asked.push(memory);
      return Promise.resolve({ holds: () => undefined, memory: "after" });
    },
  };
  (await search(REQUEST, portsWith(claim, [guideline("one")], { context }))).settle(true);
  assert.deepEqual(asked, ["before"]);
  assert.deepEqual(claim.changes[0]?.contextMemory, "after");
});

Deno.test("search() gives the lock back when something fails behind the claim", async () => {
  const claim = createFakeClaim();
  const context = { look: () => Promise.reject(new Error("It broke")) };
  await assert.rejects(search(REQUEST, portsWith(claim, [guideline("one")], { context })), /broke/);
  assert.deepEqual(claim.ends, ["rollback"]);
});

Deno.test("search() releases the lock where there is nothing to record", async () => {
  const claim = createFakeClaim();
  const outcome = await search({ ...REQUEST, filepaths: [] }, portsWith(claim, [guideline("one")]));
  assert.deepEqual([outcome.response, claim.changes, claim.ends], [[], [], ["rollback"]]);
});

Deno.test("search() opens no store for an edit that nothing matches where there is none", async () => {
  const claim = createFakeClaim();
  const presentations = {
    exists: () => false,
    claim: () => Promise.reject(new Error("It was opened")),
  };
  const outcome = await search(REQUEST, portsWith(claim, [], { presentations }));
  outcome.settle(true);
  assert.deepEqual(outcome.response, []);
});

Deno.test("search() opens no guidebook for deletions where nothing was deferred", async () => {
  const guidelines = { open: () => Promise.reject(new Error("It was opened")) };
  const claim = createFakeClaim();
  const outcome = await search({ ...REQUEST, filepaths: [] }, portsWith(claim, [], { guidelines }));
  assert.deepEqual(outcome.response, []);
});
