import assert from "node:assert/strict";
import fc from "fast-check";
import { codex } from "../../lib/agent/codex/protocol.ts";
import {
  type ContextLimit,
  fitPresentation,
  HEADER,
  holdsBlock,
  listIdsBefore,
  renderBlock,
  renderPresentation,
  renderWithin,
} from "../../lib/presentation/text.ts";
import type { FoundGuideline, SearchResponse } from "../../lib/search/request.ts";

const { measure } = codex;
const upTo = (limit: number): ContextLimit => ({ max: limit, measure });

const ids = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/, { maxLength: 12 });
/** Contents in which no paragraph looks like the beginning of a block. */
const contents = fc.string({
  unit: fc.constantFrom("a", "é", "語", "😀", " ", "\n", "\n\n", "[", "]", "(", "x"),
  minLength: 1,
}).map((text) => text.trim().replaceAll(/^\[/gm, "(")).filter((text) => text !== "");
const guidelines = fc.uniqueArray(fc.record<FoundGuideline>({ id: ids, content: contents }), {
  selector: ({ id }) => id,
  maxLength: 16,
});

/** The text that the hook says of `ordered` under a limit. */
function present(ordered: SearchResponse, limit: ContextLimit) {
  const count = fitPresentation(ordered, limit);
  const [shown, deferred] = [ordered.slice(0, count), ordered.slice(count).map(({ id }) => id)];
  return { count, shown, deferred, text: renderWithin(shown, deferred, limit) };
}

function short(...names: string[]): SearchResponse {
  return names.map((id) => ({ id, content: `About ${id}.` }));
}

/** Longer than a deferral line. */
function long(...names: string[]): SearchResponse {
  return names.map((id) => ({ id, content: `About ${id}. `.repeat(20).trim() }));
}

Deno.test("renderPresentation() is the contract, byte for byte", () => {
  const response = [
    {
      id: "service-depends-on-port",
      content: "Services should depend on repository abstractions.\n",
    },
    {
      id: "preserve-required-config",
      content: "Required configuration files must remain available. \n\n",
    },
  ];
  const text = `Adaptive Guidebook guidelines relevant to the latest changes:

[service-depends-on-port]
Services should depend on repository abstractions.

[preserve-required-config]
Required configuration files must remain available.`;
  assert.equal(renderPresentation(response), text);
  assert.equal(renderPresentation(response, ["a"]), `${text}\n\nAlso relevant, shown next: [a]`);
  assert.equal(renderPresentation([]), "");
});

Deno.test("renderPresentation() names ten deferred ids and counts the others", () => {
  const line = (count: number) => {
    const deferred = Array.from({ length: count }, (_, i) => `g${i + 1}`);
    return renderPresentation(short("one"), deferred).split("\n\n").slice(2);
  };
  const ten =
    "Also relevant, shown next: [g1], [g2], [g3], [g4], [g5], [g6], [g7], [g8], [g9], [g10]";
  assert.deepEqual(line(0), []);
  assert.deepEqual(line(1), ["Also relevant, shown next: [g1]"]);
  assert.deepEqual(line(2), ["Also relevant, shown next: [g1], [g2]"]);
  assert.deepEqual(line(10), [ten]);
  assert.deepEqual(line(11), [`${ten}, and 1 more`]);
  assert.deepEqual(line(250), [`${ten}, and 240 more`]);
});

Deno.test("fitPresentation() takes all without a limit, and under one that is not reached", () => {
  const ordered = long("one", "two", "three");
  const size = measure(renderPresentation(ordered));
  assert.equal(fitPresentation(ordered, upTo(0)), 3);
  assert.equal(fitPresentation(ordered, upTo(size)), 3);
  assert.equal(fitPresentation(ordered, upTo(size - 1)), 2);
  assert.equal(fitPresentation([], upTo(1)), 0);
});

Deno.test("fitPresentation() counts the header and the deferral line", () => {
  const ordered = long("one", "two", "three", "four");
  const size = measure(renderPresentation(ordered.slice(0, 2), ["three", "four"]));
  assert.equal(fitPresentation(ordered, upTo(size)), 2);
  assert.equal(fitPresentation(ordered, upTo(size - 1)), 1);
});

Deno.test("fitPresentation() counts bytes of UTF-8, as Codex does", () => {
  const ordered = [...short("one"), { id: "two", content: "é語😀" }];
  const size = measure(renderPresentation(ordered));
  assert.equal(size, renderPresentation(ordered).length + 1 + 2 + 2);
  assert.deepEqual([size, size - 1].map((limit) => fitPresentation(ordered, upTo(limit))), [2, 1]);
});

Deno.test("fitPresentation() lets nothing overtake what does not fit", () => {
  const long = { id: "long", content: "x".repeat(500) };
  const ordered = [...short("one"), long, ...short("two", "three")];
  assert.equal(fitPresentation(ordered, upTo(300)), 1);
});

Deno.test("a text is over the limit only where one guideline is by itself, and all of it is whole", () => {
  fc.assert(fc.property(guidelines, fc.integer({ min: 1, max: 400 }), (ordered, size) => {
    const limit = upTo(size);
    const { count, shown, deferred, text } = present(ordered, limit);
    if (ordered.length > 0) assert(count >= 1);
    assert(count <= ordered.length);
    const bare = renderPresentation(shown);
    // Whole guidelines, in order, and nothing else but the line.
    assert(text === bare || text === renderPresentation(shown, deferred));
    if (measure(text) > size) {
      // One by itself is too long; then the line costs nothing more.
      assert.equal(count, 1);
      assert(measure(bare) > size);
      assert.equal(text, renderPresentation(shown, deferred));
    } else if (text === bare && deferred.length > 0) {
      // The line is missing only where it would cut the one guideline.
      assert.equal(count, 1);
      assert(measure(renderPresentation(shown, deferred)) > size);
    }
  }));
});

Deno.test("no more than what is handed over would fit", () => {
  fc.assert(fc.property(guidelines, fc.integer({ min: 1, max: 400 }), (ordered, size) => {
    const { count } = present(ordered, upTo(size));
    if (count === ordered.length) return;
    const next = ordered.slice(count + 1).map(({ id }) => id);
    assert(measure(renderPresentation(ordered.slice(0, count + 1), next)) > size);
    assert(measure(renderPresentation(ordered)) > size);
  }));
});

Deno.test("hand-over by hand-over everything is shown, once, in order, and the header holds", () => {
  fc.assert(fc.property(guidelines, fc.integer({ min: 1, max: 400 }), (ordered, size) => {
    const shown: SearchResponse = [];
    for (let rest = ordered; rest.length > 0;) {
      const step = present(rest, upTo(size));
      assert(step.text.startsWith(`${HEADER}\n\n[`));
      shown.push(...step.shown);
      rest = rest.slice(step.count);
    }
    assert.deepEqual(shown, ordered);
  }));
});

Deno.test("holdsBlock() finds each guideline of a text, and no other", () => {
  fc.assert(fc.property(guidelines, fc.array(ids), fc.nat(), (all, deferred, cut) => {
    const shown = all.slice(0, cut % (all.length + 1));
    const text = renderPresentation(shown, deferred);
    for (const guideline of all) {
      assert.equal(holdsBlock(text, guideline), shown.includes(guideline), guideline.id);
    }
  }));
});

Deno.test("holdsBlock() accepts neither a longer nor a shorter content", () => {
  const more = fc.constantFrom("x", " x", "\nx", "\n\nx", "\n\n(x", "é");
  fc.assert(fc.property(guidelines, fc.nat(), more, (all, pick, suffix) => {
    fc.pre(all.length > 0);
    const guideline = all[pick % all.length]!;
    const longer = { ...guideline, content: guideline.content + suffix };
    const shown = (one: FoundGuideline) =>
      renderPresentation(all.map((other) => other === guideline ? one : other));
    assert.equal(holdsBlock(shown(longer), guideline), false);
    assert.equal(holdsBlock(shown(guideline), longer), false);
    assert.equal(holdsBlock(shown(longer), longer), true);
  }));
});

Deno.test("holdsBlock() takes a guideline's white space as it is shown", () => {
  const text = renderPresentation(short("one"));
  assert.equal(holdsBlock(text, { id: "one", content: "About one.\n\n" }), true);
  assert.equal(holdsBlock(text, { id: "one", content: " About one." }), false);
});

Deno.test("holdsBlock() wants the header at the beginning", () => {
  const [guideline] = short("one");
  const text = renderPresentation(short("one"));
  for (const other of [` ${text}`, text.slice(1), `x\n${text}`, text.replace(HEADER, "Rules:")]) {
    assert.equal(holdsBlock(other, guideline!), false, other);
  }
});

Deno.test("holdsBlock() finds a block wherever a text was cut behind it, and none that was cut", () => {
  const all = short("one", "two", "three");
  const text = renderPresentation(all, ["four"]);
  const ends = all.map((guideline) =>
    text.indexOf(renderBlock(guideline)) + renderBlock(guideline).length
  );
  for (let length = 0; length <= text.length; length++) {
    const cut = text.slice(0, length);
    all.forEach((guideline, i) => {
      if (length < ends[i]!) assert.equal(holdsBlock(cut, guideline), false, cut);
      if (length === ends[i]!) assert.equal(holdsBlock(cut, guideline), true, cut);
    });
  }
});

Deno.test("holdsBlock() ignores a block inside of another content, unless it has edges there", () => {
  const [one] = short("one");
  const inside = {
    "behind a line": "Write it so:\n[one]\nAbout one.",
    "before a line": "Write it so:\n\n[one]\nAbout one.\nAnd go on.",
    "before a paragraph": "Write it so:\n\n[one]\nAbout one.\n\nAnd go on.",
    "indented": "Write it so:\n\n  [one]\n  About one.",
    "quoted": "Write it so:\n\n> [one]\n> About one.",
  };
  for (const [name, content] of Object.entries(inside)) {
    const text = renderPresentation([{ id: "other", content }, ...short("two")]);
    assert.equal(holdsBlock(text, one!), false, name);
  }
});

Deno.test("holdsBlock() searches on where a first occurrence has no edges", () => {
  const quoting = { id: "a", content: "So:\n\n[one]\nAbout one. Or more." };
  assert.equal(holdsBlock(renderPresentation([quoting, ...short("one")]), short("one")[0]!), true);
});

Deno.test("holdsBlock() ignores a whole block that another guideline quotes", () => {
  const [one, two] = short("one", "two");
  const quoting = {
    id: "quoting",
    content: `So:\n\n${renderBlock(one!)}\n\n${
      renderBlock(two!)
    }\n\nAlso relevant, shown next: [x]`,
  };
  const text = renderPresentation([quoting]);
  for (const guideline of [one!, two!]) {
    assert.equal(holdsBlock(text, guideline, [one!, two!, quoting]), false);
    assert.deepEqual(listIdsBefore(text, guideline).slice(0, 1), ["quoting"]);
  }
  assert.equal(holdsBlock(text, quoting, [one!, two!]), true);
  const both = renderPresentation([quoting, one!], ["two"]);
  assert.equal(holdsBlock(both, one!, [quoting]), true);
  assert.equal(holdsBlock(both, two!, [quoting, one!]), false);
});

Deno.test("holdsBlock() accepts nothing behind the deferral line", () => {
  const [one] = short("one");
  const text = `${renderPresentation([one!])}\n\nAlso relevant, shown next: [two]\nand more text`;
  assert.equal(holdsBlock(text, one!), false);
});
